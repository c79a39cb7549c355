"""A dialogue and memories in one cell, as people and programs write them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from annotation.readers.cell_parts import memories_in, turns_in
from annotation.readers.json_rows import RowError


def turns(value: Any) -> list[tuple[str, str, str]]:
    return [(turn.speaker, turn.side, turn.text) for turn in turns_in(value)]


IDA_AND_OTTO = [("Ida", "user", "Hello?"), ("Otto", "agent", "Hi: there.")]


@pytest.mark.parametrize(
    "value",
    [
        "Ida: Hello?\nOtto: Hi: there.",
        "Ida：Hello?\r\n\r\nOtto：Hi: there.",
        ["Ida: Hello?", "Otto: Hi: there."],
        json.dumps(["Ida: Hello?", "Otto: Hi: there."]),
        [{"speaker": "Ida", "text": "Hello?"}, {"speaker": "Otto", "text": "Hi: there."}],
        [{"role": "Ida", "content": "Hello?"}, {"role": "Otto", "content": "Hi: there."}],
    ],
)
def test_a_dialogue_is_read_however_it_is_written(value: Any) -> None:
    assert turns(value) == IDA_AND_OTTO


@pytest.mark.parametrize(
    ("speakers", "sides"),
    [
        (["user", "assistant"], ["user", "agent"]),
        (["AI", "用户"], ["agent", "user"]),
        (["助手", "小满", "助手"], ["agent", "user", "agent"]),
        (["小满", "阿明"], ["user", "agent"]),
        (["阿明", "用户"], ["agent", "user"]),
    ],
)
def test_who_the_assistant_is_follows_from_the_names(speakers: list[str], sides: list[str]) -> None:
    assert [side for _, side, _ in turns([f"{speaker}: x" for speaker in speakers])] == sides


def test_a_line_without_a_name_goes_on_and_a_time_is_kept() -> None:
    assert turns("Ida: one\ntwo") == [("Ida", "user", "one\ntwo")]
    (turn,) = turns_in([{"speaker": "Ida", "text": "one", "time": "9 am"}])
    assert (turn.key, turn.time) == ("t1", "9 am")


@pytest.mark.parametrize("value", [None, "", "  ", []])
def test_nothing_is_no_turn_and_no_memory(value: Any) -> None:
    assert (turns_in(value), memories_in(value)) == ([], [])


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("hello", "does not begin with a name"),
        (["Ida: "], "with words behind it"),
        ([5], "neither a text nor an object"),
        ([{"speaker": "Ida"}], "none of the fields text"),
        ([{"text": "a"}], "none of the fields speaker"),
        ([{"speaker": "Ida", "text": 5}], "text is not text"),
        ({"a": 1}, "neither a text nor a list"),
        ('["a\\u0000: b"]', "NUL"),
    ],
)
def test_what_is_no_dialogue_is_said(value: Any, why: str) -> None:
    with pytest.raises(RowError, match=why):
        turns_in(value)


@pytest.mark.parametrize(
    "value",
    ["a\nb", "a | b", ["a", "b"], '["a", "b"]', [{"text": "a"}, {"fact": "b"}], '[{"event": "a"}, "b"]'],
)
def test_memories_are_read_however_they_are_written(value: Any) -> None:
    assert [memory.text for memory in memories_in(value)] == ["a", "b"]


def test_what_is_known_of_a_memory_is_kept() -> None:
    (memory,) = memories_in([{"text": "a", "date": "2020", "type": "goal", "theme": "t", "detail": "d"}])
    assert (memory.date, memory.type, memory.theme, memory.detail) == ("2020", "goal", "t", "d")
