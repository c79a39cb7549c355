"""Are AC1 and AC2 those that their papers print?"""

import pytest

from tests.agreement.tables import by_rater, coefficient, of_contingency, published


def test_gwet_2008_by_hand() -> None:
    """p_a = .9, shares 3/20 and 17/20, p_e = 2 * .15 * .85 = .255: (.9 - .255) / .745 = .8658."""
    found = coefficient(of_contingency([[1, 0], [1, 8]], ["yes", "no"]), "gwet_ac1")
    assert found.value == pytest.approx((0.9 - 0.255) / 0.745)
    assert found.value == pytest.approx(0.8658, abs=5e-5)


def test_cohen_1960_table_under_ac1_and_quadratic_ac2() -> None:
    """DKPro's example 3 (that table in counts): AC1 .57597, AC2 with quadratic weights .63855."""
    table, labels = published("cohen_1960_table")
    found = {key: coefficient(table, key, level="ordinal", labels=labels).value for key in ("gwet_ac1", "gwet_ac2")}
    assert found == pytest.approx({"gwet_ac1": 0.57597, "gwet_ac2": 0.63855}, abs=5e-6)


def test_a_prevailing_label_lowers_kappa_and_not_ac1() -> None:
    """A10 in kind: 18 of 20 alike, all but four labels yes."""
    table = of_contingency([[17, 1], [1, 1]], ["yes", "no"])
    assert (coefficient(table, "fleiss_kappa").value or 0) < 0.5 < 0.85 < (coefficient(table, "gwet_ac1").value or 0)


def test_labels_that_are_declared_and_unused_count() -> None:
    """q is the codebook's: with a third label p_e = sum of pi (1 - pi) / 2."""
    table = of_contingency([[4, 1], [1, 4]], ["a", "b"])
    two, three = (coefficient(table, "gwet_ac1", labels=labels).value for labels in ("ab", "abc"))
    assert two == pytest.approx((0.8 - 0.5) / 0.5)
    assert three == pytest.approx((0.8 - 0.25) / 0.75)


def test_one_label_of_several_throughout_is_agreement_by_the_formula_and_of_one_alone_is_undefined() -> None:
    assert coefficient(by_rater("yyy", "yyy"), "gwet_ac1", labels="yn").value == 1.0
    assert coefficient(by_rater("yyy", "yyy"), "gwet_ac1").undefined == "no_variation"


def test_quadratic_weights_are_only_for_labels_in_order() -> None:
    table = by_rater("abc", "abb")
    with pytest.raises(KeyError):
        coefficient(table, "gwet_ac2")
    assert coefficient(table, "gwet_ac2", level="ordinal", labels="abc").value is not None
