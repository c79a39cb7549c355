"""doccano's lines: labels, marks, and whose they are."""

from __future__ import annotations

from typing import Any

import pytest

from label_formats import BadFile, LabelsRead
from tests.label_formats.files import dropped, read, refused, said


def lines_of(*records: Any, file_name: str = "ann.jsonl", **asked: str) -> LabelsRead:
    return read(records, as_lines=True, file_name=file_name, **asked)


def test_the_rater_is_who_the_file_is_named_after() -> None:
    """X6: doccano writes no annotator into its lines."""
    found = lines_of({"id": 1, "text": "a", "label": ["pos"]}, {"id": 2, "text": "b", "label": ["neg"]})
    assert said(found) == [("1", "", "ann", "pos"), ("2", "", "ann", "neg")]
    assert "The rater is 'ann', as the file is called." in found.understood


def test_a_file_that_names_nobody_is_refused_whole() -> None:
    for name in ("all.jsonl", ""):
        with pytest.raises(BadFile, match="does not say who labelled"):
            lines_of({"id": 1, "text": "a", "label": ["pos"]}, file_name=name)


def test_a_field_of_the_line_names_the_rater_before_the_file_does() -> None:
    found = lines_of(
        {"doc_id": 1, "text": "a", "labels": ["pos"], "username": "bo"}, {"text": "b", "labels": ["x"], "doc_id": 2}
    )
    assert said(found) == [("1", "", "bo", "pos")]
    assert [row for row, *_ in refused(found)] == [2]
    asked = lines_of({"id": 1, "text": "a", "label": ["pos"], "who": 7.0}, file_name="all.jsonl", rater="who")
    assert said(asked)[0][2] == "7"


def test_several_labels_are_a_set_and_an_empty_list_is_no_answer() -> None:
    found = lines_of({"id": 1, "text": "a", "label": ["x", "y"]}, {"id": 2, "text": "b", "label": []})
    assert [(each.label, each.kind) for each in found.answers] == [("x|y", "several")]
    assert dropped(found) == [(2, "empty")]


def test_marks_are_a_question_for_each_label_and_none_only_where_something_is_marked() -> None:
    found = lines_of(
        {"id": 1, "text": "a b", "label": [[0, 1, "PER"], [2, 3, "PER"], [2, 3, "LOC"]]},
        {"id": 2, "text": "a b", "label": [[0, 1, "PER"]]},
        {"id": 3, "text": "a b", "label": []},
    )
    assert [(item, question, label) for item, question, _, label in said(found)] == [
        ("1", "PER", "0-1|2-3"),
        ("1", "LOC", "2-3"),
        ("2", "PER", "0-1"),
        ("2", "LOC", "none"),
    ]
    assert dropped(found) == [(3, "empty")]


def test_marks_and_labels_may_stand_in_one_line() -> None:
    entity = {"id": 4, "label": "PER", "start_offset": 0, "end_offset": 1}
    found = lines_of({"id": 1, "text": "a", "entities": [entity], "cats": ["pos"], "Comments": ["why"]})
    assert [(each.question, each.label, each.comment) for each in found.answers] == [
        ("", "pos", "why"),
        ("PER", "0-1", "why"),
    ]


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"label": [3.5, True]}, "the label is neither text nor a number"),
        ({"label": [[0, 1]]}, "not written [start, end, label]"),
        ({"label": [[0, "x", "PER"]]}, "not a whole number"),
        ({"label": [[4, 2, "PER"]]}, "a span ends at 2"),
        ({"label": {"a": 1}}, "label is not a list"),
        ({"label": ["a|b"]}, "stands between several labels"),
        ({"annotations": [{"label": 3, "user": 1}]}, "name labels by doccano's number"),
        ({"id": None, "label": ["a"]}, "the item's id is empty"),
        ({"label": ["a\0"]}, "a character that is no text"),
    ],
)
def test_a_broken_line_is_refused_and_the_others_are_read(fields: dict[str, Any], why: str) -> None:
    found = lines_of({"id": 1, "text": "a", "label": ["pos"]}, {"id": 2, "text": "b", **fields})
    ((row, _, reason),) = refused(found)
    assert row == 2
    assert why in reason
    assert len(said(found)) == 1
