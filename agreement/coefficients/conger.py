"""Do these raters agree more often than chance would make these very raters agree? Conger (1980).

kappa = (p_a - p_e) / (1 - p_e). p_a is the mean share of agreeing pairs over the targets with two labels or more; p_e
is the mean, over all pairs of different raters, of the agreement that their own label shares would give. A rater's
shares are taken over the targets that this rater has labelled (Gwet 2014). For two raters with complete labels it is
Cohen's kappa.
"""

import numpy as np

from agreement.coefficient import Coefficient, Statistic, ratio
from agreement.patterns import Floats, Patterns
from languages import worded


def conger_kappa(patterns: Patterns) -> Statistic:
    """Kappa of fixed raters: 1 when all agree, 0 as chance would have it, negative below."""
    agreeing, pairable = patterns.agreeing_pairs, patterns.pairable.astype(float)
    n_raters, n_labels = len(patterns.raters), len(patterns.scale.labels)
    given = _given(patterns, n_raters, n_labels)

    def kappa(weights: Floats) -> Floats:
        p_a = ratio(weights @ agreeing, weights @ pairable)
        counts = (weights @ given).reshape(len(weights), n_raters, n_labels)
        labelled = counts.sum(axis=2, keepdims=True)
        shares = np.divide(counts, labelled, out=np.zeros_like(counts), where=labelled > 0)
        r = (labelled[:, :, 0] > 0).sum(axis=1)
        of_pairs = (shares.sum(axis=1) ** 2).sum(axis=1) - (shares**2).sum(axis=(1, 2))
        p_e = ratio(of_pairs, (r * (r - 1)).astype(float))
        return ratio(p_a - p_e, 1 - p_e)

    return kappa


def _given(patterns: Patterns, n_raters: int, n_labels: int) -> Floats:
    """Which rater gave which label: patterns x (raters * labels), zeros and ones."""
    given = np.zeros((len(patterns.codes), n_raters, n_labels))
    pattern, rater = np.nonzero(patterns.codes >= 0)
    given[pattern, rater, patterns.codes[pattern, rater]] = 1.0
    return given.reshape(len(patterns.codes), -1)


COEFFICIENTS = (
    Coefficient(
        key="conger_kappa",
        title=worded("Conger's kappa"),
        order=31,
        scopes=frozenset({"question"}),
        needs_identity=True,
        statistic=conger_kappa,
        method=lambda _: worded("Conger's kappa (1980) of these raters, each with their own label shares (Gwet 2014)"),
    ),
)
