"""How is a number shown? Rounding lives here and nowhere before: pages and reports show one number alike."""

from __future__ import annotations

from typing import Protocol

MISSING = "—"
SMALLEST_P = 0.001


class HasInterval(Protocol):
    """Whatever has both ends of an interval, or none."""

    @property
    def low(self) -> float | None: ...
    @property
    def high(self) -> float | None: ...


def number(value: float | None) -> str:
    """Three decimals, a real minus sign, a dash where it is undefined.

    >>> number(0.78611), number(-0.25), number(-0.00001), number(None)
    ('0.786', '−0.250', '0.000', '—')
    """
    if value is None:
        return MISSING
    shown = f"{value:.3f}"
    return "0.000" if shown == "-0.000" else shown.replace("-", "−")


def interval(found: HasInterval) -> str:
    """Both ends, a dash where there is none."""
    if found.low is None or found.high is None:
        return MISSING
    return f"{number(found.low)} to {number(found.high)}"


def share(value: float | None) -> str:
    """A share in percent with one decimal.

    >>> share(0.33796)
    '33.8 %'
    """
    return MISSING if value is None else f"{100 * value:.1f} %"


def count(n: int) -> str:
    """A number of things, in groups of three digits.

    >>> count(12400)
    '12,400'
    """
    return f"{n:,}"


def p_value(value: float | None) -> str:
    """A p-value with three decimals; smaller ones are said to be smaller, as none is 0.

    >>> p_value(0.0314), p_value(3e-20), p_value(None)
    ('0.031', '< 0.001', '—')
    """
    return f"< {SMALLEST_P}" if value is not None and value < SMALLEST_P else number(value)
