"""How often do raters agree, chance left aside? The share of pairs of labels that agree, and of targets agreed on."""

from agreement.coefficient import Coefficient, Statistic, ratio
from agreement.patterns import Patterns
from agreement.scale import LEVELS
from languages import worded


def percent_agreement(patterns: Patterns) -> Statistic:
    """Raw agreement over the targets with two labels or more: 0 to 1."""
    agreeing, pairable = patterns.agreeing_pairs, patterns.pairable.astype(float)
    return lambda weights: ratio(weights @ agreeing, weights @ pairable)


def all_equal(patterns: Patterns) -> Statistic:
    """The share of the targets with two labels or more whose labels are all the same: 0 to 1."""
    same, pairable = (patterns.agreeing_pairs == 1).astype(float), patterns.pairable.astype(float)
    return lambda weights: ratio(weights @ same, weights @ pairable)


COEFFICIENTS = (
    Coefficient(
        key="percent_agreement",
        title=worded("Raw agreement"),
        order=10,
        scopes=frozenset({"question", "pair"}),
        statistic=percent_agreement,
        method=lambda _: worded("mean over targets of the share of pairs of labels that agree"),
        levels=frozenset({*LEVELS, "set"}),
        corrects_for_chance=False,
    ),
    Coefficient(
        key="all_equal",
        title=worded("All labels equal"),
        order=11,
        scopes=frozenset({"question"}),
        statistic=all_equal,
        method=lambda _: worded("share of the targets with two labels or more on which all raters say the same"),
        levels=frozenset({*LEVELS, "set"}),
        corrects_for_chance=False,
    ),
)
