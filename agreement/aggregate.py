"""Which label is likely right where people differ, and how reliable is each of them? Dawid and Skene (1979).

Every target has one true label, of class k with probability p_k. A rater who sees a target of class k gives label l
with probability pi_kl, whatever the others say. EM finds the p and pi under which the labels are most likely: from each
target's posterior (it starts as the shares of its labels, so that nothing is drawn) p and pi are counted, from p and
pi the posteriors follow, until these stay as they are (`SETTLED`).

There is no pseudo-count, as in the paper: what comes out is the maximum of the likelihood and is nobody's prior. The
price is that a rater of few labels can rule a class out; what is said about a target is therefore a suggestion. Sums of
logarithms never underflow, and equal targets are worked out once.

It is our own, not crowd-kit's (docs/decisions/0008-dawid-skene-of-our-own.md).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from agreement.patterns import Bools, Floats, Ints, fold
from agreement.ratings import Codes, Ratings
from agreement.refusals import Refusal

if TYPE_CHECKING:
    from scipy.sparse import csr_array

FEWEST_RATERS = 3
SETTLED = 1e-8  # the largest change of a posterior at which the search ends
MOST_ITERATIONS = 1000
TIE = 1e-9  # posteriors nearer than this are a tie


@dataclass(frozen=True, eq=False)
class Reliability:
    """A rater as the labels make them out.

    `confusion` (classes x labels) are the estimated chances of giving each label to a target of each class; a row is
    None where the rater is not known to have met the class. `accuracy` is the chance of the right label for a target
    drawn by the marginals of the classes that the rater has met.
    """

    rater: str
    n_labels: int
    accuracy: float
    confusion: tuple[tuple[float, ...] | None, ...]

    def as_json(self) -> dict[str, Any]:
        """The rater as a report shows them."""
        return {
            "rater": self.rater,
            "n_labels": self.n_labels,
            "accuracy": self.accuracy,
            "confusion": [None if row is None else list(row) for row in self.confusion],
        }


@dataclass(frozen=True, eq=False)
class DawidSkene:
    """What the labels of one question say together, or `undefined`, why they say nothing.

    `posteriors` (targets x labels) are the chances of each label; a target that nobody labelled has the marginals.
    `suggestions` (targets) are positions in `labels`, -1 where fewer than three raters labelled or the best two tie.
    """

    question: str
    labels: tuple[str, ...]
    undefined: Refusal | None
    n_targets: int
    marginals: tuple[float, ...] = ()
    raters: tuple[Reliability, ...] = ()
    log_likelihood: float | None = None
    n_iterations: int = 0
    converged: bool = False
    posteriors: Floats | None = None
    suggestions: Codes | None = None

    def as_json(self) -> dict[str, Any]:
        """The model as a report shows it; what it says of each target stays in the arrays."""
        return {
            "question": self.question,
            "labels": list(self.labels),
            "undefined": self.undefined,
            "n_targets": self.n_targets,
            "n_suggested": 0 if self.suggestions is None else int((self.suggestions >= 0).sum()),
            "marginals": list(self.marginals),
            "raters": [rater.as_json() for rater in self.raters],
            "log_likelihood": self.log_likelihood,
            "n_iterations": self.n_iterations,
            "converged": self.converged,
        }


def dawid_skene(ratings: Ratings) -> DawidSkene:
    """Estimate the right labels and the raters' reliability from what three raters or more said of the same targets.

    Columns of the ratings that bear the same rater's name are that rater's repeated labels, which count like labels of
    other targets (as in the paper's example). Undefined where no target has three different raters, where it is not
    known who they are, and for sets and spans.
    """
    labels = ratings.scale.labels
    if ratings.anonymous or ratings.scale.has_parts:
        why: Refusal = "anonymous_raters" if ratings.anonymous else "has_parts"
        return DawidSkene(ratings.question, labels, why, len(ratings.codes))
    names = tuple(dict.fromkeys(ratings.raters))
    rater_of_column = np.array([names.index(name) for name in ratings.raters], dtype=np.int64)
    patterns, pattern_of_target = fold(ratings)
    n_raters = _n_raters(patterns.codes, rater_of_column, len(names))
    if not (n_raters >= FEWEST_RATERS).any():
        return DawidSkene(ratings.question, labels, "few_raters", len(ratings.codes))
    labelled = n_raters > 0
    given = _given(patterns.codes[labelled], rater_of_column, len(names), len(labels))
    fitted = _fit(given, patterns.counts[labelled].astype(float), patterns.shares[labelled])
    posteriors = np.tile(fitted.marginals, (len(labelled), 1))
    posteriors[labelled] = fitted.posteriors
    suggested = np.where(n_raters >= FEWEST_RATERS, _best(posteriors), -1).astype(np.int16)
    return DawidSkene(
        question=ratings.question,
        labels=labels,
        undefined=None,
        n_targets=len(ratings.codes),
        marginals=tuple(fitted.marginals.tolist()),
        raters=tuple(
            _reliability(name, counts, fitted.marginals)
            for name, counts in zip(names, _by_rater(fitted.counts, len(names)), strict=True)
        ),
        log_likelihood=fitted.log_likelihood,
        n_iterations=fitted.n_iterations,
        converged=fitted.converged,
        posteriors=posteriors[pattern_of_target],
        suggestions=suggested[pattern_of_target],
    )


@dataclass(frozen=True, eq=False)
class _Fit:
    """`counts` ((raters * labels) x classes): how many targets of each class the rater is expected to label so."""

    posteriors: Floats
    marginals: Floats
    counts: Floats
    log_likelihood: float
    n_iterations: int
    converged: bool


def _fit(given: "csr_array", n_targets: Floats, start: Floats) -> _Fit:
    """EM from these posteriors (patterns x classes); `given` is patterns x (raters * labels)."""
    n_labels = start.shape[1]
    posteriors, change, n_iterations = start, np.inf, 0
    log_likelihood = -np.inf
    counts, marginals = _counted(given, n_targets, posteriors)
    while change > SETTLED and n_iterations < MOST_ITERATIONS:
        n_iterations += 1
        joint = given @ _log(_chances(counts, n_labels)) + _log(marginals)
        best = joint.max(axis=1, keepdims=True)  # finite: a class that a posterior favours has met every label in it
        scaled = np.exp(joint - best)
        total = scaled.sum(axis=1, keepdims=True)
        change = float(np.abs(scaled / total - posteriors).max())
        posteriors = scaled / total
        log_likelihood = float(n_targets @ (best + np.log(total))[:, 0])
        counts, marginals = _counted(given, n_targets, posteriors)
    return _Fit(posteriors, marginals, counts, log_likelihood, n_iterations, converged=change <= SETTLED)


def _counted(given: "csr_array", n_targets: Floats, posteriors: Floats) -> tuple[Floats, Floats]:
    """How often each rater gave each label to each class, and each class's share of the targets."""
    expected = n_targets[:, np.newaxis] * posteriors
    return given.T @ expected, expected.sum(axis=0) / n_targets.sum()


def _chances(counts: Floats, n_labels: int) -> Floats:
    """The counts as shares of what each rater gave to each class, 0 where that is nothing."""
    by_rater = counts.reshape(-1, n_labels, counts.shape[1])
    total = by_rater.sum(axis=1, keepdims=True)
    chances: Floats = np.divide(by_rater, total, out=np.zeros_like(by_rater), where=total > 0)
    return chances.reshape(counts.shape)


def _log(chances: Floats) -> Floats:
    """Their logarithm, minus infinity for what cannot be."""
    return np.log(chances, out=np.full_like(chances, -np.inf), where=chances > 0)


def _given(codes: Ints, rater_of_column: Ints, n_raters: int, n_labels: int) -> "csr_array":
    """How often each rater gave each label: patterns x (raters * labels)."""
    from scipy.sparse import csr_array

    pattern, column = np.nonzero(codes >= 0)
    place = rater_of_column[column] * n_labels + codes[pattern, column]
    return csr_array((np.ones(len(place)), (pattern, place)), shape=(len(codes), n_raters * n_labels))


def _n_raters(codes: Ints, rater_of_column: Ints, n_raters: int) -> Ints:
    """How many different raters have labelled each pattern."""
    has: Bools = np.zeros((len(codes), n_raters), dtype=np.bool_)
    pattern, column = np.nonzero(codes >= 0)
    has[pattern, rater_of_column[column]] = True
    n_different: Ints = has.sum(axis=1)
    return n_different


def _best(posteriors: Floats) -> Ints:
    """The likeliest label of each row, -1 where another is as likely."""
    highest = posteriors.max(axis=1, keepdims=True)
    tied = (posteriors >= highest - TIE).sum(axis=1) > 1
    return np.where(tied, -1, posteriors.argmax(axis=1))


def _by_rater(counts: Floats, n_raters: int) -> Floats:
    """The counts as raters x classes x labels."""
    return counts.reshape(n_raters, -1, counts.shape[1]).transpose(0, 2, 1)


def _reliability(name: str, counts: Floats, marginals: Floats) -> Reliability:
    met = counts.sum(axis=1)
    rows = [tuple((row / n).tolist()) if n > 0 else None for row, n in zip(counts, met, strict=True)]
    known = np.where(met > 0, marginals, 0.0)
    right = sum(p * row[k] for k, (p, row) in enumerate(zip(known.tolist(), rows, strict=True)) if row is not None)
    return Reliability(name, round(float(met.sum())), right / float(known.sum()), tuple(rows))
