"""Do raters agree more often than if every declared label were as likely? Brennan and Prediger (1981).

(p_a - 1/q) / (1 - 1/q): p_a is the mean share of agreeing pairs over the targets with two labels or more, q the number
of declared labels. Also known as Randolph's free-marginal kappa, and as Bennett's S for two raters.
"""

from agreement.coefficient import Coefficient, Statistic, ratio
from agreement.patterns import Floats, Patterns
from languages import worded


def brennan_prediger(patterns: Patterns) -> Statistic:
    """Chance is 1 / (number of declared labels); 1 when all agree, negative where they agree less often than that."""
    agreeing, pairable = patterns.agreeing_pairs, patterns.pairable.astype(float)
    q = len(patterns.scale.labels)
    by_chance = 1 / q if q > 1 else float("nan")

    def coefficient(weights: Floats) -> Floats:
        agreement: Floats = (ratio(weights @ agreeing, weights @ pairable) - by_chance) / (1 - by_chance)
        return agreement

    return coefficient


def _method(patterns: Patterns) -> str:
    return worded("Brennan and Prediger (1981), chance 1/{n}", n=len(patterns.scale.labels))


COEFFICIENTS = (
    Coefficient(
        key="brennan_prediger",
        title=worded("Brennan-Prediger"),
        order=60,
        scopes=frozenset({"question"}),
        statistic=brennan_prediger,
        method=_method,
    ),
)
