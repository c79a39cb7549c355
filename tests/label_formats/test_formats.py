"""Which tool wrote a file is told by its records; a mangled file gives results or our own errors, nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import label_formats
from label_formats import Asked, BadFile, NoSuchFormat
from label_formats.json_records import first_records, records
from tests.label_formats.files import annotation, chosen, line, lines, result, task

LABEL_STUDIO = json.dumps(
    [task(annotation(1, chosen("q", "a"), result("p", {"start": 0, "end": 1, "labels": ["X"]}, kind="labels")))]
)
PRODIGY = lines(line(label="X"), line(spans=[{"start": 0, "end": 1, "label": "X"}]), line(options=[], accept=["a"]))
DOCCANO = lines({"id": 1, "text": "a", "label": ["x"]}, {"id": 2, "text": "b", "label": [[0, 1, "PER"]]})
ARGILLA = json.dumps([{"id": "r", "fields": {"t": "a"}, "responses": {"q": [{"value": "x", "user_id": "u"}]}}])
PIECES = ['"', "}", "]", "null", "[" * 2000, '{"a":' * 2000, "1e999", "\0"]
FILES = {"label-studio": LABEL_STUDIO, "prodigy": PRODIGY, "doccano": DOCCANO, "argilla": ARGILLA}


def test_every_format_has_a_file_here() -> None:
    assert set(FILES) == set(label_formats.names())


@pytest.mark.parametrize("name", FILES)
def test_each_file_is_recognized_as_lines_and_as_a_list(name: str) -> None:
    found = [json.loads(part) for part in FILES[name].splitlines()] if "\n" in FILES[name] else json.loads(FILES[name])
    for text in (lines(*found), json.dumps(found), json.dumps(found, indent=2), " \n" + lines(*found)):
        assert label_formats.looks_like(text) == name
    if len(found) == 1:
        assert label_formats.looks_like(json.dumps(found[0], indent=2)) == name


@pytest.mark.parametrize(
    "text",
    [
        "",
        "item,rater,label\na,b,c\n",
        '{"item": "a", "rater": "b", "label": "c"}\n',
        '{"id": 1, "text": "a"}\n',
        "[1, 2]",
        "[" * 100_000,
        '{"a": ' * 100_000,
        '[{"id": 1, "memory": {"must": []}}]',
        '{"text": "a", "label": ["x"], "rater": "b", "item": "i"}\n',
    ],
)
def test_other_files_are_none_of_them(text: str) -> None:
    assert label_formats.looks_like(text) is None


def test_a_format_that_there_is_not_is_named() -> None:
    with pytest.raises(NoSuchFormat, match="There are: label-studio, prodigy, argilla, doccano"):
        label_formats.read("[]", format_name="potato")


def test_a_file_that_is_no_json_is_refused_whole() -> None:
    for text in ("item,rater\n", "", "[1,", "[" * 100_000):
        with pytest.raises(BadFile):
            label_formats.read(text, format_name="label-studio")


def test_a_number_of_endless_digits_costs_its_own_row() -> None:
    """G5: ids are exact; what cannot be read exactly is no id."""
    good = task(annotation(1, chosen("q", "a")), number=432111314109063038)
    text = json.dumps([good, {**good, "id": 0}]).replace('"id": 0', '"id": ' + "9" * 5000)
    found = label_formats.read(text, format_name="label-studio")
    assert [each.item for each in found.answers] == ["432111314109063038"]
    assert [(each.row, each.why) for each in found.refused] == [
        (2, "the task's own id is no number that can be read exactly")
    ]


def test_the_first_records_are_those_of_the_whole_file() -> None:
    text = lines(*({"n": n} for n in range(50)))
    assert first_records(text) == [record for _, record in records(text)][:20]
    listed = json.dumps([{"n": n} for n in range(50)])
    assert first_records(listed) == [record for _, record in records(listed)][:20]


def test_marks_of_endless_labels_are_refused_before_everybody_answers_each_of_them() -> None:
    text = lines(*({"id": n, "text": "a", "label": [[0, 1, f"L{n}"]]} for n in range(201)))
    with pytest.raises(BadFile, match="201 different labels"):
        label_formats.read(text, format_name="doccano", asked=Asked(file_name="ann.jsonl"))


# --- Mangled files ----------------------------------------------------------------------------------------------------


def taken_or_refused(text: str, name: str) -> None:
    """Only results, or our own errors; and what is read can be stored."""
    try:
        label_formats.looks_like(text)
        found = label_formats.read(text, format_name=name, asked=Asked(file_name="ann.jsonl"))
    except BadFile:
        return
    for answer in found.answers:
        parts = (answer.item, answer.target, answer.question, answer.rater, answer.label, answer.comment)
        assert all("\0" not in part and part.encode("utf-8") is not None for part in parts)
        assert answer.item.strip()
        assert answer.rater.strip()
        assert answer.label.strip()
    for refused in found.refused:
        f"{refused.id}{refused.why}".encode()


@pytest.mark.parametrize("name", FILES)
@given(data=st.data())
def test_a_file_with_a_piece_cut_out_or_put_in(name: str, data: st.DataObject) -> None:
    text = FILES[name]
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    piece = data.draw(st.text(max_size=5) | st.sampled_from(PIECES))
    taken_or_refused(text[:start] + piece + text[end:], name)


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=4)
    | st.sampled_from(["a|b", "\ud800", "\0"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "value", "start", "label"]), inner)
    ),
    max_leaves=6,
)


def changed(value: Any, draw: Callable[[st.SearchStrategy[Any]], Any]) -> Any:
    """The value with something of another type somewhere within it."""
    if not isinstance(value, dict | list) or not value or (draw(st.booleans()) and draw(st.booleans())):
        return draw(anything)
    place = draw(st.sampled_from(list(value) if isinstance(value, dict) else range(len(value))))
    inner = changed(value[place], draw)
    if isinstance(value, dict):
        return {**value, place: inner}
    return [*value[:place], inner, *value[place + 1 :]]


@pytest.mark.parametrize("name", FILES)
@given(data=st.data())
def test_a_file_with_a_value_of_another_type(name: str, data: st.DataObject) -> None:
    text = FILES[name]
    found = [json.loads(part) for part in text.splitlines()] if "\n" in text else json.loads(text)
    taken_or_refused(json.dumps(changed(found, data.draw)), name)


@pytest.mark.parametrize("name", FILES)
@given(value=anything)
def test_a_file_of_anything(name: str, value: Any) -> None:
    taken_or_refused(json.dumps([value]), name)
    taken_or_refused(json.dumps(value), name)
