"""Suggestions for the adjudicator: from three people or more, under pseudonyms, and never where labels tie."""

from __future__ import annotations

import pytest

from annotation import store
from exports.elsewhere import suggestions_elsewhere
from exports.suggestions import Suggestions, suggestions
from tests import studies
from tests.studies import SLUG, label_file, records, take_labels, texts, votes

CONTENT = records(12)


def found() -> Suggestions:
    with store.reading() as session:
        return suggestions(session, slug=SLUG)


@pytest.fixture
def three(sqlite_database: str) -> None:
    """Two who say what the source says, and one who says “nice” to everything."""
    studies.make_project(CONTENT)
    take_labels(votes({"eve": "source", "bo": "source", "cai": "nice"}, content=CONTENT))


def test_the_label_of_those_whom_all_answers_bear_out_is_suggested(three: None) -> None:
    suggested = found()
    roles = {text: role for item in CONTENT for text, role in texts(item)}
    assert len(suggested.places) == 36
    labels = sorted(str(each.label) for each in suggested.places.values())
    assert labels == sorted(roles.values())
    assert suggested.undefined == {}


def test_raters_stand_under_their_pseudonyms_with_an_estimated_reliability(three: None) -> None:
    """F9: the desk names nobody."""
    reliable = {each.rater: each for each in found().raters}
    assert set(reliable) == {"rater-1", "rater-2", "rater-3"}
    worst = min(reliable.values(), key=lambda each: each.accuracy)
    assert worst.accuracy < 0.5
    assert [each.accuracy > 0.9 for each in reliable.values()].count(True) == 2
    assert {each.n for each in reliable.values()} == {36}


def test_two_people_are_too_few(sqlite_database: str) -> None:
    studies.make_project(CONTENT)
    take_labels(votes({"eve": "source", "bo": "nice"}, content=CONTENT))
    assert found() == Suggestions({}, (), {"role": "needs three raters or more on the same target"})


def test_a_target_with_fewer_people_than_three_has_chances_and_no_suggestion(sqlite_database: str) -> None:
    studies.make_project(CONTENT)
    rows = [
        [item["id"], text, "role", name, role]
        for item in CONTENT
        for text, role in texts(item)
        for name in (("eve", "bo", "cai") if item["id"] != "i1" else ("eve", "bo"))
    ]
    take_labels(label_file(rows))
    of_first = [each for (item, _, _), each in found().places.items() if item == "i1"]
    assert [each.label for each in of_first] == [None] * 3
    assert all(sum(chance for _, chance in each.chances) == pytest.approx(1, abs=0.02) for each in of_first)


def test_another_process_suggests_the_same(three: None) -> None:
    assert suggestions_elsewhere(SLUG) == found()
