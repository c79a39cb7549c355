"""What the controls of Label Studio say: choices, numbers, texts and marks."""

from __future__ import annotations

from typing import Any

import pytest

from label_formats.errors import BadRow
from label_formats.label_studio_results import Said, said_by
from tests.label_formats.files import chosen, result


def one(entry: dict[str, Any], *texts: str) -> Said:
    (found,) = said_by([entry], texts)
    return found


@pytest.mark.parametrize(
    ("entry", "label", "kind"),
    [
        (chosen("q", "a"), "a", "one"),
        (chosen("q", "b", "a", "b"), "b|a", "several"),
        (result("q", {"rating": 4}, kind="rating"), "4", "one"),
        (result("q", {"rating": 4.0}, kind="rating"), "4", "one"),
        (result("q", {"number": 2.5}, kind="number"), "2.5", "one"),
        (result("q", {"text": [" first", "second "]}, kind="textarea"), "first\nsecond", "text"),
        (result("q", {"text": "alone"}, kind="textarea"), "alone", "text"),
        (result("q", {"selected": "left"}, kind="pairwise"), "left", "one"),
        (result("q", {"taxonomy": [["a", "b"], ["c"]]}, kind="taxonomy"), "a/b|c", "several"),
    ],
)
def test_an_answer_is_one_text(entry: dict[str, Any], label: str, kind: str) -> None:
    found = one(entry)
    assert (found.label, found.kind) == (label, kind)


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (result("q", {"rating": "4,5"}, kind="rating"), "the rating of 'q' is '4,5', which is not one number"),
        (result("q", {"rating": True}, kind="rating"), "neither text nor a number"),
        (chosen("q", "a|b"), "stands between several labels"),
        (chosen("q", "none", "a"), "beside other labels"),
        (chosen("q", {"a": 1}), "neither text nor a number"),
        (chosen("q", "a\0"), "a character that is no text"),
        (chosen("q", "a\ud83d"), "a character that is no text"),
        (result("q", {"choices": ["a"], "start": 0, "end": 4}), "is about a marked part ('start')"),
        (result("q", {"ranker": {}}, kind="ranker"), "which is no label"),
        (result("q", {"rectanglelabels": ["car"], "x": 1}, kind="rectanglelabels"), "no text (rectanglelabels)"),
        (result("", {"choices": ["a"]}), "a result has no from_name"),
    ],
)
def test_what_is_no_label_is_refused_with_the_control(entry: dict[str, Any], why: str) -> None:
    """J8, N10."""
    with pytest.raises(BadRow) as caught:
        said_by([entry], [])
    assert why in str(caught.value)


def test_two_results_of_one_control_are_refused() -> None:
    with pytest.raises(BadRow, match="two results"):
        said_by([chosen("q", "a"), chosen("q", "b")], [])


def test_marks_are_a_question_for_each_label_under_the_key_of_the_text() -> None:
    marks = [
        result("part", {"start": 6, "end": 9, "labels": ["WHO"]}, kind="labels", to="query"),
        result("part", {"start": 0, "end": 3, "labels": ["WHO", "WHERE"]}, kind="labels", to="query"),
        {"type": "relation", "from_id": "a", "to_id": "b"},
    ]
    assert said_by(marks, []) == (
        Said("part.WHO", "query:0-3|query:6-9", "spans"),
        Said("part.WHERE", "query:0-3", "spans"),
    )


def test_offsets_that_a_browser_counted_become_code_points() -> None:
    """An emoji is two units of UTF-16; the words beside the offsets say which count it is."""
    text = "A 😀 text here"
    for start, end in ((4, 8), (5, 9)):
        mark = result("part", {"start": start, "end": end, "text": "text", "labels": ["X"]}, kind="labels")
        assert one(mark, text).label == "4-8"


def test_a_mark_whose_words_stand_elsewhere_is_refused() -> None:
    mark = result("part", {"start": 0, "end": 4, "text": "text", "labels": ["X"]}, kind="labels")
    with pytest.raises(BadRow, match=r"'part'.*marks 'text' at 0-4, where the text does not say so"):
        said_by([mark], ["A 😀 text here"])


def test_a_mark_in_a_dialogue_lies_in_its_turn() -> None:
    value = {"start": "2", "end": "2", "startOffset": 1, "endOffset": 5, "paragraphlabels": ["X"]}
    assert one(result("part", value, kind="paragraphlabels")).label == "t3:1-5"
    with pytest.raises(BadRow, match="from turn 3 to turn 4"):
        said_by([result("part", {**value, "end": "3"}, kind="paragraphlabels")], [])


def test_a_mark_in_a_page_counts_its_characters_and_not_its_paths() -> None:
    value: dict[str, Any] = {"start": "/p[1]/text()[1]", "end": "/p[1]/text()[1]", "hypertextlabels": ["X"]}
    offsets = {"globalOffsets": {"start": 3, "end": 8}}
    assert one(result("part", {**value, **offsets}, kind="hypertextlabels")).label == "3-8"
    with pytest.raises(BadRow, match="globalOffsets"):
        said_by([result("part", value, kind="hypertextlabels")], [])


@pytest.mark.parametrize(("start", "end"), [(4, 4), (5, 4), (-1, 4), (0.5, 4), (None, 4), (0, True)])
def test_a_mark_that_holds_nothing_is_refused(start: Any, end: Any) -> None:
    with pytest.raises(BadRow):
        said_by([result("part", {"start": start, "end": end, "labels": ["X"]}, kind="labels")], [])
