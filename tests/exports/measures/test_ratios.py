"""Ratios of sums with intervals over clusters: by hand, undefined with a reason, and the same draws for all."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exports.measures.ratios import Count, Draws, averaged, ratio, resampled

FEW = Draws(200, 3)


def test_pooled_and_averaged_are_different_numbers_by_hand() -> None:
    # 1 of 1 and 1 of 3: pooled 2/4, the mean of 1 and 1/3 is 2/3.
    counts = [Count("a", 1, 1), Count("b", 1, 3)]
    assert ratio(counts, draws=FEW).value == 0.5
    assert ratio(averaged(counts), draws=FEW).value == pytest.approx(2 / 3)
    assert (ratio(counts, draws=FEW).n, ratio(averaged(counts), draws=FEW).n) == (4, 2)


def test_nothing_to_count_is_undefined_and_never_zero() -> None:
    for counts in ([], [Count("a", 0, 0)]):
        found = ratio(counts, draws=FEW)
        assert (found.value, found.low, found.undefined) == (None, None, "nothing_to_count")


def test_one_cluster_has_a_value_and_no_interval() -> None:
    found = ratio([Count("a", 1, 2), Count("a", 1, 2)], draws=FEW)
    assert (found.value, found.low, found.high, found.n_clusters) == (0.5, None, None, 1)
    assert "one cluster" in (found.note or "")


def test_the_interval_is_wider_where_items_stand_together() -> None:
    values = np.random.default_rng(0).integers(0, 2, 60).astype(float)
    alone = ratio([Count(str(n), v, 1) for n, v in enumerate(np.repeat(values, 4).tolist())], draws=Draws(400))
    together = ratio([Count(str(n // 4), v, 1) for n, v in enumerate(np.repeat(values, 4).tolist())], draws=Draws(400))
    assert alone.value == together.value
    assert None not in (alone.low, alone.high, together.low, together.high)
    assert (together.high or 0) - (together.low or 0) > 1.5 * ((alone.high or 0) - (alone.low or 0))


def test_few_clusters_and_no_width_are_said() -> None:
    found = ratio([Count(str(n), 1, 1) for n in range(10)], draws=FEW)
    assert (found.low, found.high) == (1.0, 1.0)
    assert "no width" in (found.note or "")
    assert "only 10 clusters" in (found.note or "")


def test_a_combination_is_of_the_same_draws() -> None:
    counts = {"a": [Count(str(n), n % 2, 1) for n in range(40)], "b": [Count(str(n), n % 2, 1) for n in range(40)]}
    found = resampled(counts, draws=FEW, combined={"less": lambda of: of["a"] - of["b"]})["less"]
    assert (found.value, found.low, found.high) == (0.0, 0.0, 0.0)


def test_a_combination_of_something_undefined_is_undefined() -> None:
    found = resampled({"a": [], "b": [Count("x", 1, 1)]}, draws=FEW, combined={"sum": lambda of: of["a"] + of["b"]})
    assert (found["sum"].value, found["sum"].undefined) == (None, "part_undefined")


@given(st.lists(st.tuples(st.sampled_from("abcde"), st.integers(0, 3), st.integers(0, 3)), max_size=12))
def test_shares_stay_between_0_and_1_and_the_order_of_counts_changes_nothing(
    given_counts: list[tuple[str, int, int]],
) -> None:
    counts = [Count(cluster, min(part, whole), whole) for cluster, part, whole in given_counts]
    found = ratio(counts, draws=Draws(30, 1))
    assert ratio(counts[::-1], draws=Draws(30, 1)) == found
    for value in (found.value, found.low, found.high):
        assert value is None or 0 <= value <= 1
