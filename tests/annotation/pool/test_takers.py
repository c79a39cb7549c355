"""Free places that nobody can take: more places than people, or only people who have the item already."""

from __future__ import annotations

from annotation import projects, store
from annotation.pool import reservations
from tests import pools, studies
from tests.pools import later, open_pool, shown, take
from tests.studies import SLUG


def test_places_beyond_those_who_take_are_said_to_be_of_nobody(people: dict[str, int]) -> None:
    open_pool(places=4)
    assert (pools.state().free, pools.state().of_nobody) == (12, 3), "three people, and four places an item"
    for name in people:
        take(people[name])
    assert (pools.state().free, pools.state().of_nobody) == (9, 3)
    open_pool(places=2, annotators=("ann",))
    assert pools.state().of_nobody == 2, "of i1 no place is free; of each other item ann takes one"


def test_what_its_only_taker_has_skipped_is_of_nobody(three: dict[str, int]) -> None:
    open_pool(places=1, annotators=("ann",))
    assert pools.state().of_nobody == 0
    screen = shown(three["ann"])
    studies.skip(three["ann"], studies.skip_of(screen))
    assert pools.state().of_nobody == 1


def test_what_ran_out_comes_back_to_whoever_had_it(three: dict[str, int]) -> None:
    open_pool(places=1, annotators=("ann",), minutes=10)
    take(three["ann"])
    with store.writing() as session:
        reservations.free_run_out(session, projects.planned_round(session, projects.find(session, SLUG)), now=later(11))
    assert (pools.state().free, pools.state().of_nobody) == (3, 0)
