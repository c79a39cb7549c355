"""One answer to what is next in a project."""

from __future__ import annotations

from annotation import projects, rounds, store
from annotation.next_step import Step, next_step
from annotation.status import status
from tests import studies
from tests.studies import SLUG


def step() -> Step:
    with store.reading() as session:
        return next_step(status(session, slug=SLUG), rounds.state(session, slug=SLUG))


def test_a_project_goes_from_assigning_to_evaluating(sqlite_database: str) -> None:
    studies.make_project()
    people = studies.add_people("ann")
    assert step() == "assign"
    studies.assign("ann")
    assert step() == "label"
    studies.close_round()
    assert step() == "reopen"
    with store.writing() as session:
        rounds.reopen(session, slug=SLUG, account_id=None, now=studies.NOW)
    studies.label_all(people["ann"])
    assert step() == "evaluate"


def test_labels_from_files_need_no_assignment(sqlite_database: str) -> None:
    studies.make_project()
    studies.take_labels(studies.votes({"eve": "must"}))
    assert step() == "evaluate"


def test_a_project_without_items_wants_some(sqlite_database: str) -> None:
    with store.writing() as session:
        projects.make(session, slug=SLUG, protocol="stratmem-roles", title=None, now=studies.NOW)
    assert step() == "import"
