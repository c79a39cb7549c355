"""Are things drawn as a multinomial has it, whichever way they are drawn?"""

import numpy as np
import pytest

from agreement.drawing import MANY_KINDS, Drawing, Floats, Ints

ALL_DIFFERENT = np.ones(40, dtype=np.int64)
FEW_KINDS = np.array([3, 30, 7])
MANY = np.array([1, 2, 5, 60] * 40)  # 160 kinds of 2,720 things
WAYS = pytest.mark.parametrize("sizes", [ALL_DIFFERENT, FEW_KINDS, MANY], ids=["all different", "few", "many kinds"])


def rows(sizes: Ints, times: int, *, seed: int = 0, at_once: int | None = None) -> Floats:
    drawing = Drawing(sizes, seed=seed)
    return np.vstack([drawing.rows(at_once or times) for _ in range(0, times, at_once or times)])


def test_the_ways_are_the_three_that_there_are() -> None:
    assert len(FEW_KINDS) < MANY_KINDS <= len(MANY) < MANY.sum()


@WAYS
def test_every_row_draws_as_many_things_as_there_are(sizes: Ints) -> None:
    drawn = rows(sizes, 500)
    assert (drawn.sum(axis=1) == sizes.sum()).all()
    assert (drawn >= 0).all()
    assert (drawn == np.round(drawn)).all()


@WAYS
def test_means_variances_and_covariances_are_those_of_a_multinomial(sizes: Ints) -> None:
    """Mean n p, variance n p (1 - p), covariance - n p q; each estimate from 20,000 rows within five of its errors."""
    times, n = 20_000, sizes.sum()
    p, drawn = sizes / n, rows(sizes, times)
    variance = n * p * (1 - p)
    assert np.abs(drawn.mean(axis=0) - n * p).max() < (5 * np.sqrt(variance / times)).max()
    assert drawn.var(axis=0) == pytest.approx(variance, rel=0.15)
    first, last = drawn[:, 0] - n * p[0], drawn[:, -1] - n * p[-1]
    assert abs((first * last).mean() + n * p[0] * p[-1]) < 5 * np.sqrt(variance[0] * variance[-1] / times)


@WAYS
def test_it_does_not_matter_how_many_are_asked_for_at_a_time(sizes: Ints) -> None:
    assert (rows(sizes, 60) == rows(sizes, 60, at_once=5)).all()


@WAYS
def test_the_same_seed_draws_the_same_and_another_seed_another(sizes: Ints) -> None:
    assert (rows(sizes, 20, seed=3) == rows(sizes, 20, seed=3)).all()
    assert (rows(sizes, 20, seed=3) != rows(sizes, 20, seed=4)).any()
