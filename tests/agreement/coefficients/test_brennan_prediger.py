"""Is chance one in the number of declared labels?"""

import pytest

from tests.agreement.tables import by_rater, coefficient, published


def test_artstein_and_poesio_2008_example_by_hand() -> None:
    """Three of four agree, two labels: (.75 - .5) / .5."""
    assert coefficient(by_rater("yynn", "yyny"), "brennan_prediger").value == pytest.approx(0.5)


def test_a_third_declared_label_makes_chance_smaller() -> None:
    found = coefficient(by_rater("yynn", "yyny"), "brennan_prediger", labels=["y", "n", "?"])
    assert found.value == pytest.approx((0.75 - 1 / 3) / (2 / 3))
    assert found.method.endswith("chance 1/3")


def test_zwick_1988_prints_467() -> None:
    table, labels = published("zwick_1988_table")
    assert coefficient(table, "brennan_prediger", labels=labels).value == pytest.approx(0.467, abs=5e-4)
