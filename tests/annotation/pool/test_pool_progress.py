"""What the screens count where items are taken from a pool: a free place waits, and one that is gone does not."""

from __future__ import annotations

import pytest

from annotation import item_progress, progress, projects, rounds, store
from annotation.desk import place_states
from annotation.status import status
from tests import pools, studies
from tests.pools import later, open_pool, shown, take
from tests.studies import SLUG, screen_of, submission, submit


@pytest.fixture
def people(sqlite_database: str) -> dict[str, int]:
    """Ann, Bo and Chen, and three items of which each has two places."""
    studies.make_project()
    made = studies.add_people("ann", "bo", "chen")
    open_pool(places=2, minutes=30)
    return made


def done_of() -> list[tuple[int, int]]:
    """Of each item, how many are done and how many it has or waits for."""
    with store.reading() as session:
        return [(each.done, each.assigned) for each in item_progress.by_item(session, slug=SLUG)]


def test_an_item_waits_until_every_place_is_done(people: dict[str, int]) -> None:
    submit(people["ann"], submission(shown(people["ann"])))
    with store.reading() as session:
        found = status(session, slug=SLUG)
        current = projects.current_round(session, projects.find(session, SLUG))
        waiting = place_states.unfinished(session, current)
    assert (found.items_complete, found.items_assigned) == (0, 3)
    assert (done_of(), waiting) == ([(1, 2), (0, 2), (0, 2)], {1: 1, 2: 2, 3: 2})
    submit(people["bo"], submission(shown(people["bo"])))
    with store.reading() as session:
        assert status(session, slug=SLUG).items_complete == 1
        assert place_states.unfinished(session, current) == {2: 2, 3: 2}


def test_a_reservation_that_ran_out_is_nobodys_item(people: dict[str, int]) -> None:
    take(people["ann"])
    take(people["bo"], now=later(31))
    with store.reading() as session:
        found = {each.annotator: (each.done, each.total) for each in status(session, slug=SLUG).annotators}
        people_found = [each.name for each in progress.by_person(session, slug=SLUG)]
        unfinished = rounds.state(session, slug=SLUG).unfinished
    assert (found, people_found, unfinished) == ({"bo": (0, 1)}, ["bo"], 1)
    assert done_of() == [(0, 2), (0, 2), (0, 2)]


def test_a_skipped_place_is_counted_once(people: dict[str, int]) -> None:
    screen = shown(people["ann"])
    studies.skip(people["ann"], studies.skip_of(screen))
    assert done_of()[0] == (0, 2)
    for name in ("bo", "chen"):
        submit(people[name], submission(shown(people[name])))
    assert done_of()[0] == (2, 2)
    pools.close_pool()
    assert done_of()[0] == (2, 2), "Ann's skip holds up nothing"


def test_when_the_pool_is_closed_only_what_somebody_has_counts(people: dict[str, int]) -> None:
    submit(people["ann"], submission(shown(people["ann"])))
    take(people["ann"])
    pools.close_pool()
    with store.reading() as session:
        found = status(session, slug=SLUG)
    assert (found.items_complete, found.items_assigned) == (1, 1)
    assert done_of() == [(1, 1), (0, 0), (0, 0)]


def test_what_ran_out_can_be_assigned_and_keeps_its_draft(people: dict[str, int]) -> None:
    screen = shown(people["ann"])
    target = screen.item.targets[0].key if screen.item else ""
    studies.save_draft(people["ann"], studies.work_of(screen, {target: "must"}))
    pools.close_pool()
    studies.assign("ann")
    now = screen_of(people["ann"])
    assert (now.progress.total, now.assignment, now.draft is not None) == (3, screen.assignment, True)
