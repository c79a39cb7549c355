"""Do two raters agree more often than chance would make these two agree? Cohen (1960).

kappa = (p_o - p_e) / (1 - p_e), over the targets that both have labelled: p_o is the share on which they agree, p_e
what it would be if each gave labels in their own shares, but blindly.
"""

import numpy as np

from agreement.coefficient import Coefficient, Statistic, ratio
from agreement.patterns import Floats, Patterns


def cohen_kappa(patterns: Patterns) -> Statistic:
    """Unweighted kappa of two raters: 1 when they always agree, 0 as chance would have it, negative below."""
    first, second = (_indicators(patterns, rater) for rater in (0, 1))
    agree = (patterns.codes[:, 0] == patterns.codes[:, 1]).astype(float)

    def kappa(weights: Floats) -> Floats:
        n = weights.sum(axis=1)
        by_chance = ((weights @ first) * (weights @ second)).sum(axis=1)
        return ratio(n * (weights @ agree) - by_chance, n * n - by_chance)

    return kappa


def _indicators(patterns: Patterns, rater: int) -> Floats:
    """Which label the rater gave, as a row of zeros and a one: patterns x labels."""
    return np.eye(len(patterns.scale.labels))[patterns.codes[:, rater]]


def _by_scikit_learn(patterns: Patterns) -> float:
    """The same by scikit-learn, which has to be told all labels or it leaves the unused ones out."""
    from sklearn.metrics import cohen_kappa_score

    first, second = patterns.codes.T
    every = np.arange(len(patterns.scale.labels))
    return float(cohen_kappa_score(first, second, labels=every, sample_weight=patterns.counts))


COEFFICIENTS = (
    Coefficient(
        key="cohen_kappa",
        title="Cohen's kappa",
        order=20,
        scopes=frozenset({"pair"}),
        statistic=cohen_kappa,
        library=_by_scikit_learn,
        method=lambda _: "Cohen's kappa (1960), unweighted, over the targets that both have labelled",
    ),
)
