"""Are targets and clusters drawn as the bootstrap wants them?"""

import numpy as np
import pytest

from agreement.bootstrap import Resampling, over_clusters, over_targets, percentile_interval
from agreement.patterns import Floats
from agreement.ratings import Clusters
from tests.agreement.tables import patterns_of

CODES = np.array([[0, 0], [0, 1], [1, 1], [1, 1], [0, -1], [1, 0]])


def matrix(resampling: Resampling, replicates: int = 500, seed: int = 0) -> Floats:
    return np.vstack(list(resampling.weights(replicates=replicates, seed=seed)))


def test_each_replicate_draws_as_many_targets_as_there_are() -> None:
    weights = matrix(over_targets(patterns_of(CODES, n_labels=2)))
    assert weights.shape == (500, 5)
    assert (weights.sum(axis=1) == len(CODES)).all()


def test_on_average_each_pattern_is_drawn_as_often_as_it_is_there() -> None:
    patterns = patterns_of(CODES, n_labels=2)
    # A count is binomial with a standard deviation of at most 1.2, so its mean over 4,000 has one of at most .02.
    assert matrix(over_targets(patterns), 4000).mean(axis=0) == pytest.approx(patterns.counts, abs=0.1)


def test_a_cluster_is_drawn_whole() -> None:
    """Two clusters, of two (0, 0) and of one (1, 1): a draw of both gives 2 a + b with a + b = 2."""
    clusters = Clusters("item", np.array([0, 0, 1]), 2)
    weights = matrix(over_clusters(clusters, np.array([0, 0, 1])))
    assert set(map(tuple, weights.tolist())) == {(4.0, 0.0), (2.0, 1.0), (0.0, 2.0)}


def test_clusters_of_one_target_are_targets() -> None:
    patterns = patterns_of(np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), n_labels=2)
    clusters = Clusters("item", np.arange(4), 4)
    assert (matrix(over_clusters(clusters, np.arange(4))) == matrix(over_targets(patterns))).all()


def test_the_same_seed_draws_the_same_and_another_seed_another() -> None:
    resampling = over_targets(patterns_of(CODES, n_labels=2))
    assert (matrix(resampling, seed=3) == matrix(resampling, seed=3)).all()
    assert (matrix(resampling, seed=3) != matrix(resampling, seed=4)).any()


@pytest.mark.parametrize("clustered", [False, True])
def test_the_size_of_the_blocks_changes_no_number(monkeypatch: pytest.MonkeyPatch, clustered: bool) -> None:
    clusters = Clusters("item", np.array([0, 0, 1, 1, 2, 2]), 3)
    resampling = (
        over_clusters(clusters, np.array([1, 2, 4, 4, 0, 3]))
        if clustered
        else over_targets(patterns_of(CODES, n_labels=2))
    )
    whole = matrix(resampling)
    monkeypatch.setattr("agreement.bootstrap._NUMBERS_AT_ONCE", 35)
    assert len(list(resampling.weights(replicates=500, seed=0))) > 10
    assert (matrix(resampling) == whole).all()


def test_units_are_counted_where_they_hold_a_pair_of_labels() -> None:
    patterns = patterns_of(CODES, n_labels=2)
    assert over_targets(patterns).n_drawn(patterns) == 5
    # by pattern (sorted): (0, -1), (0, 0), (0, 1), (1, 0), (1, 1)
    clusters = Clusters("item", np.array([0, 0, 0, 0, 1, 2]), 3)
    assert over_clusters(clusters, np.array([1, 2, 4, 4, 0, 3])).n_drawn(patterns) == 2


def test_the_interval_is_the_middle_95_percent_of_what_is_defined() -> None:
    interval = percentile_interval(np.array([np.nan, *np.arange(101.0)]))
    assert (interval.low, interval.high) == pytest.approx((2.5, 97.5))
    assert interval.n_undefined == 1


def test_without_a_defined_replicate_there_is_no_interval() -> None:
    assert percentile_interval(np.array([np.nan, np.nan])).low is None
    assert percentile_interval(np.array([])).high is None
