"""What stands behind the agreement on one question: who gave which label, what is confused, what is disputed?"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from agreement.patterns import tally
from agreement.ratings import Ratings
from agreement.weighting import Weighting, label_weights

MOST_DISPUTED = 50


@dataclass(frozen=True)
class RaterShares:
    """How many labels a rater gave, and the share of each, in the order of the scale."""

    rater: str
    n: int
    shares: tuple[float, ...]


@dataclass(frozen=True)
class Disputed:
    """A target on which raters differ, with what each said.

    `disagreement` is the mean over its pairs of labels of how far they differ: 1 for any two different nominal labels,
    and for the two ends of a scale.
    """

    item: str
    target: str
    labels: tuple[tuple[str, str], ...]
    disagreement: float


@dataclass(frozen=True)
class Details:
    """Everything behind one question.

    `confusions` counts pairs of labels that two raters gave to one target: labels x labels, the same read either way,
    each pair of different labels in both of its cells and each pair of equal ones in its cell once. `n_disputed` counts
    the targets on which raters differ, of which `disputed` are the most disputed.
    """

    question: str
    labels: tuple[str, ...]
    raters: tuple[RaterShares, ...]
    confusions: tuple[tuple[int, ...], ...]
    disputed: tuple[Disputed, ...]
    n_disputed: int


def details(ratings: Ratings, *, at_most: int = MOST_DISPUTED) -> Details:
    """The details of these ratings, with the `at_most` most disputed targets, the most disputed first."""
    tallies = tally(ratings.codes, len(ratings.scale.labels))
    disagreement = _disagreement(ratings, tallies)
    order = np.argsort(-disagreement, kind="stable")
    return Details(
        question=ratings.question,
        labels=ratings.scale.labels,
        raters=tuple(_shares(ratings, place) for place in range(len(ratings.raters))),
        confusions=_confusions(tallies),
        disputed=tuple(
            _disputed(ratings, int(row), float(disagreement[row])) for row in order[:at_most] if disagreement[row] > 0
        ),
        n_disputed=int(np.count_nonzero(disagreement > 0)),
    )


def _shares(ratings: Ratings, place: int) -> RaterShares:
    given = ratings.codes[:, place]
    counts = np.bincount(given[given >= 0], minlength=len(ratings.scale.labels))
    n = int(counts.sum())
    return RaterShares(ratings.raters[place], n, tuple((counts / max(n, 1)).tolist()))


def _confusions(tallies: npt.NDArray[np.int64]) -> tuple[tuple[int, ...], ...]:
    pairs = tallies.T @ tallies
    same = np.diagonal(pairs) - tallies.sum(axis=0)  # ordered pairs of two raters with one label
    np.fill_diagonal(pairs, same // 2)
    return tuple(tuple(int(count) for count in row) for row in pairs)


def _disagreement(ratings: Ratings, tallies: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """One minus the mean weighted agreement of each target's pairs; 0 where there is no pair."""
    weighting: Weighting = "linear" if ratings.scale.has_order else "identity"
    weights = label_weights(ratings.scale, weighting)
    n = tallies.sum(axis=1)
    agreeing = (tallies * (tallies @ weights) - tallies).sum(axis=1) / np.maximum(n * (n - 1), 1)
    # Sums of binary fractions: what is no disagreement must be none.
    found: npt.NDArray[np.float64] = np.where(n >= 2, np.round(1 - agreeing, 12), 0.0)
    return found


def _disputed(ratings: Ratings, row: int, disagreement: float) -> Disputed:
    if ratings.targets is None:
        raise ValueError("these ratings do not say which targets they are about")
    item, target = ratings.targets[row]
    said = tuple(
        (rater, ratings.scale.labels[code])
        for rater, code in zip(ratings.raters, ratings.codes[row], strict=True)
        if code >= 0
    )
    return Disputed(str(item), str(target), said, disagreement)
