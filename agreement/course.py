"""Does agreement change as the work goes on: from day to day, or as a person's session grows longer?

Every label is compared with the other raters' labels on the same target; what follows is the mean of that over the
labels of one step, with an interval from whole targets (or clusters) drawn anew.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from agreement.bootstrap import percentile_interval
from agreement.ratings import Ratings

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Step:
    """The labels of one step: their mean agreement with others' labels, its 95 % interval, and how many they are.

    `value` is None where no label of the step has another one beside it.
    """

    name: str
    value: float | None
    low: float | None
    high: float | None
    n: int


def course(
    ratings: Ratings, steps: npt.NDArray[np.int64], names: Sequence[str], *, replicates: int, seed: int
) -> tuple[Step, ...]:
    """The agreement with others at each step.

    `steps` (targets x raters) is the step of each label, from 0, and -1 for labels that belong to none; `names` names
    them in order.

    >>> from agreement.scale import Scale
    >>> both = Ratings("", Scale("nominal", ("a", "b"), declared=True), ("x", "y"),
    ...                np.array([[0, 0], [0, 1]], dtype=np.int16), None, 0)
    >>> [step.value for step in course(both, np.array([[0, 0], [1, 1]]), ("early", "late"), replicates=0, seed=0)]
    [1.0, 0.0]
    """
    agreeing = _with_others(ratings)
    given = ~np.isnan(agreeing)
    sums = _by_step(np.where(given, agreeing, 0.0), steps, given, len(names))
    counts = _by_step(given.astype(float), steps, given, len(names))
    totals, n = sums.sum(axis=0), counts.sum(axis=0)
    drawn = _drawn(ratings, sums, counts, replicates=replicates, seed=seed)
    found = []
    for place, name in enumerate(names):
        interval = percentile_interval(drawn[:, place])
        value = float(totals[place] / n[place]) if n[place] else None
        found.append(Step(name, value, interval.low, interval.high, int(n[place])))
    return tuple(found)


def _with_others(ratings: Ratings) -> Floats:
    """The share of the other raters' labels that are the same: targets x raters, NaN where there is none."""
    codes = ratings.codes
    given = codes >= 0
    others = given.sum(axis=1, keepdims=True) - 1
    same = np.zeros(codes.shape)
    for code in range(len(ratings.scale.labels)):
        has = codes == code
        same += has * (has.sum(axis=1, keepdims=True) - 1)
    shares = np.full(codes.shape, np.nan)
    np.divide(same, others, out=shares, where=given & (others > 0))
    return shares


def _by_step(values: Floats, steps: npt.NDArray[np.int64], given: npt.NDArray[np.bool_], n_steps: int) -> Floats:
    """The sum of each target's values at each step: targets x steps."""
    target, rater = np.nonzero(given & (steps >= 0))
    sums = np.zeros((len(values), n_steps))
    np.add.at(sums, (target, steps[target, rater]), values[target, rater])
    return sums


def _drawn(ratings: Ratings, sums: Floats, counts: Floats, *, replicates: int, seed: int) -> Floats:
    """The mean of each step in each replicate: replicates x steps."""
    if not replicates or not len(sums):
        return np.zeros((0, sums.shape[1]))
    draw = np.random.default_rng(seed)
    clusters = ratings.clusters
    units = clusters.codes if clusters else np.arange(len(sums))
    n = clusters.n if clusters else len(sums)
    of_unit = np.zeros((2, n, sums.shape[1]))
    np.add.at(of_unit[0], units, sums)
    np.add.at(of_unit[1], units, counts)
    means = np.full((replicates, sums.shape[1]), np.nan)
    for row in range(replicates):
        weights = np.bincount(draw.integers(n, size=n), minlength=n)
        total, number = weights @ of_unit[0], weights @ of_unit[1]
        np.divide(total, number, out=means[row], where=number > 0)
    return means
