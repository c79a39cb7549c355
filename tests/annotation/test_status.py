"""How far a project is: one count for everybody who looks."""

from __future__ import annotations

import pytest

from annotation import store
from annotation.errors import NotFound
from annotation.judgments import long_table
from annotation.status import AnnotatorProgress, Status, status, statuses
from tests import studies
from tests.studies import SLUG, memory, record, screen_of, submission, submit


def found() -> Status:
    with store.reading() as session:
        return status(session, slug=SLUG)


def test_a_new_project_has_its_items_and_the_targets_that_are_asked_about(database: str) -> None:
    studies.make_project([*studies.records(2), record("x", memory=memory(must=["a"]))])
    new = found()
    assert (new.project, new.round, new.items, new.targets, new.judgments) == (SLUG, 1, 3, 7, 0)
    assert (new.annotators, new.items_complete, new.items_assigned) == ((), 0, 0)
    assert new.tags == {"persona": {"Otto": 3}, "scenario": {"must+nice": 2, "must-only": 1}}


def test_each_persons_count_and_the_total_are_right(database: str) -> None:
    """F3, F4: 1 of 3 and 2 of 3, of which the one that both have done is complete; every view says the same."""
    studies.make_project()
    people = studies.add_people("ann", "bo")
    studies.assign("ann", "bo")
    shown = screen_of(people["ann"])
    submit(people["ann"], submission(shown))
    studies.label_all(people["bo"])
    now = found()
    assert now.annotators == (AnnotatorProgress("ann", "rater-1", 1, 3), AnnotatorProgress("bo", "rater-2", 3, 3))
    assert (now.judgments, now.items_complete, now.items_assigned) == (12, 1, 3)
    for name, progress in zip(("ann", "bo"), now.annotators, strict=True):
        own = screen_of(people[name]).progress
        assert (own.done, own.total) == (progress.done, progress.total)
    with store.reading() as session:
        assert len(long_table(session, slug=SLUG)) == now.judgments


def test_a_revised_label_is_one_judgment(sqlite_database: str) -> None:
    """N2."""
    studies.make_project()
    for label in ("irr", "must", "nice"):
        studies.take_labels(studies.votes({"eve": label}), revise=True)
    assert found().judgments == 9


def test_a_cleared_answer_is_no_judgment_in_any_view(database: str) -> None:
    """F4, J7."""
    studies.make_project()
    studies.take_labels(studies.votes({"eve": "must"}))
    studies.clear_last_answer()
    assert found().judgments == 8
    with store.reading() as session:
        assert len(long_table(session, slug=SLUG)) == 8


def test_every_project_is_listed_by_slug(sqlite_database: str) -> None:
    for slug in ("b", "a"):
        studies.make_project(slug=slug)
    with store.reading() as session:
        assert [each.project for each in statuses(session)] == ["a", "b"]
        with pytest.raises(NotFound, match="a, b"):
            status(session, slug="c")
