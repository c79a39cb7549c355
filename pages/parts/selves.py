"""How far does each annotator agree with themselves, drawn? Of targets that were shown to them a second time."""

from __future__ import annotations

import streamlit as st

from agreement.coefficient import titles
from agreement.results import QuestionReport, SelfReport
from exports import sheets
from exports.figures import number
from languages import say, worded
from pages.parts import sheet
from pages.parts.charts.forest import Point, forest
from pages.parts.charts.look import show
from pages.parts.figures import interval
from pages.parts.quiet import quiet
from pages.parts.tables import Figure, Remark, of_pairs, remark, table

SELVES = worded("Annotators with themselves")
SELVES_ARE = worded(
    "Items that came to an annotator a second time, unawares: the first answers beside the second ones. They speak of "
    "how steady somebody is, and count nowhere else. The picture shows {coefficient}."
)


def draw(question: QuestionReport, *, slug: str, key: str) -> None:
    """Draw each annotator's self-agreement on the question called `key`; nothing where no target was labelled twice."""
    found = [one for one in question.self_agreement if one.n]
    if not found:
        return
    st.subheader(say(SELVES), anchor=False)
    title = titles(n_raters=2)
    main = of_pairs(question)
    quiet(say(SELVES_ARE, coefficient=title[main]))
    points = [_point(one, main) for one in found if one.coefficients[main].value is not None]
    if points:
        show(forest(points), key="selves")
    rows = [
        (each.rater, say(title[name]), Figure(number(one.value)), Figure(interval(one)), one.n, Remark(remark(one)))
        for each in found
        for name, one in each.coefficients.items()
    ]
    table(
        (say("Annotator"), say("Coefficient"), say("Value"), say("95 % interval"), say("Targets"), say("Remark")), rows
    )
    sheet.offer(sheets.selves(question), slug=slug, question=key)


def _point(each: SelfReport, name: str) -> Point:
    one = each.coefficients[name]
    return Point(each.rater, one.value or 0.0, one.low, one.high)
