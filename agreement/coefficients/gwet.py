"""Do raters agree more often than they would where some targets are hard and guessed at? Gwet (2008): AC1 and AC2.

AC = (p_a - p_e) / (1 - p_e). p_a is the mean agreement of pairs of labels over the targets with two labels or more.
p_e = T / (q (q - 1)) * sum of pi (1 - pi) over the q declared labels: pi is a label's mean share over the targets with
a label, T the sum of all weights between labels. AC1 counts equal labels only, AC2 has quadratic weights. Both stay
high where one label prevails, which is why they are read beside kappa. Gwet (2014), Handbook of Inter-Rater
Reliability, gives the treatment of missing labels.
"""

from functools import partial

from agreement.coefficient import Coefficient, Statistic, ratio
from agreement.patterns import Floats, Patterns
from agreement.weighting import WEIGHTINGS, Weighting, agreement_within, label_weights, order_note
from languages import worded


def gwet_ac(patterns: Patterns, *, weighting: Weighting = "identity") -> Statistic:
    """AC1 (identity weights) or AC2 of several raters: 1 when all agree, 0 as chance would have it, negative below."""
    between = label_weights(patterns.scale, weighting)
    agreeing, pairable = agreement_within(patterns, between), patterns.pairable.astype(float)
    shares, labelled = patterns.shares, (patterns.n_labels > 0).astype(float)
    q = len(patterns.scale.labels)
    spread = between.sum() / (q * (q - 1)) if q > 1 else float("nan")

    def coefficient(weights: Floats) -> Floats:
        p_a = ratio(weights @ agreeing, weights @ pairable)
        pi = ratio(weights @ shares, (weights @ labelled)[:, None])
        p_e = spread * (pi * (1 - pi)).sum(axis=1)
        return ratio(p_a - p_e, 1 - p_e)

    return coefficient


def _method(patterns: Patterns, *, weighting: Weighting) -> str:
    if weighting == "identity":
        return worded("Gwet's AC1 (2008), chance over every target with a label")
    return worded(
        "Gwet's AC2 (2008), {weighting} weights, chance over every target with a label{order}",
        weighting=WEIGHTINGS[weighting],
        order=order_note(patterns.scale),
    )


COEFFICIENTS = (
    Coefficient(
        key="gwet_ac1",
        title=worded("Gwet's AC1"),
        order=50,
        scopes=frozenset({"question"}),
        statistic=gwet_ac,
        method=partial(_method, weighting="identity"),
    ),
    Coefficient(
        key="gwet_ac2",
        title=worded("Gwet's AC2, quadratic"),
        order=51,
        scopes=frozenset({"question"}),
        statistic=partial(gwet_ac, weighting="quadratic"),
        method=partial(_method, weighting="quadratic"),
        fits=lambda scale: scale.has_order,
    ),
)
