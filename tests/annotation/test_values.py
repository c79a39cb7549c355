"""How answers of every kind are written: one canonical text each, and nothing that does not answer the question."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.codebook import Question
from annotation.content import Content, Memory, Query, Response, Turn
from annotation.values import BadLabel, Pieces, Said, checked, words
from label_formats.text import UNSTORABLE

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"  # five code points, one picture
CONTENT = Content(
    dialogue=tuple(Turn(key=f"t{n}", speaker="A", side="user", text=f"turn {n} {FAMILY} end") for n in range(1, 12)),
    query=Query(speaker="A", text="Which bakery?"),
    memories=(Memory(key="m1", text="She bakes."), Memory(key="m2", text="He paints.")),
    responses=(Response(key="r1", text="You said the one on Elm Street."), Response(key="r2", text="No idea.")),
)
PIECES = Pieces.of(CONTENT)


def question(kind: str, **more: Any) -> Question:
    made: dict[str, Any] = {"key": "q", "about": "item", "kind": kind, "text": {"en": "?"}, **more}
    if kind in ("one", "several"):
        made |= {"level": "nominal", "labels": [{"key": key, "text": {"en": key}} for key in ("joy", "hope", "pride")]}
    return Question.model_validate(made)


SEVERAL, TEXT = question("several"), question("text")
QUOTE = question("quote", of=["dialogue", "query", "response"])
PICK = question("pick", of=["turns", "memories"])


@pytest.mark.parametrize(
    ("asked", "given_", "kept"),
    [
        (question("one"), "hope", "hope"),
        (SEVERAL, "pride | joy|joy", "joy|pride"),
        (SEVERAL, "none", "none"),
        (PICK, "t10|m2|t2", "m2|t2|t10"),
        (PICK, "none", "none"),
        (QUOTE, "t2:5-7|t2:0-5|query:0-5", "query:0-5|t2:0-7"),
        (TEXT, "  lost her job \r\n yesterday ", "lost her job \n yesterday"),
        (TEXT, "none", "none"),
    ],
)
def test_equal_answers_are_one_text(asked: Question, given_: str, kept: str) -> None:
    assert checked(asked, given_, pieces=PIECES) == kept
    assert checked(asked, kept, pieces=PIECES) == kept


@pytest.mark.parametrize(
    ("asked", "given_", "why"),
    [
        (question("one"), "anger", "not a label"),
        (question("one"), "joy|hope", "not a label"),  # J8
        (SEVERAL, "joy|anger", "'anger' is not a label"),
        (SEVERAL, "", "write none"),
        (PICK, "t99", "no turns or memories"),
        (question("pick", of=["memories"], many=False), "m1|m2", "only one"),
        (question("pick", of=["memories"]), "t1", "no memories"),
        (QUOTE, "t2:5-5", "outside the text"),
        (QUOTE, "t2:0-999", "outside the text"),
        (QUOTE, "t2 0 to 5", "not written like"),
        (QUOTE, "r1:0-3", "cannot be quoted from"),  # the target is the item, which is no response
        (TEXT, " \n ", "empty"),
        (TEXT, "x" * 20_001, "longer"),
        (TEXT, "half \ud83d", "cannot be stored"),
        (TEXT, "nul \0", "cannot be stored"),
    ],
)
def test_what_answers_nothing_is_refused(asked: Question, given_: str, why: str) -> None:
    with pytest.raises(BadLabel, match=why):
        checked(asked, given_, pieces=PIECES)


def test_words_are_quoted_from_the_response_that_is_judged_and_no_other() -> None:
    assert checked(QUOTE, "r1:0-3", pieces=PIECES, target="r1.m2") == "r1:0-3"
    with pytest.raises(BadLabel, match="cannot be quoted"):
        checked(QUOTE, "r2:0-2", pieces=PIECES, target="r1.m2")


def test_offsets_count_code_points_so_that_joined_emoji_come_back_byte_for_byte() -> None:
    assert words(QUOTE, "t2:7-12", pieces=PIECES) == [FAMILY]
    assert words(QUOTE, "query:6-12|t2:0-4", pieces=PIECES) == ["bakery", "turn"]


def test_words_of_the_other_kinds() -> None:
    assert words(PICK, "m2|t1", pieces=PIECES) == ["He paints.", CONTENT.dialogue[0].text]
    assert words(SEVERAL, "joy|pride") == ["joy", "pride"]
    assert words(SEVERAL, "none") == words(QUOTE, "none", pieces=PIECES) == []
    assert words(TEXT, "a | b") == ["a | b"]


def test_cannot_judge_answers_and_nothing_does_not() -> None:
    assert Said(label="joy").answers
    assert Said(cannot="too short").answers
    assert not Said().answers


@given(st.text(), st.sampled_from([question("one"), SEVERAL, PICK, QUOTE, TEXT]))
def test_any_text_is_taken_in_one_form_or_refused(text: str, asked: Question) -> None:
    try:
        kept = checked(asked, text, pieces=PIECES)
    except BadLabel:
        return
    assert checked(asked, kept, pieces=PIECES) == kept
    assert kept
    assert not UNSTORABLE.search(kept)
