"""Known items are mixed in silently, and only for those who do not have them anyway."""

from __future__ import annotations

import pytest
from sqlmodel import select

from annotation import judgments, store
from annotation import models as m
from annotation.board import own_items
from annotation.desk import adjudication
from annotation.errors import NotFound, WrongUse
from annotation.item_choice import TheseItems
from annotation.quality import known, known_mixing
from annotation.quality.known_mixing import MixedIn
from exports import gold
from tests import studies
from tests.studies import NOW, SLUG, label_file

NUMBER = 6


def study() -> dict[str, int]:
    """Six items, each with one of two annotators; the roles of all of them are known from a file."""
    content = studies.records(NUMBER)
    studies.make_project(content)
    people = studies.add_people("ann", "bo")
    studies.assign("ann", "bo", overlap=1)
    rows = [(item["id"], text, "role", role) for item in content for text, role in studies.texts(item)]
    with store.writing() as session:
        file = label_file(rows, columns=("item", "target", "question", "label"))
        known.from_file(session, file, slug=SLUG, now=NOW)
    return people


def mix(each: int = 2, *, seed: int = 1) -> MixedIn:
    with store.writing() as session:
        return known_mixing.mix_in(session, slug=SLUG, each=each, seed=seed, now=NOW)


def items_of(name: str, kind: str) -> set[str]:
    with store.reading() as session:
        return set(
            session.exec(
                select(m.Item.source_id)
                .join(m.Assignment)
                .join(m.Rater)
                .join(m.Round, m.Round.id == m.Assignment.round_id)  # type: ignore[arg-type]
                .where(m.Rater.name == name, m.Round.kind == kind)
            ).all()
        )


def test_everybody_gets_items_that_they_do_not_have_anyway(database: str) -> None:
    people = study()
    done = mix(2)
    assert done.added == 4
    for name in people:
        assert len(items_of(name, "known")) == 2
        assert not items_of(name, "known") & items_of(name, "independent")
    assert mix(2).added == 0
    assert mix(5).added == 2  # three items are all that each does not have anyway
    with store.reading() as session:
        assert len(own_items.items(session, account_id=people["ann"], slug=SLUG)) == NUMBER


def test_a_preview_says_what_mixing_in_does(sqlite_database: str) -> None:
    study()
    with store.reading() as session:
        seen = known_mixing.preview(session, slug=SLUG, each=2, seed=1)
    assert seen == mix(2)


def test_what_is_said_of_known_items_enters_neither_headline_nor_gold(sqlite_database: str) -> None:
    """Each item has one annotator in the main round: with the other's known answer it would be settled."""
    people = study()
    mix(3)
    for account_id in people.values():
        studies.label_all(account_id, "must")
    with store.writing() as session:
        settled = adjudication.settle(session, slug=SLUG, policy="majority", now=NOW)
    assert settled.decided == 0
    with store.reading() as session:
        given = [(row.item, row.target) for row in judgments.current(session, slug=SLUG)]
        assert len(given) == len(set(given)) == 3 * NUMBER
        assert not list(gold.rows(session, slug=SLUG, only_decided=True))


def test_without_known_answers_or_with_no_number_it_is_refused(sqlite_database: str) -> None:
    study()
    with pytest.raises(WrongUse, match="1 or more"):
        mix(0)
    with store.writing() as session:
        known.forget(session, slug=SLUG, which=TheseItems(("i1",)), now=NOW)
    with store.writing() as session, pytest.raises(NotFound, match="known answer"):
        known_mixing.mix_in(session, slug=SLUG, each=1, which=TheseItems(("i1",)), now=NOW)
