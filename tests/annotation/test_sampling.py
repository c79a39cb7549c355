"""Samples: seeded, by strata, with probabilities that nothing changes later."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation import assignment, sampling, store
from annotation.errors import NotFound, WrongUse
from annotation.sampling import Drawn, draw
from tests import studies
from tests.studies import NOW, SLUG, memory, record

Strata = dict[tuple[str, ...], list[str]]


@st.composite
def strata(draws: st.DrawFn) -> Strata:
    sizes = draws(st.lists(st.integers(1, 30), min_size=1, max_size=6))
    return {(f"s{place}",): [f"{place}-{n}" for n in range(size)] for place, size in enumerate(sizes)}


@given(strata(), st.integers(1, 200), st.integers(0, 9), st.sampled_from(["proportional", "equal"]))
def test_exactly_so_many_different_items_are_drawn_each_from_its_stratum(
    found: Strata, n: int, seed: int, allocation: sampling.Allocation
) -> None:
    total = sum(map(len, found.values()))
    if not len(found) <= n <= total:
        with pytest.raises(WrongUse, match="cannot be drawn"):
            draw(found, n=n, seed=seed, allocation=allocation)
        return
    drawn = draw(found, n=n, seed=seed, allocation=allocation)
    assert sum(map(len, drawn.values())) == n == len({item for items in drawn.values() for item in items})
    assert all(set(items) <= set(found[stratum]) and items for stratum, items in drawn.items())
    assert drawn == draw(dict(reversed(found.items())), n=n, seed=seed, allocation=allocation), "the order is nothing"


def test_shares_are_those_of_the_strata() -> None:
    """Sixty and thirty and ten items: a sample of twenty has 12, 6 and 2, as hand counting gives."""
    found: Strata = {(name,): [f"{name}{n}" for n in range(size)] for name, size in (("a", 60), ("b", 30), ("c", 10))}
    sizes = {name: len(items) for (name,), items in draw(found, n=20, seed=3).items()}
    assert sizes == {"a": 12, "b": 6, "c": 2}
    equal = {name: len(items) for (name,), items in draw(found, n=32, seed=3, allocation="equal").items()}
    assert equal == {"a": 11, "b": 11, "c": 10}


def test_every_item_of_a_stratum_has_the_same_chance() -> None:
    """2,000 draws of 2 of 5: each item is expected 800 times; 5 standard deviations are 110."""
    counts = Counter(item for seed in range(2000) for item in draw({(): list("abcde")}, n=2, seed=seed)[()])
    assert set(counts) == set("abcde")
    assert all(abs(count - 800) < 110 for count in counts.values())


def study() -> None:
    """Six items in two scenarios."""
    studies.make_project(
        [record(f"m{n}", memory=memory(must=["Must."])) for n in range(4)]
        + [record(f"n{n}", memory=memory(nice=["Nice."])) for n in range(2)]
    )


def test_a_sample_keeps_the_probability_of_each_item_and_is_what_people_get(database: str) -> None:
    study()
    studies.add_people("ann", "bo")
    with store.writing() as session:
        drawn = sampling.sample(session, slug=SLUG, name="v", n=3, seed=5, by=["scenario"], now=NOW)
        assigned = assignment.assign(
            session, slug=SLUG, annotators=["ann", "bo"], overlap=2, seed=1, sample="v", now=NOW
        )
    assert drawn == [Drawn(("must-only",), 4, 2), Drawn(("nice-only",), 2, 1)]
    assert assigned.loads == {"ann": 3, "bo": 3}
    with store.reading() as session:
        chances = sampling.chances(session, slug=SLUG, name="v")
        assert [(each.name, each.items, each.strata) for each in sampling.samples(session, slug=SLUG)] == [
            ("v", 3, ("scenario",))
        ]
    assert sorted(chances.values()) == [(0.5, False)] * 3 + [(0.5, True)] * 3, "of all items, drawn or not"


def test_what_cannot_be_drawn_stores_nothing(sqlite_database: str) -> None:
    study()
    with store.writing() as session:
        sampling.sample(session, slug=SLUG, name="v", n=2, seed=5, now=NOW)
    for changes, error in (
        ({"name": "v"}, WrongUse),
        ({"name": " "}, WrongUse),
        ({"n": 7}, WrongUse),
        ({"by": ["mood"]}, NotFound),
    ):
        with store.writing() as session, pytest.raises(error):
            sampling.sample(session, **{"slug": SLUG, "name": "w", "n": 2, "seed": 5, "now": NOW, **changes})  # type: ignore[arg-type]
    with store.reading() as session:
        assert len(sampling.samples(session, slug=SLUG)) == 1
        with pytest.raises(NotFound):
            sampling.drawn_items(session, slug=SLUG, name="w")
