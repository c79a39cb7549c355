"""Agreement with others as the work goes on."""

from __future__ import annotations

import numpy as np
import pytest

from agreement.course import Step, course
from agreement.ratings import Clusters, Ratings
from agreement.scale import Scale


def ratings(codes: list[list[int]], clusters: list[int] | None = None) -> Ratings:
    array = np.array(codes, dtype=np.int16)
    found = None if clusters is None else Clusters("item", np.array(clusters, dtype=np.int64), max(clusters) + 1)
    raters = tuple("abcdefgh"[: array.shape[1]])
    return Ratings("q", Scale("nominal", ("x", "y"), declared=True), raters, array, found, 0)


def run(found: Ratings, steps: list[list[int]], n: int, *, replicates: int = 0) -> tuple[Step, ...]:
    names = [f"step {place}" for place in range(n)]
    return course(found, np.array(steps), names, replicates=replicates, seed=1)


def test_a_label_is_compared_with_the_other_labels_of_its_target() -> None:
    early, late = run(ratings([[0, 0, 1], [1, 1, -1]]), [[0, 0, 0], [1, 1, 1]], 2)
    # Of the three labels two agree with one of two others, and one with none: (1/2 + 1/2 + 0) / 3.
    assert early.value == pytest.approx(1 / 3)
    assert early.n == 3
    assert (late.value, late.n) == (1.0, 2)


def test_each_label_counts_at_its_own_raters_step() -> None:
    """One rater's tenth item may be another one's first."""
    early, late = run(ratings([[0, 0, 1]]), [[0, 1, 1]], 2)
    assert (early.value, early.n, late.n) == (0.5, 1, 2)
    assert late.value == pytest.approx(0.25)


def test_a_label_alone_on_its_target_and_one_without_a_step_count_nowhere() -> None:
    (only,) = run(ratings([[0, -1], [0, 0]]), [[0, 0], [-1, 0]], 1)
    assert (only.value, only.n) == (1.0, 1)


def test_a_step_without_labels_has_no_value() -> None:
    assert run(ratings([[0, 0]]), [[0, 0]], 2)[1] == Step("step 1", None, None, None, 0)


def test_the_interval_holds_the_value_and_is_seeded() -> None:
    draw = np.random.default_rng(3)
    found = ratings(draw.integers(0, 2, size=(80, 3)).tolist())
    steps = [[row % 2] * 3 for row in range(80)]
    once, again = (run(found, steps, 2, replicates=200) for _ in range(2))
    assert once == again
    for step in once:
        assert step.low is not None
        assert step.high is not None
        assert step.value is not None
        assert step.low < step.value < step.high


def test_clusters_are_drawn_whole() -> None:
    """Ten copies of each target are no more than the target itself."""
    base = [[0, 0], [0, 1], [1, 1], [1, 0]] * 5
    copied = [row for row in base for _ in range(10)]
    clusters = [place for place in range(len(base)) for _ in range(10)]
    (whole,) = run(ratings(copied, clusters), [[0, 0]] * len(copied), 1, replicates=400)
    (single,) = run(ratings(base), [[0, 0]] * len(base), 1, replicates=400)
    assert whole.low is not None
    assert single.low is not None
    assert whole.low == pytest.approx(single.low, abs=0.02)
