"""Does the second score higher than the first? The mean signed difference of their numbers, second minus first.

0 for two that differ without a lean; in points of the scale. Asked of a judge against people, where a kappa alone does
not show that the judge is a point too kind.
"""

import numpy as np

from agreement.coefficient import Coefficient, Statistic, ratio
from agreement.patterns import Patterns
from languages import worded


def bias(patterns: Patterns) -> Statistic:
    """The mean difference, over the targets that both have scored: minus the scale's width to plus it."""
    numbers = np.array(patterns.scale.numbers or range(len(patterns.scale.labels)), dtype=float)
    differences = numbers[patterns.codes[:, 1]] - numbers[patterns.codes[:, 0]]
    return lambda weights: ratio(weights @ differences, weights.sum(axis=1))


COEFFICIENTS = (
    Coefficient(
        key="bias",
        title=worded("Bias"),
        order=90,
        scopes=frozenset({"judge"}),
        needs_identity=True,
        statistic=bias,
        method=lambda _: worded("mean of the judge's score minus the other's, in points of the scale"),
        fits=lambda scale: scale.has_distances,
        needs_numbers=lambda _: True,
        corrects_for_chance=False,
    ),
)
