"""One item as a researcher sees it: its content, everybody's labels, and what was decided."""

from __future__ import annotations

import pytest

from annotation import item_view, store
from annotation.desk import adjudication
from annotation.errors import NotFound
from annotation.item_view import ItemView
from tests import studies
from tests.studies import NOW, SLUG, records, take_labels, texts, votes

CONTENT = records(3)


@pytest.fixture
def study(database: str) -> None:
    """Three items labelled by two, of which all is decided that both agree on."""
    studies.make_project(CONTENT)
    take_labels(votes({"eve": "source", "bo": "nice"}, content=CONTENT))
    with store.writing() as session:
        adjudication.settle(session, slug=SLUG, policy="unanimous", now=NOW)


def view(item: str) -> ItemView:
    with store.reading() as session:
        return item_view.view(session, slug=SLUG, item=item)


def test_every_target_has_its_text_everybodys_labels_and_the_decision(study: None) -> None:
    found = view("i2")
    assert (found.id, found.number, found.content.query is not None) == ("i2", 2, True)
    said = {place.text: (dict(place.labels), place.decided) for place in found.places}
    assert said == {
        text: ({"eve": role, "bo": "nice"}, "nice" if role == "nice" else None) for text, role in texts(CONTENT[1])
    }


def test_an_unknown_item_is_named(study: None) -> None:
    with pytest.raises(NotFound, match="no item 'i9'"):
        view("i9")


def test_texts_are_those_of_the_items_asked_for(study: None) -> None:
    with store.reading() as session:
        found = item_view.texts(session, slug=SLUG, items={"i1", "i3"})
    assert {item for item, _ in found} == {"i1", "i3"}
    assert sorted(found.values()) == sorted(text for item in (CONTENT[0], CONTENT[2]) for text, _ in texts(item))
