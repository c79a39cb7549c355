"""Is Cohen's kappa the one that its papers print?"""

import pytest

from agreement.results import Estimate
from tests.agreement.tables import by_rater, of_contingency, published, the_pair


def kappa(table_name: str) -> Estimate:
    table, labels = published(table_name)
    return the_pair(table, labels=labels).coefficients["cohen_kappa"]


def test_cohen_1960_prints_492() -> None:
    found = kappa("cohen_1960_table")
    assert found.value == pytest.approx(0.492, abs=5e-4)
    assert (found.n, found.method.startswith("Cohen's kappa (1960), unweighted")) == (200, True)


def test_artstein_and_poesio_2008_print_8013() -> None:
    assert kappa("artstein_poesio_2008_table").value == pytest.approx(0.8013, abs=5e-5)


def test_zwick_1988_prints_474() -> None:
    assert kappa("zwick_1988_table").value == pytest.approx(0.474, abs=5e-4)


def test_each_rater_has_shares_of_their_own() -> None:
    """p_o = (20 + 15) / 50, p_e = (25 * 30 + 25 * 20) / 50^2 = 1/2: (.7 - .5) / (1 - .5) = .4."""
    table = of_contingency([[20, 5], [10, 15]], ["yes", "no"])
    assert the_pair(table).coefficients["cohen_kappa"].value == pytest.approx(0.4)


def test_a_rater_who_always_says_the_same_is_no_better_than_chance() -> None:
    """Nine yes and one no against ten yes: raw agreement .9, kappa 0, both shown (C5 in kind)."""
    pair = the_pair(by_rater("yyyyyyyyyn", "yyyyyyyyyy"))
    assert pair.coefficients["cohen_kappa"].value == 0.0
    assert pair.coefficients["percent_agreement"].value == 0.9


def test_labels_that_nobody_used_change_nothing_in_the_unweighted_kappa() -> None:
    table = by_rater("125521", "125252")
    used, declared = (the_pair(table, labels=labels).coefficients["cohen_kappa"].value for labels in ("125", "12345"))
    assert used == pytest.approx(declared)
