"""Do the rank correlations come out as printed, whatever the ties?"""

import pytest

from tests.agreement.tables import by_item, coefficient, the_pair


def test_tau_b_with_ties_by_hand() -> None:
    """x = 1 1 2 3, y = 1 2 2 3: P = 4, Q = 0, one pair tied in x only and one in y only: 4 / sqrt(5 * 5)."""
    pair = the_pair(by_item([[1, 1], [1, 2], [2, 2], [3, 3]]), level="ordinal")
    assert pair.coefficients["kendall_tau_b"].value == pytest.approx(4 / 5)


def test_the_opposite_order_is_minus_one() -> None:
    pair = the_pair(by_item([[1, 3], [2, 2], [3, 1]]), level="ordinal")
    assert pair.coefficients["spearman"].value == pytest.approx(-1)
    assert pair.coefficients["kendall_tau_b"].value == pytest.approx(-1)


def test_a_point_higher_throughout_is_the_same_order() -> None:
    """B14 in kind: the correlation does not see it, the quadratic kappa does."""
    pair = the_pair(by_item([[1, 2], [2, 3], [3, 4], [4, 5]]), level="ordinal", labels="12345")
    assert pair.coefficients["spearman"].value == pytest.approx(1)
    assert (pair.coefficients["quadratic_kappa"].value or 1) < 1


def test_w_of_raters_who_order_alike_is_one() -> None:
    found = coefficient(by_item([[1, 2, 1], [2, 3, 2], [3, 4, 5]]), "kendall_w", level="ordinal")
    assert found.value == pytest.approx(1)


def test_a_rater_with_one_label_has_no_order() -> None:
    pair = the_pair(by_item([[1, 1], [1, 2], [1, 3]]), level="ordinal")
    assert pair.coefficients["spearman"].undefined == "no_variation"
