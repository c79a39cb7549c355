"""The queue narrowed to a question, a pair of labels or people, a released tag, a size or a state."""

from __future__ import annotations

import pytest
from sqlmodel import select

from annotation import models as m
from annotation import projects, store
from annotation.desk import disputes, place_states
from annotation.desk import filters as queue_filters
from annotation.desk.filters import Filters
from annotation.errors import Invalid
from tests import studies
from tests.studies import SLUG, take_labels, votes

FIRST, SECOND, THIRD = studies.records()


@pytest.fixture
def study(sqlite_database: str) -> None:
    """Three items: a and b differ on the first, a and c on the second by other labels, nobody on the third."""
    studies.make_project()
    take_labels(votes({"a": "must", "b": "irr"}, content=[FIRST]))
    take_labels(votes({"a": "source", "b": "source", "c": "nice"}, content=[SECOND]))
    take_labels(votes({"a": "must", "b": "must"}, content=[THIRD]))


def numbers(**filters: object) -> list[tuple[int, int]]:
    """The items of the queue with how many places they have there."""
    with store.reading() as session:
        found = disputes.queue(session, slug=SLUG, filters=Filters(**filters))  # type: ignore[arg-type]
    return [(each.number, each.places) for each in found.items]


def test_without_a_filter_it_is_what_is_to_be_decided(study: None) -> None:
    assert numbers() == [(1, 3), (2, 2)]


def test_by_labels(study: None) -> None:
    assert numbers(labels=("must", "irr")) == [(1, 3)]
    assert numbers(labels=("must", "nice")) == [(2, 1)]
    assert numbers(labels=("nice",)) == [(2, 2)]


def test_by_people_who_differ_from_one_another_or_from_anybody(study: None) -> None:
    assert numbers(raters=("rater-1", "rater-2")) == [(1, 3)]
    assert numbers(raters=("rater-1", "rater-3")) == [(2, 2)]
    assert numbers(raters=("rater-2",)) == [(1, 3), (2, 2)]
    assert numbers(raters=("rater-9",)) == []


def test_by_question_size_and_state(study: None) -> None:
    assert numbers(question="role") == [(1, 3), (2, 2)]
    assert numbers(question="mood") == []
    assert numbers(at_least=3) == [(1, 3)]
    assert numbers(state="agreed") == [(2, 1), (3, 3)]
    assert numbers(state="reopened") == []


def test_by_a_tag_only_where_it_is_released(study: None) -> None:
    """A scenario of StratMem follows from the roles."""
    with store.writing() as session:
        item = session.exec(select(m.Item).where(m.Item.source_id == "i2")).one()
        session.add(m.Tag(item_id=item.id or 0, name="batch", value="one"))
    with pytest.raises(Invalid, match="batch"):
        numbers(tag=("batch", "one"))
    with store.writing() as session:
        session.exec(select(m.Project)).one().settings = {"desk_tags": ["batch"]}
    assert numbers(tag=("batch", "one")) == [(2, 2)]
    with store.reading() as session:
        project = projects.find(session, SLUG)
        _, book = projects.latest_codebook(session, project.id or 0)
        every = place_states.of_project(session, slug=SLUG)
        offered = queue_filters.choices(session, project, every, book, language="en")
    assert offered.tags == {"batch": ("one",)}
    assert offered.raters == ("rater-1", "rater-2", "rater-3")
    assert offered.questions[0].labels == (("irr", "Irrelevant"), ("nice", "Nice"), ("must", "Must"))
