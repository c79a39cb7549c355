"""Where the released gold differs from one's own answers: after the release, and of nobody else's answers."""

from __future__ import annotations

from datetime import timedelta

import pytest

from annotation import releases, store
from annotation.board import own_gold
from annotation.board.own_gold import OwnGold
from annotation.desk import shown as desk
from annotation.errors import NotFound
from tests import studies
from tests.studies import NOW, SLUG

RELEASED = NOW + timedelta(days=1)


@pytest.fixture
def people(database: str) -> dict[str, int]:
    """Ann and Bo have labelled two items; Dana has decided the first, as Ann would have it but for one memory."""
    studies.make_project(studies.records(2))
    made = studies.add_people("ann", "bo")
    studies.assign("ann", "bo")
    studies.label_all(made["ann"], "must")
    studies.label_all(made["bo"], "irr")
    made |= studies.add_people("dana", role="adjudicator")
    with store.reading() as session:
        places = desk.item(session, slug=SLUG, number=1, account_id=made["dana"]).places
    given = [(place.target, label, 0) for place, label in zip(places, ("must", "must", "nice"), strict=True)]
    studies.decide(made["dana"], 1, *given, reason="It is asked for.")
    return made


def release(at: int = 0) -> None:
    with store.writing() as session:
        releases.keep(
            session,
            slug=SLUG,
            number=at + 1,
            manifest={},
            content=b"zip",
            account_id=None,
            now=RELEASED + timedelta(days=at),
        )


def seen(account_id: int) -> OwnGold:
    with store.reading() as session:
        return own_gold.own_gold(session, account_id=account_id, slug=SLUG)


def test_before_a_release_nothing_is_said(people: dict[str, int]) -> None:
    """Whoever knows the gold labels towards it."""
    with store.reading() as session:
        assert own_gold.released_to(session, account_id=people["ann"]) == []
    with pytest.raises(NotFound, match="released"):
        seen(people["ann"])


def test_after_it_ones_own_answers_that_differ_are_shown_with_the_reason(people: dict[str, int]) -> None:
    release()
    found = seen(people["ann"])
    assert (found.release, found.compared, len(found.differences)) == (1, 3, 1)
    [one] = found.differences
    assert (one.own, one.gold, one.reason, one.item) == ("Must", "Nice", "It is asked for.", "Question 1?")
    assert len(seen(people["bo"]).differences) == 3
    assert not any(name in repr(found) for name in ("bo", "dana", "rater-", "'Irrelevant'"))


def test_what_is_decided_after_a_release_waits_for_the_next_one(people: dict[str, int]) -> None:
    release()
    with store.reading() as session:
        places = desk.item(session, slug=SLUG, number=2, account_id=people["dana"]).places
    studies.decide(people["dana"], 2, (places[0].target, "irr", 0), now=RELEASED + timedelta(hours=1))
    assert seen(people["ann"]).compared == 3
    release(at=1)
    found = seen(people["ann"])
    assert (found.release, found.compared, len(found.differences)) == (2, 4, 2)


def test_whoever_has_not_labelled_learns_nothing(people: dict[str, int]) -> None:
    release()
    with pytest.raises(NotFound):
        seen(people["dana"])
    with store.reading() as session, pytest.raises(NotFound):
        own_gold.own_gold(session, account_id=people["ann"], slug="elsewhere")
