"""Closing a round and opening it again: nothing is taken meanwhile, and nothing is lost."""

from __future__ import annotations

import pytest
from sqlmodel import col, select

from annotation import models as m
from annotation import rounds, store
from annotation.errors import Conflict, NotFound
from annotation.rounds import RoundState
from tests import studies
from tests.studies import NOW, SLUG, screen_of, submission, submit


def close(slug: str = SLUG) -> None:
    with store.writing() as session:
        rounds.close(session, slug=slug, account_id=None, now=NOW)


def reopen(slug: str = SLUG) -> None:
    with store.writing() as session:
        rounds.reopen(session, slug=slug, account_id=None, now=NOW)


def state() -> RoundState:
    with store.reading() as session:
        return rounds.state(session, slug=SLUG)


def test_a_closed_round_takes_nothing_until_it_is_opened_again(people_anywhere: dict[str, int]) -> None:
    ann = people_anywhere["ann"]
    shown = screen_of(ann)
    close()
    assert screen_of(ann).state == "closed"
    with pytest.raises(Conflict) as refused:
        submit(ann, submission(shown))
    assert refused.value.code == "closed_round"
    reopen()
    assert screen_of(ann).assignment == shown.assignment
    assert submit(ann, submission(shown)).stored == 3


def test_the_state_counts_what_closing_would_stop(people_anywhere: dict[str, int]) -> None:
    submit(people_anywhere["ann"], submission(screen_of(people_anywhere["ann"])))
    with store.writing() as session:
        first, second = session.exec(
            select(m.Assignment).join(m.Rater).where(m.Rater.name == "bo").order_by(col(m.Assignment.position)).limit(2)
        ).all()
        first.state, first.skip_reason = "skipped", "hard"
        session.add(
            m.Draft(assignment_id=second.id or 0, revision=0, codebook_id=1, version=1, answers=[], saved_at=NOW)
        )
    found = state()
    assert (found.number, found.kind, found.closed_at) == (1, "independent", None)
    assert (found.unfinished, found.skipped, found.drafts) == (4, 1, 1)
    close()
    assert (state().closed_at, state().drafts) == (NOW, 1)


def test_each_change_is_an_event_and_a_second_one_is_refused(database: str) -> None:
    studies.make_project()
    with pytest.raises(Conflict, match="open already"):
        reopen()
    close()
    with pytest.raises(Conflict, match="closed already"):
        close()
    reopen()
    with pytest.raises(NotFound, match="'nosuch'"):
        close("nosuch")
    with store.reading() as session:
        kinds = session.exec(select(m.Event.kind, m.Event.detail).where(col(m.Event.kind).startswith("round "))).all()
    assert [tuple(each) for each in kinds] == [("round closed", {"round": 1}), ("round opened", {"round": 1})]
