"""Model outputs to be judged: who answered what to which item, and what is wrong with a record."""

from __future__ import annotations

import json
from typing import Any

import pytest

from annotation import readers
from annotation.readers import outputs
from annotation.readers.items import ReadFile

OUTPUT = {"item": "7-1", "system": "m1", "setting": "CoT", "response": "别担心。", "memory_used": "拿奖"}


def output(**changes: Any) -> dict[str, Any]:
    return OUTPUT | changes


def as_lines(*records: Any) -> bytes:
    return "\n".join(json.dumps(record, ensure_ascii=False) for record in records).encode()


def read(*records: Any) -> ReadFile:
    return outputs.read(as_lines(*records))


def test_a_line_becomes_a_response() -> None:
    (response,) = read(output()).responses
    assert (response.row, response.item, response.system, response.setting) == (1, "7-1", "m1", "CoT")
    assert (response.text, response.memory_used, response.raw) == ("别担心。", "拿奖", OUTPUT)


@pytest.mark.parametrize("form", ["lines", "list", "UTF-16"])
def test_the_file_is_recognized_in_every_form(form: str) -> None:
    records = [output(), output(system="m2")]
    text = json.dumps(records, indent=1) if form == "list" else as_lines(*records).decode()
    file = text.encode("utf-16" if form == "UTF-16" else "utf-8")
    reader = readers.find(file)
    assert (reader.NAME, reader.PROTOCOLS, len(reader.read(file).responses)) == ("outputs", (), 2)


def test_what_brings_the_item_along_is_another_format() -> None:
    assert not outputs.recognizes(as_lines(output(query="你好吗？")))


@pytest.mark.parametrize(
    ("given", "read_as"), [(None, ""), ("a", "a"), (["a", "b"], "a\nb"), ([], ""), ([{"text": "a"}], "text: a")]
)
def test_the_memory_used_may_be_missing_one_or_several(given: Any, read_as: str) -> None:
    assert read(output(memory_used=given)).responses[0].memory_used == read_as


@pytest.mark.parametrize(("item", "read_as"), [(7, "7"), ("007", "007"), (432111314109063038, "432111314109063038")])
def test_an_items_id_is_text_as_it_came(item: Any, read_as: str) -> None:
    """G5, G11."""
    assert read(output(item=item)).responses[0].item == read_as


BAD = [
    ([1], "not an object"),
    (output(item=None), "the item is missing"),
    (output(item=" "), "the item is empty"),
    (output(item=1.5), "the item is empty; it must be text or a whole number"),
    (output(system=None), "system is missing"),
    (output(system=5), "system is not text"),
    (output(setting=5), "setting is not text"),
    (output(response=""), "response is empty"),
    (output(response=None), "response is missing"),
    (output(response="a\0"), "NUL"),
    (output(more=float("nan")), "not a number that JSON"),
    (output(setting="CoT"), "row 1 has this system's response to this item in this setting already"),
]


@pytest.mark.parametrize(("bad", "why"), BAD)
def test_a_bad_record_is_refused_by_its_line_and_the_others_are_read(bad: Any, why: str) -> None:
    found = read(output(), bad, output(system="m2"))
    (refused,) = found.refused
    assert refused.row == 2
    assert why in refused.why
    assert [response.row for response in found.responses] == [1, 3]


def test_a_broken_line_and_half_an_emoji_cost_themselves_only() -> None:
    """N10."""
    file = as_lines(output(), output(system="m2", response="HALF"), output(system="m3")).replace(b"HALF", b"\\ude00")
    found = outputs.read(file + b'\n{"item": ')
    assert [row.row for row in found.refused] == [2, 4]
    assert len(found.responses) == 2
