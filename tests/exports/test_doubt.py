"""Items in the order of doubt: reliable people who differ come before one unreliable person against many."""

from __future__ import annotations

import pytest

from annotation import store
from annotation.desk.disputes import queue
from exports.doubt import by_doubt, doubt_of_items
from exports.suggestions import Suggested, Suggestions
from tests import studies
from tests.studies import SLUG, take_labels, votes

SURE, UNSURE = Suggested("must", (("must", 0.99), ("irr", 0.01))), Suggested("must", (("must", 0.6), ("irr", 0.4)))


def suggestions(**items: list[Suggested]) -> Suggestions:
    places = {(item, f"m{n}", "role"): each for item, found in items.items() for n, each in enumerate(found)}
    return Suggestions(places, (), {})


def test_the_doubt_of_an_item_is_what_the_likeliest_labels_leave() -> None:
    """.01 + .01 and .4, by hand."""
    found = doubt_of_items(suggestions(i1=[SURE, SURE], i2=[UNSURE]))
    assert found == pytest.approx({"i1": 0.02, "i2": 0.4})
    assert doubt_of_items(suggestions(i1=[Suggested(None, ())])) == {"i1": 0.0}


def test_the_queue_comes_by_doubt_and_by_size_where_there_is_none(sqlite_database: str) -> None:
    studies.make_project()
    take_labels(votes({"a": "must", "b": "irr"}))

    def ordered(**items: list[Suggested]) -> list[int]:
        with store.reading() as session:
            waiting = queue(session, slug=SLUG)
            return [each.number for each in by_doubt(session, waiting, suggestions(**items), slug=SLUG).items]

    assert ordered(i3=[UNSURE], i2=[SURE]) == [3, 2, 1]
    assert ordered() == [1, 2, 3]
