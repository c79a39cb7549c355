"""Label Studio's export: whose annotation counts, of which item, under which question."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import label_formats
from tests.label_formats.files import annotation, chosen, dropped, read, refused, result, said, task


def test_each_control_is_a_question_and_each_person_a_rater() -> None:
    found = read(
        [task(annotation(1, chosen("mood", "joy"), chosen("tone", "warm")), annotation(2, chosen("mood", "fear")))]
    )
    assert said(found) == [("1", "mood", "1", "joy"), ("1", "tone", "1", "warm"), ("1", "mood", "2", "fear")]
    assert found.answers[0].time == datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert "Each control is a question: mood, tone." in found.understood


@pytest.mark.parametrize("person", [7, 7.0, "7", {"id": 7, "email": "a@example.org"}])
def test_the_id_of_a_person_is_one_text_however_it_is_written(person: Any) -> None:
    """G11."""
    assert said(read([task(annotation(person, chosen("mood", "joy")))])) == [("1", "mood", "7", "joy")]


def test_two_people_in_the_same_second_are_both_kept() -> None:
    """G12."""
    found = read([task(annotation(1, chosen("mood", "joy")), annotation(2, chosen("mood", "fear")))])
    assert [rater for _, _, rater, _ in said(found)] == ["1", "2"]


def test_cancelled_annotations_are_dropped_and_counted_with_their_row() -> None:
    """J4."""
    found = read([task(annotation(1, was_cancelled=True), annotation(2, chosen("mood", "joy"), skipped=True))])
    assert (said(found), dropped(found)) == ([], [(1, "cancelled"), (1, "cancelled")])
    assert found.left_out() == ["Dropped: 2 cancelled by the annotator (row 1)."]


def test_of_two_annotations_by_one_person_the_latest_counts_as_a_whole() -> None:
    early = annotation(1, chosen("mood", "joy"), chosen("tone", "warm"))
    late = annotation(1, chosen("mood", "fear"), time="2026-01-03T00:00:00Z")
    for order in ([early, late], [late, early]):
        found = read([task(*order)])
        assert (said(found), dropped(found)) == ([("1", "mood", "1", "fear")], [(1, "repeated")])


def test_a_correction_moves_an_annotation_behind_a_newer_one() -> None:
    first = annotation(1, chosen("mood", "joy"), updated_at="2026-02-01T00:00:00Z")
    second = annotation(1, chosen("mood", "fear"), time="2026-01-03T00:00:00Z")
    assert said(read([task(first, second)])) == [("1", "mood", "1", "joy")]


def test_two_annotations_of_one_moment_that_differ_are_refused_and_nobody_guesses() -> None:
    found = read([task(annotation(1, chosen("mood", "joy")), annotation(1, chosen("mood", "fear")))])
    assert said(found) == []
    assert [(row, item) for row, item, _ in refused(found)] == [(1, "1"), (1, "1")]
    found = read([task(annotation(1, chosen("mood", "joy")), annotation(1, chosen("mood", "joy")))])
    assert (len(said(found)), dropped(found)) == (1, [(1, "repeated")])


def test_an_empty_annotation_is_no_answer() -> None:
    """X8."""
    found = read([task(annotation(1), annotation(2, chosen("mood")), annotation(3, chosen("mood", "joy")))])
    assert said(found) == [("1", "mood", "3", "joy")]
    assert dropped(found) == [(1, "empty"), (1, "empty")]


def test_the_item_is_named_by_the_first_field_of_the_rule_that_every_task_has() -> None:
    given = annotation(1, chosen("mood", "joy"))
    assert said(read([task(given, item="i1", id=9)]))[0][0] == "i1"
    assert said(read([task(given, id=9)]))[0][0] == "9"
    mixed = read([task(given, item="i1"), task(given, number=2)])
    assert [item for item, *_ in said(mixed)] == ["1", "2"]
    assert "An item is named by the task's own id." in mixed.understood


def test_a_field_that_was_asked_for_names_the_item_and_its_absence_costs_the_row() -> None:
    given = annotation(1, chosen("mood", "joy"))
    found = read([task(given, src_id="0001", target="m1"), task(given, number=2)], item="src_id")
    assert [(each.item, each.target) for each in found.answers] == [("0001", "m1")]
    assert refused(found) == [(2, "", "the record has no field 'src_id', which names the item")]


def test_where_somebody_marks_text_an_annotation_without_marks_says_none() -> None:
    mark = result("part", {"start": 0, "end": 1, "text": "A", "labels": ["WHO"]}, kind="labels")
    found = read([task(annotation(1, mark), annotation(2), annotation(3, was_cancelled=True))])
    assert said(found) == [("1", "part.WHO", "1", "0-1"), ("1", "part.WHO", "2", "none")]


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        ({"completed_by": None}, "annotation 1: completed_by is missing"),
        ({"completed_by": True}, "annotation 1: completed_by is neither text nor a number"),
        ({"completed_by": float("nan")}, "annotation 1: completed_by is no number"),
        ({"result": None}, "annotation 1 by 1: its result is missing"),
        ({"result": [3]}, "annotation 1 by 1: a result is not an object"),
        ({"created_at": "soon"}, "annotation 1 by 1: its time is 'soon'"),
        ({"created_at": 10**30}, "annotation 1 by 1: its time is"),
    ],
)
def test_a_broken_annotation_is_refused_and_the_others_are_read(broken: dict[str, Any], why: str) -> None:
    good = annotation(2, chosen("mood", "joy"))
    found = read([task({**annotation(1, chosen("mood", "fear")), **broken}, good)])
    assert said(found) == [("1", "mood", "2", "joy")]
    ((row, item, reason),) = refused(found)
    assert (row, item, reason.startswith(why)) == (1, "1", True)


@pytest.mark.parametrize(
    "broken", [7, None, [], {"id": 3}, {"id": 3, "data": 4, "annotations": []}, {"data": {}, "annotations": []}]
)
def test_a_broken_task_is_refused_by_its_place(broken: Any) -> None:
    """N10."""
    good = task(annotation(1, chosen("mood", "joy")))
    found = read([good, broken, good | {"id": 2}])
    assert [row for row, *_ in refused(found)] == [2]
    assert len(said(found)) == 2


def test_the_export_of_six_annotators_has_168_tasks(shared_data: Path) -> None:
    """data/README.md: one cancelled answer, one duplicate by the same person."""
    text = (shared_data / "import" / "label_studio_6_annotators.json").read_text(encoding="utf-8")
    assert label_formats.looks_like(text) == "label-studio"
    found = label_formats.read(text, format_name="label-studio")
    assert len({each.item for each in found.answers}) == 168
    assert Counter(each.rater for each in found.answers) == {**dict.fromkeys("12456", 168), "3": 167}
    assert dropped(found) == [(4, "cancelled"), (6, "repeated")]
    assert found.refused == ()


@pytest.mark.parametrize(
    ("name", "answers", "reasons"),
    [("labelstudio_csv_test.json", 0, 2), ("labelstudio_csv_test_colliding_keys.json", 1, 0)],
)
def test_the_tool_s_own_fixtures_are_read_or_refused_with_row_and_field(
    name: str, answers: int, reasons: int, shared_data: Path
) -> None:
    text = (shared_data / "import" / name).read_text(encoding="utf-8")
    found = label_formats.read(text, format_name=str(label_formats.looks_like(text)))
    assert (len(found.answers), len(found.refused)) == (answers, reasons)
    assert all(each.row and "'label'" in each.why for each in found.refused)
