"""Do raters put the targets in the same order, however high or low they score? Rank correlations.

Spearman's rho: the correlation of mid-ranks. Kendall's tau-b: (P - Q) / sqrt((P + Q + T_x)(P + Q + T_y)), P and Q the
pairs of targets in the same and in the opposite order, T those tied for one rater only. Kendall's W of several raters,
corrected for ties: 12 S / (k² (n³ - n) - k T), S the squared deviations of the sums of ranks, T the sum of t³ - t over
all ties. None of them says that raters agree: one who scores a point higher throughout has a rho of 1.
"""

import numpy as np

from agreement.coefficient import Coefficient, Statistic, ratio
from agreement.patterns import Floats, Patterns
from agreement.weighting import order_note
from languages import worded

MOST_LABELS = 100  # tau-b counts pairs of cells


def spearman(patterns: Patterns) -> Statistic:
    """Rho of two raters: -1 to 1."""
    indicators = [_indicators(patterns, rater) for rater in (0, 1)]

    def rho(weights: Floats) -> Floats:
        n = weights.sum(axis=1, keepdims=True)
        first, second = (
            _mid_ranks(weights @ indicators[rater])[:, patterns.codes[:, rater]] - (n + 1) / 2 for rater in (0, 1)
        )
        together = (weights * first * second).sum(axis=1)
        return ratio(together, np.sqrt((weights * first**2).sum(axis=1) * (weights * second**2).sum(axis=1)))

    return rho


def kendall_tau_b(patterns: Patterns) -> Statistic:
    """Tau-b of two raters: -1 to 1."""
    size = len(patterns.scale.labels)
    cells = np.zeros((len(patterns.codes), size * size))
    cells[np.arange(len(patterns.codes)), patterns.codes[:, 0] * size + patterns.codes[:, 1]] = 1.0

    def tau(weights: Floats) -> Floats:
        table = (weights @ cells).reshape(len(weights), size, size)
        n = table.sum(axis=(1, 2))
        pairs = n * (n - 1) / 2
        tied = [(counts * (counts - 1) / 2).sum(axis=1) for counts in (table.sum(axis=2), table.sum(axis=1))]
        above = _summed_before(_summed_before(table, 1), 2)
        right = _summed_before(table, 1)
        right = right.sum(axis=2, keepdims=True) - np.cumsum(right, axis=2)
        balance = (table * (above - right)).sum(axis=(1, 2))
        return ratio(balance, np.sqrt((pairs - tied[0]) * (pairs - tied[1])))

    return tau


def kendall_w(patterns: Patterns) -> Statistic:
    """W of several raters, over the targets that all have labelled: 0 to 1."""
    k = len(patterns.raters)
    indicators = [_indicators(patterns, rater) for rater in range(k)]

    def w(weights: Floats) -> Floats:
        n = weights.sum(axis=1)
        sums, ties = np.zeros_like(weights), np.zeros(len(weights))
        for rater in range(k):
            counts = weights @ indicators[rater]
            sums += _mid_ranks(counts)[:, patterns.codes[:, rater]]
            ties += (counts**3 - counts).sum(axis=1)
        deviation = (weights * (sums - (k * (n + 1) / 2)[:, np.newaxis]) ** 2).sum(axis=1)
        return ratio(12 * deviation, k**2 * (n**3 - n) - k * ties)

    return w


def _indicators(patterns: Patterns, rater: int) -> Floats:
    return np.eye(len(patterns.scale.labels))[patterns.codes[:, rater]]


def _mid_ranks(counts: Floats) -> Floats:
    """The mean rank of each label, given how often it was used: replicates x labels."""
    ranks: Floats = np.cumsum(counts, axis=1) - counts / 2 + 0.5
    return ranks


def _summed_before(table: Floats, axis: int) -> Floats:
    """What stands before each entry, summed."""
    before: Floats = np.cumsum(table, axis=axis) - table
    return before


def _spearman_by_scipy(patterns: Patterns) -> float | None:
    if not patterns.may_unfold(1):
        return None
    from scipy.stats import spearmanr

    first, second = np.repeat(patterns.codes, patterns.counts, axis=0).T
    return float(spearmanr(first, second).statistic)


def _tau_by_scipy(patterns: Patterns) -> float | None:
    if not patterns.may_unfold(1):
        return None
    from scipy.stats import kendalltau

    first, second = np.repeat(patterns.codes, patterns.counts, axis=0).T
    return float(kendalltau(first, second).statistic)


COEFFICIENTS = (
    Coefficient(
        key="spearman",
        title=worded("Spearman's rho"),
        order=80,
        scopes=frozenset({"pair"}),
        needs_identity=True,
        statistic=spearman,
        library=_spearman_by_scipy,
        method=lambda patterns: worded("Spearman's rho, mid-ranks for ties{order}", order=order_note(patterns.scale)),
        fits=lambda scale: scale.has_order,
    ),
    Coefficient(
        key="kendall_tau_b",
        title=worded("Kendall's tau-b"),
        order=81,
        scopes=frozenset({"pair"}),
        needs_identity=True,
        statistic=kendall_tau_b,
        library=_tau_by_scipy,
        method=lambda patterns: worded("Kendall's tau-b{order}", order=order_note(patterns.scale)),
        fits=lambda scale: scale.has_order and len(scale.labels) <= MOST_LABELS,
    ),
    Coefficient(
        key="kendall_w",
        title=worded("Kendall's W"),
        order=82,
        scopes=frozenset({"question"}),
        needs_identity=True,
        statistic=kendall_w,
        method=lambda patterns: worded(
            "Kendall's W, corrected for ties, over targets that every rater has labelled{order}",
            order=order_note(patterns.scale),
        ),
        needs_every_rater=True,
        fits=lambda scale: scale.has_order,
    ),
)
