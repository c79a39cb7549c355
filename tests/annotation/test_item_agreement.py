"""The agreement on one item, by which a pool is ordered and one more annotator asked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlmodel import select

from annotation import item_agreement, store
from annotation import models as m
from annotation.item_agreement import share
from tests import studies

VOTES = st.lists(st.dictionaries(st.sampled_from(["must", "nice", "irr"]), st.integers(1, 5)), max_size=4)


def test_pairs_are_counted_over_all_places_together() -> None:
    """Three people: at one place 2 to 1 (1 of 3 pairs agree), at the other all alike (3 of 3): 4 of 6."""
    assert share([{"must": 2, "nice": 1}, {"irr": 3}]) == pytest.approx(4 / 6)


def test_without_a_pair_it_is_undefined() -> None:
    assert share([]) is None
    assert share([{"must": 1}, {"nice": 1}]) is None


@given(VOTES)
def test_it_lies_between_0_and_1_and_renaming_labels_changes_nothing(places: list[dict[str, int]]) -> None:
    found = share(places)
    assert found is None or 0 <= found <= 1
    assert found == share([{label + "'": count for label, count in votes.items()} for votes in reversed(places)])


def test_it_is_read_from_the_current_answers_without_surplus_ones(database: str) -> None:
    """i1: Ann and Bo agree on 3 of 3 memories. i2: on 1 of 3, since Bo says "nice" of all. i3: Ann alone."""
    studies.make_project()
    rows = [
        (item, target, "role", who, label if who == "ann" or item != "i2" else "nice")
        for item, n in (("i1", 1), ("i2", 2))
        for target, label in ((f"Must {n}.", "must"), (f"Nice {n}.", "nice"), (f"Irrelevant {n}.", "irr"))
        for who in ("ann", "bo")
    ]
    studies.take_labels(studies.label_file([*rows, ("i3", "Must 3.", "role", "ann", "must")]))
    with store.reading() as session:
        its_round = session.exec(select(m.Round)).one()
        ids = {item.source_id: item.id or 0 for item in session.exec(select(m.Item)).all()}
        found = item_agreement.of_items(session, its_round, list(ids.values()))
    assert found == {ids["i1"]: 1.0, ids["i2"]: pytest.approx(1 / 3)}
