"""Do several raters agree more often than labels handed out in their overall shares would? Fleiss (1971).

kappa = (p_a - p_e) / (1 - p_e). p_a is the mean, over the targets with two labels or more, of the share of agreeing
pairs; p_e is the sum of the squared shares of the labels. Where targets have unequal numbers of labels it is Gwet's
generalization (2014, Handbook of Inter-Rater Reliability): a label's share is the mean, over all targets with a label,
of its share among the target's labels. For two raters it is Scott's pi (1955).
"""

import numpy as np

from agreement.coefficient import Coefficient, Statistic, ratio
from agreement.patterns import Floats, Patterns
from languages import worded


def fleiss_kappa(patterns: Patterns) -> Statistic:
    """Kappa of exchangeable raters: 1 when all agree, 0 as chance would have it, negative below."""
    agreeing, pairable = patterns.agreeing_pairs, patterns.pairable.astype(float)
    labelled = (patterns.n_labels > 0).astype(float)
    shares = patterns.shares

    def kappa(weights: Floats) -> Floats:
        p_a = ratio(weights @ agreeing, weights @ pairable)
        label_shares = ratio(weights @ shares, (weights @ labelled)[:, np.newaxis])
        p_e = (label_shares**2).sum(axis=1)
        return ratio(p_a - p_e, 1 - p_e)

    return kappa


def _by_statsmodels(patterns: Patterns) -> float | None:
    """The same by statsmodels, which takes equal numbers of labels only (and merely asserts it)."""
    if not (_numbers_are_equal(patterns) and patterns.may_unfold(len(patterns.scale.labels))):
        return None
    from statsmodels.stats import inter_rater

    labelled = patterns.only(patterns.n_labels > 0)
    return float(inter_rater.fleiss_kappa(labelled.unfolded_tallies()))


def _numbers_are_equal(patterns: Patterns) -> bool:
    """Whether every target that has a label has as many as the others."""
    return len(np.unique(patterns.n_labels[patterns.n_labels > 0])) == 1


def _method(patterns: Patterns) -> str:
    for_two = len(patterns.raters) == 2
    name = worded("Scott's pi (1955), Fleiss' kappa for two raters") if for_two else worded("Fleiss' kappa (1971)")
    if _numbers_are_equal(patterns):
        return name
    return worded(
        "{name}, Gwet's generalization (2014) to unequal numbers of labels: chance over every target with a label",
        name=name,
    )


COEFFICIENTS = (
    Coefficient(
        key="fleiss_kappa",
        title=worded("Fleiss' kappa"),
        title_for_two=worded("Scott's pi"),
        order=30,
        scopes=frozenset({"question"}),
        statistic=fleiss_kappa,
        library=_by_statsmodels,
        method=_method,
    ),
)
