"""Do two raters agree more often than chance would make these two agree? Cohen (1960), weighted: Cohen (1968).

kappa = (p_o - p_e) / (1 - p_e), over the targets that both have labelled: p_o is the mean agreement of their two
labels, p_e what it would be if each gave labels in their own shares, but blindly. Unweighted, two labels agree or do
not; linear and quadratic weights count the distance between them on the declared scale, used or not.
"""

from collections.abc import Callable
from functools import partial

import numpy as np

from agreement.coefficient import Coefficient, Statistic, ratio
from agreement.patterns import Floats, Patterns
from agreement.scale import Scale
from agreement.weighting import WEIGHTINGS, Weighting, label_weights, order_note
from languages import worded


def cohen_kappa(patterns: Patterns, *, weighting: Weighting = "identity") -> Statistic:
    """Kappa of two raters: 1 when they always agree, 0 as chance would have it, negative below."""
    first, second = (_indicators(patterns, rater) for rater in (0, 1))
    between = label_weights(patterns.scale, weighting)
    agree = between[patterns.codes[:, 0], patterns.codes[:, 1]]

    def kappa(weights: Floats) -> Floats:
        n = weights.sum(axis=1)
        by_chance = ((weights @ first @ between) * (weights @ second)).sum(axis=1)
        return ratio(n * (weights @ agree) - by_chance, n * n - by_chance)

    return kappa


def standard_error(patterns: Patterns) -> float | None:
    """The asymptotic standard error of unweighted kappa (Fleiss, Cohen and Everitt 1969, formula 13).

    None where there is no kappa, or no error because a rater gave one label only. (statsmodels has the same, but makes
    two normal distributions first, which takes fifty times as long.)
    """
    table = patterns.contingency()
    n = table.sum()
    if max(table.sum(axis=by).max(initial=0) for by in (0, 1)) == n:
        return None
    shares = table / n
    first, second = shares.sum(axis=1), shares.sum(axis=0)
    p_o, p_e = np.trace(shares), (first * second).sum()  # a product of BLAS is rounded now so, now so
    kappa = (p_o - p_e) / (1 - p_e)
    # The share of a cell weighs by how often its row's and its column's labels are given by the other rater.
    by_label = 1 - (first + second) * (1 - kappa)
    between = (first + second[:, np.newaxis]) ** 2
    np.fill_diagonal(between, 0)
    equal = (np.diagonal(shares) * by_label**2).sum()
    different = (1 - kappa) ** 2 * (shares * between).sum()
    variance = (equal + different - (kappa - p_e * (1 - kappa)) ** 2) / (n * (1 - p_e) ** 2)
    return float(np.sqrt(variance)) if variance >= 0 else None  # by rounding, 0 can come out below it


def _indicators(patterns: Patterns, rater: int) -> Floats:
    """Which label the rater gave, as a row of zeros and a one: patterns x labels."""
    return np.eye(len(patterns.scale.labels))[patterns.codes[:, rater]]


def _by_statsmodels(patterns: Patterns, *, weighting: Weighting = "identity") -> float | None:
    """The same by statsmodels, from the table of both raters' labels, unused ones too.

    It weighs by the place of a label only, so it is not asked where the numbers stand at unequal distances.
    (scikit-learn's takes thirty times as long for one pair, and a second to import.)
    """
    weights = {"identity": None, "linear": "linear", "quadratic": "quadratic"}[weighting]
    if weights and not _even_places(patterns.scale):
        return None
    from statsmodels.stats.inter_rater import cohens_kappa

    return float(cohens_kappa(patterns.contingency(), wt=weights, return_results=False))


def _even_places(scale: Scale) -> bool:
    if scale.level != "interval" or scale.numbers is None:
        return True
    return len(scale.numbers) < 3 or bool(np.ptp(np.diff(scale.numbers)) == 0)


def _method(patterns: Patterns, *, weighting: Weighting = "identity") -> str:
    if weighting == "identity":
        return worded("Cohen's kappa (1960), unweighted, over the targets that both have labelled")
    return worded(
        "Cohen's kappa (1968), {weighting} weights over the declared scale, over the targets that both have "
        "labelled{order}",
        weighting=WEIGHTINGS[weighting],
        order=order_note(patterns.scale),
    )


def _declared(key: str, title: str, order: int, *, weighting: Weighting, fits: Callable[[Scale], bool]) -> Coefficient:
    return Coefficient(
        key=key,
        title=title,
        order=order,
        scopes=frozenset({"pair"}),
        needs_identity=True,
        statistic=partial(cohen_kappa, weighting=weighting),
        library=partial(_by_statsmodels, weighting=weighting),
        method=partial(_method, weighting=weighting),
        standard_error=standard_error if weighting == "identity" else lambda _: None,
        fits=fits,
    )


COEFFICIENTS = (
    _declared("cohen_kappa", worded("Cohen's kappa"), 20, weighting="identity", fits=lambda _: True),
    _declared("linear_kappa", worded("Linear kappa"), 21, weighting="linear", fits=lambda scale: scale.has_order),
    _declared(
        "quadratic_kappa", worded("Quadratic kappa"), 22, weighting="quadratic", fits=lambda scale: scale.has_order
    ),
)
