"""What a discussion has done to one question, drawn: coefficients before and after, and who moved."""

from __future__ import annotations

import streamlit as st

from agreement.coefficient import titles
from agreement.figures import Compared
from agreement.rounds import ComparedQuestion
from exports import sheets
from exports.discussed import Discussed
from exports.figures import number
from languages import say, worded
from pages.parts import sheet
from pages.parts.charts.forest import Point, forest
from pages.parts.charts.look import show
from pages.parts.figures import interval
from pages.parts.quiet import quiet
from pages.parts.tables import Cell, Figure, table

TITLE = worded("Before and after the discussion")
WHAT_IT_IS = worded(
    "Round {round} discussed what people differed on in round {before}. Disputed places: {n:,}; everybody says the "
    "same now on {agreed:,} of them. All targets count here, also those that were not disputed. After a discussion it "
    "is consensus and no reliability."
)
NOTHING = worded("No target has two labels both before and after, so there is no coefficient.")
DIFFERENCES = worded("The picture shows after less before, with paired 95 % intervals.")
MOVERS = worded(
    "Disputed places that each participant had answered: where the newest answer is another than the first, and "
    "whether it went toward what more than half of the others had said at first."
)


def draw(found: Discussed | None, *, slug: str, question: str) -> None:
    """Draw it; nothing where there was no discussion."""
    if found is None:
        return
    st.subheader(say(TITLE), anchor=False)
    quiet(say(WHAT_IT_IS, round=found.round, n=found.n_places, before=found.before, agreed=found.n_agreed))
    if found.compared is None:
        st.write(say(NOTHING))
    else:
        _coefficients(found, found.compared)
        sheet.offer(sheets.before_and_after(found.compared), slug=slug, question=question)
    if found.movers:
        quiet(say(MOVERS))
        _movers(found)
        sheet.offer(sheets.movers(found.movers), slug=slug, question=question)


def _movers(found: Discussed) -> None:
    heads = (say("Participant"), say("Places"), say("Moved"), say("Toward the majority"), say("Away from it"))
    rows = [
        (one.rater, one.n_places, one.n_moved, one.n_toward, one.n_away, one.n_elsewhere, one.n_stayed)
        for one in found.movers
    ]
    table((*heads, say("Elsewhere"), say("Stayed")), rows)


def _coefficients(found: Discussed, compared: ComparedQuestion) -> None:
    names = titles(n_raters=max(len(compared.raters_before), len(compared.raters_after)))
    points = [
        Point(say(names[key]), one.difference.value, one.difference.low, one.difference.high)
        for key, one in found.shown.items()
        if one.difference.value is not None
    ]
    if points:
        show(forest(points, around_zero=True), key="before-and-after")
        quiet(say(DIFFERENCES))
    rows: list[list[Cell]] = [[say(names[key]), compared.n_targets, *_sides(one)] for key, one in found.shown.items()]
    heads = (say("Coefficient"), say("Targets"), say("Before"), say("After"), say("After less before"))
    table(heads, rows)


def _sides(one: Compared) -> list[Cell]:
    """Before, after, and the difference: `first` is after."""
    return [Figure(number(side.value), interval(side)) for side in (one.second, one.first, one.difference)]
