"""Argilla's records: three shapes of responses, and which of them count."""

from __future__ import annotations

import json
from typing import Any

import pytest

import label_formats
from label_formats import LabelsRead
from tests.label_formats.files import TIME, dropped, read, refused, said


def record(responses: Any, **changes: Any) -> dict[str, Any]:
    return {
        "id": "r1",
        "fields": {"text": "a b c"},
        "metadata": {},
        "suggestions": {},
        "responses": responses,
        **changes,
    }


def response(user: Any, status: str = "submitted", **values: Any) -> dict[str, Any]:
    """One person's response, as version 1 and the server write it."""
    return {
        "user_id": user,
        "status": status,
        "updated_at": TIME,
        "values": {name: {"value": value} for name, value in values.items()},
    }


def of(*responses: dict[str, Any]) -> LabelsRead:
    return read([record(list(responses))])


def test_the_three_shapes_say_the_same() -> None:
    first = record([response("u1", mood="joy"), response("u2", mood="fear")])
    second = record({"mood": [{"value": "joy", "user_id": "u1"}, {"value": "fear", "user_id": "u2"}]})
    flat = {
        "id": "r1",
        "text": "a b c",
        "mood.responses": ["joy", "fear"],
        "mood.responses.users": ["u1", "u2"],
        "mood.responses.status": ["submitted", "submitted"],
    }
    expected = [("r1", "mood", "u1", "joy"), ("r1", "mood", "u2", "fear")]
    for shape in (first, second, flat):
        for as_lines in (True, False):
            assert said(read([shape], as_lines=as_lines)) == expected
    assert said(read([flat | {"text": ["x"]}])) == expected


def test_discarded_responses_and_drafts_are_dropped_once_for_each_person() -> None:
    """J4."""
    found = of(
        response("u1", "discarded", mood="joy", tone="warm"),
        response("u2", "draft", mood="joy"),
        {"user_id": "u3", "status": "discarded", "values": None},
        response("u4", mood="joy"),
    )
    assert said(found) == [("r1", "mood", "u4", "joy")]
    assert dropped(found) == [(1, "discarded"), (1, "draft"), (1, "discarded")]


@pytest.mark.parametrize(
    ("value", "label", "kind"),
    [
        ("joy", "joy", "one"),
        (4, "4", "one"),
        (4.0, "4", "one"),
        (["joy", "pride"], "joy|pride", "several"),
        ([], "none", "several"),
    ],
)
def test_a_value_is_one_text(value: Any, label: str, kind: str) -> None:
    (answer,) = of(response("u1", q=value)).answers
    assert (answer.label, answer.kind) == (label, kind)


def test_marks_are_a_question_for_each_label_and_none_where_one_was_not_used() -> None:
    found = of(
        response("u1", part=[{"label": "WHO", "start": 0, "end": 1}, {"label": "WHERE", "start": 2, "end": 3}]),
        response("u2", part=[{"label": "WHO", "start": 2, "end": 3}]),
        response("u3", part=[]),
        response("u4", other="x"),
    )
    assert [(question, rater, label) for _, question, rater, label in said(found)] == [
        ("part.WHO", "u1", "0-1"),
        ("part.WHERE", "u1", "2-3"),
        ("part.WHO", "u2", "2-3"),
        ("part.WHERE", "u2", "none"),
        ("part.WHO", "u3", "none"),
        ("part.WHERE", "u3", "none"),
        ("other", "u4", "x"),
    ]


def test_the_item_is_named_by_the_metadata_the_fields_or_the_record() -> None:
    given = [response("u1", mood="joy")]
    for changes, item in (({}, "r1"), ({"external_id": "e1"}, "e1"), ({"metadata": {"item": "i1"}}, "i1")):
        assert said(read([record(given, **changes)]))[0][0] == item
    assert said(read([record(given, fields={"text": "a", "item_id": 7})]))[0][0] == "7"


def test_the_latest_of_two_responses_by_one_person_counts() -> None:
    late = {**response("u1", mood="fear"), "updated_at": "2026-02-01T00:00:00Z"}
    found = of(late, response("u1", mood="joy"))
    assert (said(found), dropped(found)) == ([("r1", "mood", "u1", "fear")], [(1, "repeated")])


def test_without_times_two_responses_that_differ_are_refused() -> None:
    both = {"mood": [{"value": "joy", "user_id": "u1"}, {"value": "fear", "user_id": "u1"}]}
    found = read([record(both)])
    assert said(found) == []
    assert len(refused(found)) == 2


def test_the_answer_of_the_server_may_be_wrapped() -> None:
    text = json.dumps({"items": [record([response("u1", mood="joy")])], "total": 1}, indent=1)
    assert label_formats.looks_like(text) == "argilla"
    assert len(label_formats.read(text, format_name="argilla").answers) == 1


@pytest.mark.parametrize(
    ("responses", "why"),
    [
        ([response(None, mood="joy")], "the response to 'mood': it has no user_id"),
        ([response("u1", "lost", mood="joy")], "the response of u1 to 'mood': its status is 'lost'"),
        ([response("u1", mood=[{"value": "a", "rank": 1}])], "it is a ranking"),
        ([response("u1", mood=True)], "its value is neither text nor a number"),
        ([response("u1", mood=float("inf"))], "its value is no number"),
        ([7], "response 1 is not an object"),
        ({"mood": 3}, "the responses to 'mood' is not a list"),
        ([{"user_id": "u1", "status": "submitted", "values": 3}], "the values of response 1 is not an object"),
    ],
)
def test_a_broken_response_is_refused_with_its_row(responses: Any, why: str) -> None:
    good = record([response("u9", mood="joy")], id="r2")
    found = read([record(responses), good])
    ((row, item, reason),) = refused(found)
    assert (row, item) == (1, "r1")
    assert why in reason
    assert said(found) == [("r2", "mood", "u9", "joy")]


def test_flat_columns_that_do_not_fit_together_are_refused() -> None:
    found = read([{"id": "r1", "mood.responses": ["joy"], "mood.responses.users": ["u1", "u2"]}])
    assert "not as many users" in refused(found)[0][2]
