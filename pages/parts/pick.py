"""Which round and which question of a study? Asked only where there is a choice."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from exports.study import StudyQuestion
from languages import say, worded
from pages.parts.literal import literal
from pages.parts.terms import round_kind

ROUND, A_ROUND = worded("Round"), worded("Round {number} ({kind})")
QUESTION = worded("Question")


def pick_round(rounds: Sequence[tuple[int, str]]) -> int | None:
    """The chosen round's number; None, the latest independent one, where there is only one."""
    if len(rounds) < 2:
        return None
    kinds = dict(rounds)
    latest = max(number for number, kind in rounds if kind == "independent")
    numbers = list(kinds)
    number: int = st.selectbox(
        say(ROUND),
        numbers,
        index=numbers.index(latest),
        format_func=lambda number: say(A_ROUND, number=number, kind=round_kind(kinds[number])),
        width=420,
    )
    return number


def pick_question(questions: Sequence[StudyQuestion]) -> StudyQuestion:
    """The chosen question; its text is the heading where there is only one."""
    if len(questions) == 1:
        st.markdown(f"**{literal(questions[0].spec.text)}**")
        return questions[0]
    key = st.selectbox(
        say(QUESTION),
        [each.spec.key for each in questions],
        format_func=lambda key: next(each.spec.text for each in questions if each.spec.key == key),
        width=640,
    )
    return next(each for each in questions if each.spec.key == key)
