"""Is Cohen's kappa the one that its papers print?"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from statsmodels.stats.inter_rater import cohens_kappa

from agreement.coefficients.cohen import standard_error
from agreement.results import Estimate
from tests.agreement.tables import by_rater, of_contingency, patterns_of, published, the_pair


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


def test_n8_a_scale_counts_its_unused_labels() -> None:
    """x = 1 2 5 5 2 1, y = 1 2 5 2 5 2 on 1-5: .412, and not the .571 of squeezed levels."""
    pair = the_pair(by_rater("125521", "125252"), level="ordinal", labels="12345")
    assert pair.coefficients["quadratic_kappa"].value == pytest.approx(0.412, abs=5e-4)


def test_b12_linear_and_quadratic_are_both_there_and_named() -> None:
    pair = the_pair(by_rater("1234", "1243"), level="ordinal", labels="12345")
    for weighting in ("linear", "quadratic"):
        assert f"{weighting} weights" in pair.coefficients[f"{weighting}_kappa"].method


def test_labels_without_order_have_no_weighted_kappa() -> None:
    assert "linear_kappa" not in the_pair(by_rater("abc", "abb")).coefficients


def test_on_an_interval_scale_the_numbers_count_and_not_their_places() -> None:
    """Scores 0, 1, 10: 0 and 1 nearly agree (weight .9), as places they would agree by half."""
    pair = the_pair(by_rater("aab", "abb").replace({"a": "0", "b": "1"}), level="interval", labels=["0", "1", "10"])
    by_place = the_pair(by_rater("aab", "abb"), level="ordinal", labels=["a", "b", "c"])
    p_o, p_e = (2 + 0.9) / 3, (2 * 1 + 4 * 0.9 + 1 * 0.9 + 2 * 1) / 9
    assert pair.coefficients["linear_kappa"].value == pytest.approx((p_o - p_e) / (1 - p_e))
    assert by_place.coefficients["linear_kappa"].value == pytest.approx(0.4)


def test_fleiss_cohen_and_everitt_1969_give_the_standard_error() -> None:
    """Their table 1 in counts of 200: kappa .4286, standard error .0539 (sqrt of .002885)."""
    table = of_contingency([[106, 10, 4], [22, 28, 10], [2, 12, 6]], ["1", "2", "3"])
    found = the_pair(table).coefficients["cohen_kappa"]
    assert found.value == pytest.approx(0.429, abs=5e-4)
    assert found.standard_error == pytest.approx(0.002885**0.5, abs=5e-5)


def test_where_a_rater_gave_one_label_only_there_is_no_standard_error() -> None:
    """The formula gives 0, or 2.6e-8 by rounding, for this table of five and one: as if a kappa of 0 were sure."""
    found = the_pair(by_rater("baaaaa", "aaaaaa"), labels=["a", "b"]).coefficients["cohen_kappa"]
    assert (found.value, found.standard_error) == (0.0, None)


@given(arrays(np.int64, st.tuples(st.integers(2, 60), st.just(2)), elements=st.integers(0, 3)))
def test_the_standard_error_is_that_of_statsmodels(codes: np.ndarray) -> None:
    patterns = patterns_of(codes, n_labels=4)
    ours, table = standard_error(patterns), patterns.contingency()
    if ours is None:
        return
    theirs = float(cohens_kappa(table, return_results=True).std_kappa)
    assert ours**2 == pytest.approx(theirs**2, rel=1e-9, abs=1e-15)
