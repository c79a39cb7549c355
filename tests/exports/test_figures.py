"""A number looks the same wherever it is shown: three decimals, a real minus sign, a dash where there is none."""

from __future__ import annotations

import doctest

import pytest

from agreement.results import Estimate
from exports import figures


def test_the_examples_hold() -> None:
    assert doctest.testmod(figures).failed == 0


@pytest.mark.parametrize(
    ("value", "shown"),
    [(1.0, "1.000"), (-1.0, "−1.000"), (0.0005, "0.001"), (-0.0006, "−0.001"), (-0.0, "0.000"), (12.3456, "12.346")],
)
def test_three_decimals_and_a_minus_sign(value: float, shown: str) -> None:
    assert figures.number(value) == shown


def test_an_interval_has_both_ends_or_is_a_dash() -> None:
    without = Estimate(None, None, None, 0, "one_rater", None, "m")
    assert figures.interval(without) == "—"
    assert figures.interval(Estimate(0.1, -0.2, 0.4, 9, None, None, "m")) == "−0.200 to 0.400"


def test_no_p_value_is_shown_as_0() -> None:
    assert [figures.p_value(value) for value in (0.0, 0.00099, 0.001, 1.0)] == ["< 0.001", "< 0.001", "0.001", "1.000"]
