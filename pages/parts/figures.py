"""How is an interval shown on a screen? With the numbers of the reports, in the language of whoever looks."""

from __future__ import annotations

from exports.figures import MISSING, HasInterval, number
from languages import say


def interval(found: HasInterval) -> str:
    """Both ends, a dash where there is none."""
    if found.low is None or found.high is None:
        return MISSING
    return between(found.low, found.high)


def between(low: float, high: float) -> str:
    """Both ends of an interval."""
    return say("{low} to {high}", low=number(low), high=number(high))
