"""What stands behind the agreement on one question: who gave which label, what is confused, what is disputed?"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from agreement.coefficients.spans import overlap_f1
from agreement.parts import as_set, as_spans
from agreement.patterns import tally
from agreement.ratings import Ratings
from agreement.scale import Scale
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
    and for the two ends of a scale; what two sets do not share of what either has, and one less the F1 of spans.
    """

    item: str
    target: str
    labels: tuple[tuple[str, str], ...]
    disagreement: float


@dataclass(frozen=True)
class Details:
    """Everything behind one question.

    `confusions` counts pairs of labels that two raters gave to one target: labels x labels, the same read either way,
    each pair of different labels in both of its cells and each pair of equal ones in its cell once. Where there are
    spans, or very many sets, neither `labels` nor shares nor confusions are given. `n_disputed` counts the targets on
    which raters differ, of which `disputed` are the most disputed.
    """

    question: str
    labels: tuple[str, ...]
    raters: tuple[RaterShares, ...]
    confusions: tuple[tuple[int, ...], ...]
    disputed: tuple[Disputed, ...]
    n_disputed: int


def details(ratings: Ratings, *, at_most: int = MOST_DISPUTED) -> Details:
    """The details of these ratings, with the `at_most` most disputed targets, the most disputed first."""
    scale = ratings.scale
    tallies = tally(ratings.codes, len(scale.labels)) if scale.is_counted else None
    disagreement = (
        _disagreement(ratings, tallies) if tallies is not None and not scale.has_parts else _of_parts(ratings)
    )
    order = np.argsort(-disagreement, kind="stable")
    return Details(
        question=ratings.question,
        labels=scale.labels if scale.is_counted else (),
        raters=tuple(_shares(ratings, place) for place in range(len(ratings.raters))),
        confusions=() if tallies is None else _confusions(tallies),
        disputed=tuple(
            _disputed(ratings, int(row), float(disagreement[row])) for row in order[:at_most] if disagreement[row] > 0
        ),
        n_disputed=int(np.count_nonzero(disagreement > 0)),
    )


def _shares(ratings: Ratings, place: int) -> RaterShares:
    given = ratings.codes[:, place]
    if not ratings.scale.is_counted:
        return RaterShares(ratings.raters[place], int((given >= 0).sum()), ())
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


def _of_parts(ratings: Ratings) -> npt.NDArray[np.float64]:
    """One minus the mean likeness of each target's pairs of sets or spans; 0 where there is no pair."""
    labels = ratings.scale.labels
    found = np.zeros(len(ratings.codes))
    for row, codes in enumerate(ratings.codes.tolist()):
        pairs = list(combinations([labels[code] for code in codes if code >= 0], 2))
        if any(one != other for one, other in pairs):
            found[row] = 1 - sum(_likeness(ratings.scale, *pair) for pair in pairs) / len(pairs)
    return found


def _likeness(scale: Scale, one: str, other: str) -> float:
    """What two labels share of what either has; the F1 of spans."""
    if scale.level == "spans":
        return overlap_f1(as_spans(one), as_spans(other))
    first, second = as_set(one), as_set(other)
    return len(first & second) / len(first | second) if first | second else 1.0


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
