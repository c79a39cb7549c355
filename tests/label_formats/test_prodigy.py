"""Prodigy's lines: what each interface asks, and which answers count."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import label_formats
from tests.label_formats.files import dropped, line, read, refused, said


def lines_of(*records: Any, **asked: str) -> label_formats.LabelsRead:
    return read(records, as_lines=True, **asked)


def test_a_label_to_accept_is_a_question_and_accept_and_reject_are_its_labels() -> None:
    found = lines_of(line("ann", label="HATE"), line("bo", "reject", label="HATE"), line("ann", label="JOKE"))
    assert said(found) == [
        ("-7", "HATE", "ann", "accept"),
        ("-7", "HATE", "bo", "reject"),
        ("-7", "JOKE", "ann", "accept"),
    ]


def test_a_task_without_a_label_is_the_only_question() -> None:
    assert said(lines_of(line())) == [("-7", "", "ann", "accept")]


def test_ignored_tasks_are_dropped() -> None:
    """J4."""
    found = lines_of(line("ann", "ignore", label="HATE"))
    assert (said(found), dropped(found)) == ([], [(1, "ignored")])


def test_a_choice_gives_the_chosen_ids() -> None:
    options = [{"id": 1, "text": "one"}, {"id": "b", "text": "two"}]
    found = lines_of(
        line("a", options=options, accept=[1]),
        line("b", options=options, accept=["b", 1], question="mood"),
        line("c", options=options, accept=[]),
        line("d", options=options, accept=[], config={"choice_style": "multiple"}),
        line("e", "reject", options=options, accept=[1]),
    )
    assert [(question, rater, label) for _, question, rater, label in said(found)] == [
        ("", "a", "1"),
        ("mood", "b", "b|1"),
        ("", "d", "none"),
    ]
    assert dropped(found) == [(3, "empty"), (5, "rejected")]


def test_two_labels_where_one_can_be_chosen_are_refused() -> None:
    """J8."""
    found = lines_of(line(options=[], accept=["4", "5"], config={"choice_style": "single"}), line("bo", label="X"))
    assert refused(found) == [(1, "-7", "accept holds 2 labels where only one can be chosen")]
    assert len(said(found)) == 1


def test_spans_are_a_question_for_each_label_and_none_where_nothing_is_marked() -> None:
    marked = [{"start": 2, "end": 3, "label": "EMOJI"}, {"start": 4, "end": 8, "label": "WORD"}]
    found = lines_of(
        line("a", spans=marked, _view_id="ner_manual"),
        line("b", spans=[], _view_id="ner_manual"),
        line("c", _view_id="ner_manual"),
    )
    assert [(question, rater, label) for _, question, rater, label in said(found)] == [
        ("EMOJI", "a", "2-3"),
        ("WORD", "a", "4-8"),
        ("EMOJI", "b", "none"),
        ("WORD", "b", "none"),
        ("EMOJI", "c", "none"),
        ("WORD", "c", "none"),
    ]


def test_a_suggested_span_is_refused_since_it_is_no_answer_about_the_item() -> None:
    found = lines_of(line(spans=[{"start": 0, "end": 1, "label": "X"}], _view_id="ner"))
    assert "a mark that was suggested" in refused(found)[0][2]


def test_a_text_that_is_written_is_a_text() -> None:
    found = lines_of(line(user_input=" because "), line("bo", user_input=""))
    assert [(each.question, each.label, each.kind) for each in found.answers] == [("user_input", "because", "text")]
    assert dropped(found) == [(2, "empty")]


@pytest.mark.parametrize(
    ("fields", "rater"),
    [
        ({"_annotator_id": "ann", "_session_id": "set-ann"}, "ann"),
        ({"_annotator_id": None, "_session_id": "set-ann"}, "set-ann"),
        ({"_annotator_id": 7}, "7"),
        ({"_annotator_id": 7.0}, "7"),
    ],
)
def test_a_rater_is_the_annotator_else_the_session(fields: dict[str, Any], rater: str) -> None:
    """G11."""
    assert said(lines_of({**line(label="X"), **fields}))[0][2] == rater


def test_the_latest_of_two_answers_counts_and_two_people_in_one_second_both_do() -> None:
    """G12."""
    found = lines_of(
        line("ann", "reject", label="X", _timestamp=1767323050),
        line("ann", "accept", label="X"),
        line("bo", "accept", label="X"),
    )
    assert [(rater, label) for _, _, rater, label in said(found)] == [("ann", "reject"), ("bo", "accept")]
    assert dropped(found) == [(2, "repeated")]


def test_two_answers_of_one_second_that_differ_are_refused() -> None:
    found = lines_of(line("ann", "reject", label="X"), line("ann", "accept", label="X"))
    assert said(found) == []
    assert [row for row, *_ in refused(found)] == [1, 2]


def test_the_item_is_named_by_the_task_or_its_meta() -> None:
    assert said(lines_of(line(label="X", meta={"item": "i1"})))[0][0] == "i1"
    assert said(lines_of(line(label="X", item_id="0001")))[0][0] == "0001"
    assert lines_of(line(label="X", meta={"target": "m1"})).answers[0].target == "m1"


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"answer": "maybe"}, "the answer is 'maybe'"),
        ({"answer": None}, "the answer is ''"),
        ({"_annotator_id": ""}, "does not say whose answer it is"),
        ({"_input_hash": None}, "the item's id is empty"),
        ({"_timestamp": 1e300}, "_timestamp is"),
        ({"_timestamp": float("nan")}, "_timestamp is"),
        ({"label": ["X"]}, "label is neither text nor a number"),
        ({"spans": 3, "label": None}, "spans is not a list"),
        ({"spans": [{"start": 0}], "label": None}, "the end of a span"),
        ({"accept": "X", "options": []}, "accept is not a list"),
    ],
)
def test_a_broken_line_is_refused_and_the_others_are_read(fields: dict[str, Any], why: str) -> None:
    found = lines_of(line("bo", label="X"), {**line("ann", label="X"), **fields})
    ((row, _, reason),) = refused(found)
    assert row == 2
    assert why in reason
    assert len(said(found)) == 1


def test_a_line_that_is_no_json_costs_itself_only() -> None:
    text = '{"_input_hash": 1, "answer": "accept", "_annotator_id": "a"}\n{"_input_hash": 2, "ans\n'
    found = label_formats.read(text, format_name=str(label_formats.looks_like(text)))
    assert len(found.answers) == 1
    assert [(each.row, each.why[:20]) for each in found.refused] == [(2, "the line is not JSON")]


def test_the_file_of_six_annotators_has_168_texts(shared_data: Path) -> None:
    """data/README.md."""
    text = (shared_data / "import" / "prodigy_6_annotators.jsonl").read_text(encoding="utf-8")
    found = label_formats.read(text, format_name=str(label_formats.looks_like(text)))
    assert found.format == "prodigy"
    assert (len({each.item for each in found.answers}), len({each.rater for each in found.answers})) == (168, 6)
    assert (len(found.answers), found.dropped, found.refused) == (1008, (), ())
