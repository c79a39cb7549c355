"""In which order the items of a pool are taken: seeded, different for each annotator, the most disputed first."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from annotation.pool.order import in_order
from annotation.pool.places import ItemPlaces

FIVE = [ItemPlaces(n, f"i{n}", 3, done=done) for n, done in enumerate((2, 0, 2, 1, 2), start=1)]
ORDERS = st.sampled_from(["planned", "random", "disputed"])


def names(found: list[ItemPlaces]) -> list[str]:
    return [each.item for each in found]


@given(ORDERS, st.integers(0, 50), st.text(max_size=5), st.dictionaries(st.integers(1, 5), st.floats(0, 1)))
def test_every_order_has_every_item_once(order, seed, annotator, agreement) -> None:  # type: ignore[no-untyped-def]
    found = in_order(FIVE, order=order, seed=seed, annotator=annotator, agreement=agreement)
    assert sorted(names(found)) == names(FIVE)


@given(st.integers(0, 50), st.text(max_size=5), st.sets(st.integers(0, 4)))
def test_a_drawn_order_stays_the_same_while_items_come_and_go(seed: int, annotator: str, there: set[int]) -> None:
    every = names(in_order(FIVE, order="random", seed=seed, annotator=annotator))
    some = [FIVE[place] for place in sorted(there)]
    assert names(in_order(some, order="random", seed=seed, annotator=annotator)) == [
        name for name in every if name in names(some)
    ]


def test_people_are_drawn_different_orders() -> None:
    orders = {tuple(names(in_order(FIVE, order="random", seed=1, annotator=f"p{n}"))) for n in range(10)}
    assert len(orders) > 5


def test_the_smallest_agreement_comes_first_then_the_fewest_answers_then_the_import() -> None:
    """i3 and i1 are disputed; i4 and i2 have fewer than two answers; on i5 people agree."""
    found = in_order(FIVE, order="disputed", agreement={3: 0.2, 1: 0.5, 5: 1.0})
    assert names(found) == ["i3", "i1", "i2", "i4", "i5"]
