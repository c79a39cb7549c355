"""Labels of every kind from a file: sets, picks, quotes, texts, "cannot judge" and confidence."""

from __future__ import annotations

from typing import Any

import pytest

from annotation import store
from annotation.errors import RowsRefused
from annotation.imports.label_import import LabelsTaken
from tests.exports import kinds
from tests.studies import label_file, take_labels

COLUMNS = ("item", "target", "question", "rater", "label", "cannot", "confidence")


@pytest.fixture(autouse=True)
def project(sqlite_database: str) -> None:
    """A study with every kind of question."""
    kinds.make_project()


def take(*rows: tuple[str, ...], **options: Any) -> LabelsTaken:
    """Take answers of eve about the first item: question, label, cannot, confidence."""
    filled = [(*row, "", "", "")[:4] for row in rows]
    cells = [["0001", "", question, "eve", *rest] for question, *rest in filled]
    return take_labels(label_file(cells, columns=COLUMNS), **options)


def said() -> dict[str, tuple[str, str, int]]:
    """What is stored by question: label, reason, confidence, the newest last."""
    return {question: (label, cannot, sure) for _, _, question, _, label, cannot, sure, _ in kinds.stored()}


def why(*row: str) -> str:
    with pytest.raises(RowsRefused) as found:
        take(tuple(row))
    return found.value.refused[0].why


@pytest.mark.parametrize(
    ("question", "label", "stored"),
    [
        ("moods", "fear|joy", "joy|fear"),
        ("moods", "none", "none"),
        ("evidence", "t2|t1", "t1|t2"),
        ("said", "query:4-8|t1:0-3|query:0-4", "query:0-8|t1:0-3"),
        ("why", "'=because", "=because"),
        ("why", " It's so. ", "It's so."),
    ],
)
def test_a_label_is_kept_in_its_one_text(question: str, label: str, stored: str) -> None:
    """X1: a text that a spreadsheet would run was written with an apostrophe."""
    assert take((question, label)).judgments_added == 1
    assert take((question, label)).judgments_skipped == 1  # G7
    assert said()[question] == (stored, "", 0)


def test_why_somebody_cannot_judge_and_how_sure_they_are_is_kept() -> None:
    assert take(("mood", "", "'=too short", "2")).judgments_added == 1
    assert said()["mood"] == ("", "=too short", 2)
    assert take(("mood", "", "'=too short", "2")).judgments_skipped == 1
    assert take(("mood", "", "'=too short")).judgments_skipped == 1  # a file that says nothing of confidence
    with pytest.raises(RowsRefused, match="refused"):
        take(("mood", "joy", "", "3"))
    assert take(("mood", "joy", "", "3"), revise=True).judgments_added == 1


def test_a_row_without_label_and_reason_is_blank() -> None:
    assert take(("mood", "")).blank == 1


def test_marks_without_a_key_lie_in_the_only_text_that_can_be_quoted() -> None:
    """What Prodigy, doccano and Argilla write; the words of a response can come from that response alone."""
    with store.reading() as session:
        place = next(found.place for found in kinds.asked(session) if found.question.key == "words")
    pair, response = place.target, place.target.partition(".")[0]
    rows = [[place.item, pair, "words", "eve", "5-7|0-2", "", ""]]
    assert take_labels(label_file(rows, columns=COLUMNS)).judgments_added == 1
    assert said()["words"] == (f"{response}:0-2|{response}:5-7", "", 0)


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (("mood", "joy", "because"), "can only say one of them"),
        (("moods", "", "because"), "has to be answered by a label"),
        (("moods", "joy", "", "2"), "asks for no confidence"),
        (("mood", "joy", "", "4"), "none of 1, 2 and 3"),
        (("mood", "", "x" * 10_001), "longer than"),
        (("mood", "4,5"), "'4,5' is not a label"),
        (("moods", "joy|4,5"), "'4,5' is not a label"),
        (("evidence", "t9"), "t9"),
        (("said", "0-4"), "is not written like t3:10-24"),
        (("said", "t1:0-9999"), "lies outside the text"),
    ],
)
def test_what_does_not_answer_the_question_is_refused(row: tuple[str, ...], reason: str) -> None:
    """J8."""
    assert reason in why(*row)
