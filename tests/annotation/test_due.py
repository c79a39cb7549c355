"""Questions that depend on an answer are asked where that answer was decided, or else given by somebody."""

from __future__ import annotations

from dataclasses import replace

from annotation.due import due
from annotation.places import AskedPlace

USED = AskedPlace(item="i1", item_id=1, target_id=1, target="r1.m1", text="", question="used")
WORDS = AskedPlace(
    item="i1", item_id=1, target_id=1, target="r1.m1", text="", question="words", parent="used", asked_after=("yes",)
)


def questions(decided: dict[tuple[int, str], str | None], answered: set[tuple[int, str]]) -> list[str]:
    return [place.question for place in due([USED, WORDS], decided=decided, answered=answered)]


def test_the_decision_on_the_question_before_says_whether_it_is_asked() -> None:
    assert questions({(1, "used"): "yes"}, set()) == ["used", "words"]
    assert questions({(1, "used"): "no"}, {(1, "words")}) == ["used"]


def test_an_optional_question_is_due_once_somebody_has_answered_it() -> None:
    note = replace(USED, question="note", required=False)
    assert not list(due([note], decided={}, answered=set()))
    assert list(due([note], decided={}, answered={note.place})) == [note]
    assert list(due([note], decided={note.place: "a"}, answered=set())) == [note]


def test_without_a_decision_an_answer_of_anybody_says_so() -> None:
    assert questions({}, {(1, "words")}) == questions({(1, "used"): None}, {(1, "words")}) == ["used", "words"]
    assert questions({}, set()) == ["used"]
