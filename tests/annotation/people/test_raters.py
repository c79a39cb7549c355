"""Raters: a pseudonym is nobody's name."""

from __future__ import annotations

from sqlmodel import select

from annotation import models as m
from annotation import store
from tests import studies


def test_a_pseudonym_is_never_the_name_of_an_account(sqlite_database: str) -> None:
    """Else labels exported under the pseudonym would come back as that account's."""
    studies.make_project()
    studies.add_people("rater-1", "amy")
    studies.assign("amy")
    with store.reading() as session:
        assert session.exec(select(m.Rater.name, m.Rater.pseudonym)).all() == [("amy", "rater-2")]


def test_people_whom_an_export_names_by_pseudonym_keep_it_in_a_new_project(sqlite_database: str) -> None:
    """Else one screen would call somebody rater-1 whom the exports call rater-2."""
    studies.make_project()
    studies.take_labels(studies.votes({"rater-2": "must", "rater-1": "irr", "eve": "nice"}))
    with store.reading() as session:
        names = dict(session.exec(select(m.Rater.name, m.Rater.pseudonym)).all())
    assert names == {"rater-2": "rater-2", "rater-1": "rater-1", "eve": "rater-3"}
