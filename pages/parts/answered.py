"""What annotators have answered beside and beyond labels, drawn; and the questions that take free text."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from exports import sheets
from exports.answers import RaterAnswers
from exports.study import TextQuestion
from languages import percent, say, whole, worded
from pages.parts import sheet
from pages.parts.quiet import quiet
from pages.parts.tables import Cell, Figure, table

BY_PERSON = worded("Annotators")
SURE_IS = worded("How sure annotators say they are enters no coefficient.")
SHOWN_IS = worded(
    "A label was shown to them before they judged: of {n:,} they kept {kept:,} and changed {changed:,}. "
    "That can raise their agreement."
)
TEXTS = worded("Free text")
TEXTS_ARE = worded("Free text has no coefficient.")


def draw(raters: Sequence[RaterAnswers], *, slug: str, question: str) -> None:
    """Draw each annotator's answers to one question; nothing where there are none."""
    if not raters:
        return
    st.subheader(say(BY_PERSON), anchor=False)
    _table(raters)
    if any(any(one.sure) for one in raters):
        quiet(say(SURE_IS))
    if n := sum(one.n_shown for one in raters):
        kept = sum(one.n_kept for one in raters)
        quiet(say(SHOWN_IS, n=n, kept=kept, changed=n - kept))
    sheet.offer(sheets.answers(raters), slug=slug, question=question)


def texts(found: Sequence[TextQuestion], *, slug: str) -> None:
    """Draw the questions that are answered in free text, and who has answered them."""
    if not found:
        return
    st.subheader(say(TEXTS), anchor=False)
    quiet(say(TEXTS_ARE))
    rows = [(one.spec.text or one.spec.key, one.n_answers, one.n_targets) for one in found]
    table((say("Question"), say("Answers"), say("Targets")), rows)
    for one in found:
        if one.answers:
            sheet.offer(sheets.answers(one.answers), slug=slug, question=one.spec.key)


def _table(raters: Sequence[RaterAnswers]) -> None:
    asks, shows = any(any(one.sure) for one in raters), any(one.n_shown for one in raters)
    heads = [say("Annotator"), say("Labels"), say("Cannot judge")]
    heads += [say("Guess"), say("Fairly sure"), say("Sure")] if asks else []
    heads += [say("Shown a label"), say("Kept"), say("Changed")] if shows else []
    rows: list[list[Cell]] = []
    for one in raters:
        row: list[Cell] = [one.rater, one.n_labels, one.n_cannot]
        row += [Figure("—" if part is None else percent(part, digits=1)) for part in one.sure_shares] if asks else []
        row += [one.n_shown, _part(one.n_kept, one.n_shown), _part(one.n_changed, one.n_shown)] if shows else []
        rows.append(row)
    table(heads, rows)


def _part(n: int, of: int) -> Figure:
    return Figure(whole(n), percent(n / of, digits=1) if of else "")
