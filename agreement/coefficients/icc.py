"""How much of what scores vary by is the targets? Intraclass correlation, two-way random, absolute agreement.

McGraw and Wong (1996): with the mean squares of targets (R), raters (C) and the rest (E), n targets and k raters,
ICC(A,1) = (R - E) / (R + (k - 1) E + k (C - E) / n) is the reliability of one rater's score, and
ICC(A,k) = (R - E) / (R + (C - E) / n) that of the mean of these k. Shrout and Fleiss (1979) call them ICC(2,1) and
ICC(2,k). Both need scores of every rater: targets with a missing one are left out. The denominator of ICC(A,k) is an
estimated variance that can come out at 0 or below, where targets differ less than chance would have it; what would then
be divided is no reliability (it could be 5, or minus infinity), so there is none.
"""

from functools import partial

import numpy as np

from agreement.coefficient import Coefficient, Statistic, ratio
from agreement.patterns import Floats, Patterns
from agreement.scale import Scale
from languages import worded


def icc_agreement(patterns: Patterns, *, of_mean: bool) -> Statistic:
    """ICC(A,1), or ICC(A,k) of the mean: 1 when all scores agree, 0 and below where targets do not differ more."""
    scores = _from_the_middle(patterns.scale)[patterns.codes]
    k = len(patterns.raters)
    row_means = scores.mean(axis=1)

    def icc(weights: Floats) -> Floats:
        n = weights.sum(axis=1)
        column_means = ratio(weights @ scores, n[:, np.newaxis])
        grand = column_means.mean(axis=1)
        rows = k * (weights @ row_means**2 - n * grand**2)
        columns = n * ((column_means - grand[:, np.newaxis]) ** 2).sum(axis=1)
        total = weights @ (scores**2).sum(axis=1) - n * k * grand**2
        r = ratio(rows, n - 1)
        c = columns / (k - 1)
        e = ratio(total - rows - columns, (n - 1) * (k - 1))
        denominator = r + (c - e) / n if of_mean else r + (k - 1) * e + k * (c - e) / n
        varies = (total > _TINY * np.maximum(n * k * grand**2, 1)) & (denominator > _TINY * (r + c + e))
        return ratio(r - e, np.where(varies, denominator, 0.0))

    return icc


def _from_the_middle(scale: Scale) -> Floats:
    """The labels as numbers from -1 to 1, so that sums of squares lose nothing where scores are far from 0.

    Words count by their place: whether scores vary at all does not depend on it, and no value of theirs is shown.
    """
    numbers = np.array(scale.numbers or range(len(scale.labels)), dtype=float)
    numbers -= (numbers.min() + numbers.max()) / 2
    moved: Floats = numbers / (numbers.max() or 1.0)
    return moved


_TINY = 1e-12  # what is left of a sum of squares when all scores are one number, or of terms that cancel


def _method(patterns: Patterns, *, of_mean: bool) -> str:
    name = f"ICC(A,{len(patterns.raters) if of_mean else 1})"
    return worded(
        "{name}, two-way random, absolute agreement (McGraw and Wong 1996), over targets that every rater has scored",
        name=name,
    )


COEFFICIENTS = tuple(
    Coefficient(
        key=key,
        title=title,
        order=order,
        scopes=frozenset({"question"}),
        needs_identity=True,
        statistic=partial(icc_agreement, of_mean=of_mean),
        method=partial(_method, of_mean=of_mean),
        needs_every_rater=True,
        fits=lambda scale: scale.has_distances,
        needs_numbers=lambda _: True,
    )
    for key, title, order, of_mean in (("icc_a1", "ICC(A,1)", 70, False), ("icc_ak", "ICC(A,k)", 71, True))
)
