"""Do our formulas, which the intervals are made with, give what the known libraries give?

Intended differences: where a library gives NaN, an error or a convention (one label only, one target only) we give a
reason; where labels are missing, statsmodels' Fleiss refuses and ours is Gwet's generalization.
"""

from typing import Literal

import krippendorff
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import kendalltau, spearmanr
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

from agreement.coefficient import Coefficient, declared
from agreement.estimates import Asked
from agreement.patterns import Patterns
from agreement.scale import LEVELS, OneThing
from tests.agreement.tables import patterns_of

N_LABELS = 4
Codes = npt.NDArray[np.int64]

many = settings(max_examples=100, deadline=None)
BY_KEY: dict[str, Coefficient] = {one.key: one for one in declared() if one.levels & set(LEVELS)}


def ours(key: str, patterns: Patterns) -> float | None:
    """The value of our own formula, without the library's."""
    asked = Asked(BY_KEY[key], patterns)
    return None if asked.undefined else asked.unresampled


@many
@given(arrays(np.int64, st.tuples(st.integers(1, 15), st.just(2)), elements=st.integers(-1, N_LABELS - 1)))
def test_cohen_is_that_of_scikit_learn(codes: Codes) -> None:
    patterns = patterns_of(codes, n_labels=N_LABELS)
    if len(patterns.raters) < 2:
        return
    both = codes[(codes >= 0).all(axis=1)]
    found = ours("cohen_kappa", patterns.pair(0, 1))
    if found is None:
        assert len(both) < 2 or len(np.unique(both)) == 1
        return
    expected = cohen_kappa_score(both[:, 0], both[:, 1], labels=np.arange(N_LABELS))
    assert found == pytest.approx(expected, abs=1e-12)


@many
@given(
    arrays(np.int64, st.tuples(st.integers(2, 15), st.just(2)), elements=st.integers(0, N_LABELS - 1)),
    st.sampled_from(("linear", "quadratic")),
)
def test_weighted_kappa_is_that_of_scikit_learn(codes: Codes, weights: Literal["linear", "quadratic"]) -> None:
    patterns = patterns_of(codes, n_labels=N_LABELS, level="ordinal").pair(0, 1)
    found = ours(f"{weights}_kappa", patterns)
    if found is None:
        assert len(np.unique(codes)) == 1
        return
    expected = cohen_kappa_score(codes[:, 0], codes[:, 1], labels=np.arange(N_LABELS), weights=weights)
    assert found == pytest.approx(expected, abs=1e-12)


@many
@given(arrays(np.int64, st.tuples(st.integers(2, 15), st.just(2)), elements=st.integers(0, N_LABELS - 1)))
def test_rank_correlations_are_those_of_scipy(codes: Codes) -> None:
    patterns = patterns_of(codes, n_labels=N_LABELS, level="ordinal").pair(0, 1)
    for key, library in (("spearman", spearmanr), ("kendall_tau_b", kendalltau)):
        found = ours(key, patterns)
        if found is None:
            assert any(len(np.unique(column)) == 1 for column in codes.T)
        else:
            assert found == pytest.approx(library(codes[:, 0], codes[:, 1]).statistic, abs=1e-12)


@many
@given(arrays(np.int64, st.tuples(st.integers(2, 15), st.integers(2, 5)), elements=st.integers(0, N_LABELS - 1)))
def test_fleiss_is_that_of_statsmodels_where_numbers_are_equal(codes: Codes) -> None:
    found = ours("fleiss_kappa", patterns_of(codes, n_labels=N_LABELS))
    if found is None:
        assert len(np.unique(codes)) == 1
        return
    assert found == pytest.approx(fleiss_kappa(aggregate_raters(codes, N_LABELS)[0]), abs=1e-12)


@many
@given(
    arrays(np.int64, st.tuples(st.integers(2, 15), st.integers(2, 5)), elements=st.integers(-1, N_LABELS - 1)),
    st.sampled_from(LEVELS),
    st.integers(-2, 2),
)
def test_alpha_is_that_of_krippendorff(codes: Codes, level: OneThing, first: int) -> None:
    found = ours(f"alpha_{level}", patterns_of(codes, n_labels=N_LABELS, level="interval", first_label=first))
    paired = codes[(codes >= 0).sum(axis=1) >= 2]
    if found is None:
        assert len(paired) < 2 or len(np.unique(paired[paired >= 0])) == 1
        return
    numbers = np.where(codes >= 0, codes + float(first), np.nan)
    domain = np.arange(first, first + N_LABELS)
    expected = krippendorff.alpha(numbers.T, value_domain=domain, level_of_measurement=level)
    assert found == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("key", [key for key in BY_KEY if key != "percent_agreement"])
def test_a_statistic_of_many_weights_is_that_of_each_and_counts_rows_as_often_as_they_weigh(key: str) -> None:
    """The bootstrap's use of a formula: a weight of 2 is a target that is there twice."""
    dice = np.random.default_rng(11)
    of_pair = "pair" in BY_KEY[key].scopes
    codes = dice.integers(-1, N_LABELS, (60, 2 if of_pair else 4))

    def rests_on(patterns: Patterns) -> Patterns:
        return patterns.pair(0, 1) if of_pair else BY_KEY[key].rests_on(patterns)

    patterns = rests_on(patterns_of(codes, n_labels=N_LABELS, level="interval"))
    weights = dice.integers(0, 4, (5, len(patterns.counts)))
    statistic = BY_KEY[key].statistic(patterns)
    at_once = statistic(weights.astype(float))
    for row, value in zip(weights, at_once, strict=True):
        repeated = patterns_of(np.repeat(patterns.codes, row, axis=0), n_labels=N_LABELS, level="interval")
        assert value == pytest.approx(ours(key, rests_on(repeated)), abs=1e-12)


def test_a_million_ratings_are_counted_without_unfolding() -> None:
    """Folded counts as large as this go to our formula alone; a tenth of them give the library's value."""
    dice = np.random.default_rng(5)
    codes = dice.integers(0, N_LABELS, (30, 3))
    small = patterns_of(np.repeat(codes, 10, axis=0), n_labels=N_LABELS)
    large = Patterns(small.scale, small.raters, small.codes, small.counts * 50_000, small.columns)
    assert BY_KEY["alpha_nominal"].library(large) is None
    assert BY_KEY["fleiss_kappa"].library(large) is None
    assert ours("fleiss_kappa", large) == pytest.approx(BY_KEY["fleiss_kappa"].library(small), abs=1e-12)
