"""What stands behind a question's agreement: shares by rater, confusions, the most disputed targets."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pandas as pd
import pytest

from agreement.details import details
from agreement.ratings import Ratings, read_ratings
from agreement.scale import Level

LABELS = ("low", "mid", "high")
ROWS = [
    ("i1", "t1", {"a": "low", "b": "high", "c": "low"}),
    ("i1", "t2", {"a": "mid", "b": "mid", "c": "mid"}),
    ("i2", "t1", {"a": "low", "b": "mid"}),
    ("i3", "t1", {"a": "high"}),
]


def ratings(rows: Sequence[tuple[str, str, dict[str, str]]] = ROWS, level: Level = "ordinal") -> Ratings:
    long = [(item, target, "q", rater, label) for item, target, said in rows for rater, label in said.items()]
    table = pd.DataFrame(long, columns=["item", "target", "question", "rater", "label"])
    (found,) = read_ratings(table, levels={"q": level}, labels={"q": LABELS}).ratings
    return found


def test_each_rater_has_shares_of_all_labels_of_the_scale() -> None:
    """B7: a label that a rater never gives has a share of 0."""
    by_rater = {each.rater: each for each in details(ratings()).raters}
    assert by_rater["a"].shares == (0.5, 0.25, 0.25)
    assert by_rater["b"].n == 3
    assert by_rater["b"].shares == pytest.approx((0, 2 / 3, 1 / 3))


def test_confusions_count_pairs_of_labels_as_a_loop_does() -> None:
    expected = np.zeros((3, 3), dtype=int)
    for _, _, said in ROWS:
        for one, other in combinations(said.values(), 2):
            first, second = LABELS.index(one), LABELS.index(other)
            expected[first, second] += 1
            expected[second, first] += first != second
    assert np.array_equal(np.array(details(ratings()).confusions), expected)


def test_the_most_disputed_target_comes_first_and_agreed_ones_are_none() -> None:
    found = details(ratings())
    assert [(each.item, each.target) for each in found.disputed] == [("i1", "t1"), ("i2", "t1")]
    # Two of three pairs lie at the two ends of the scale; the other target's pair is half of it apart.
    assert [each.disagreement for each in found.disputed] == [pytest.approx(2 / 3), pytest.approx(0.5)]
    assert found.disputed[0].labels == (("a", "low"), ("b", "high"), ("c", "low"))
    assert found.n_disputed == 2


def test_without_an_order_any_two_different_labels_disagree_alike() -> None:
    found = details(ratings(level="nominal"))
    assert [each.disagreement for each in found.disputed] == [1.0, pytest.approx(2 / 3)]


def test_only_so_many_are_listed_and_all_are_counted() -> None:
    found = details(ratings(), at_most=1)
    assert (len(found.disputed), found.n_disputed) == (1, 2)
