"""Known answers: from decisions and from files, and what stands in a refused row."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from sqlmodel import select

from annotation import models as m
from annotation import store
from annotation.desk import adjudication
from annotation.errors import RowsRefused
from annotation.item_choice import TheseItems
from annotation.quality import known
from annotation.quality.known import KnownTaken
from tests import studies
from tests.studies import NOW, SLUG, label_file, votes

COLUMNS = ("item", "target", "question", "label", "comment")


def take(rows: Sequence[tuple[str, ...]], *, partial: bool = False) -> KnownTaken:
    with store.writing() as session:
        return known.from_file(session, label_file(rows, columns=COLUMNS), slug=SLUG, now=NOW, partial=partial)


def answers() -> set[tuple[str, str, str]]:
    with store.reading() as session:
        return {(each.label, each.origin, each.explanation) for each in session.exec(select(m.KnownAnswer))}


def test_what_is_decided_can_be_taken_for_known(database: str) -> None:
    studies.make_project()
    studies.take_labels(votes({"eve": "source", "bo": "source"}))
    with store.writing() as session:
        adjudication.settle(session, slug=SLUG, policy="unanimous", now=NOW)
        assert known.from_decisions(session, slug=SLUG, which=TheseItems(("i1", "i2")), now=NOW) == 6
        assert known.from_decisions(session, slug=SLUG, which="all", now=NOW) == 3  # those of i3
        found = known.listed(session, slug=SLUG)
    assert [(each.item, each.answers, each.origins) for each in found] == [
        ("i1", 3, ("decision",)),
        ("i2", 3, ("decision",)),
        ("i3", 3, ("decision",)),
    ]
    assert answers() == {(label, "decision", "") for label in ("must", "nice", "irr")}


def test_a_file_gives_answers_with_explanations_and_twice_changes_nothing(database: str) -> None:
    studies.make_project()
    rows = [("i1", "Must 1.", "role", "must", "It says so."), ("i1", "Nice 1.", "", "nice", "")]
    done = take(rows)
    assert (done.added, done.changed, done.skipped) == (2, 0, 0)
    assert answers() == {("must", "file", "It says so."), ("nice", "file", "")}
    done = take([*rows[:1], ("i1", "Nice 1.", "role", "irr", "")])
    assert (done.added, done.changed, done.skipped) == (0, 1, 1)


def test_rows_that_cannot_be_are_named_and_nothing_is_saved(sqlite_database: str) -> None:
    studies.make_project()
    rows = [
        ("i1", "Must 1.", "role", "must", ""),
        ("i1", "Must 1.", "role", "irr", ""),
        ("i9", "Must 1.", "role", "must", ""),
        ("i2", "Must 2.", "role", "perhaps", ""),
    ]
    with pytest.raises(RowsRefused) as refused:
        take(rows)
    assert [(each.row, each.id) for each in refused.value.refused] == [(3, "i1"), (4, "i9"), (5, "i2")]
    assert answers() == set()
    assert take(rows, partial=True).added == 1


def test_answers_can_be_forgotten(sqlite_database: str) -> None:
    studies.make_project()
    take([("i1", "Must 1.", "role", "must", ""), ("i2", "Must 2.", "role", "must", "")])
    with store.writing() as session:
        assert known.forget(session, slug=SLUG, which=TheseItems(("i1",)), now=NOW) == 1
    with store.reading() as session:
        assert [each.item for each in known.listed(session, slug=SLUG)] == ["i2"]
