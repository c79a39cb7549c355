"""Is Fleiss' kappa the one that the literature prints, and does it say which generalization it is?"""

import pytest

from tests.agreement.tables import by_item, by_rater, coefficient, published


@pytest.mark.parametrize(
    ("name", "printed", "digits"),
    [
        ("fleiss_1971_counts", 0.430, 5e-4),
        ("wikipedia_fleiss_counts", 0.210, 5e-4),
        ("gwet_distrib6_counts", 0.4139265, 5e-8),  # R package irrCAC
    ],
)
def test_equal_raters_give_the_printed_kappa(name: str, printed: float, digits: float) -> None:
    table, labels = published(name)
    found = coefficient(table, "fleiss_kappa", labels=labels)
    assert found.value == pytest.approx(printed, abs=digits)
    assert found.method == "Fleiss' kappa (1971)"


def test_unequal_raters_give_gwets_generalization_and_name_it() -> None:
    """Gwet 2014 prints .76117; the shares of the pooled labels would give .7608."""
    table, labels = published("krippendorff_2011_c_ratings")
    found = coefficient(table, "fleiss_kappa", labels=labels)
    assert found.value == pytest.approx(0.76117, abs=5e-6)
    assert "Gwet's generalization" in found.method


@pytest.mark.parametrize(
    ("name", "printed", "digits"), [("artstein_poesio_2008_table", 0.7995, 5e-5), ("zwick_1988_table", 0.460, 1e-3)]
)
def test_two_raters_give_scotts_pi_and_it_is_called_so(name: str, printed: float, digits: float) -> None:
    table, labels = published(name)
    found = coefficient(table, "fleiss_kappa", labels=labels)
    assert found.value == pytest.approx(printed, abs=digits)
    assert found.method.startswith("Scott's pi (1955)")


def test_n9_b3_one_value_under_one_name_for_unequal_counts_with_its_treatment_of_missing() -> None:
    """Six items, sixteen judgments: p_a and p_e by hand, and alpha beside."""
    table = by_item(
        [["a", "a", "a"], ["a", "b", None], ["b", "b", "b"], ["a", "a", None], ["b", "a", "b"], ["b", "b", "b"]]
    )
    found = coefficient(table, "fleiss_kappa")
    # agreeing pairs 1, 0, 1, 1, 1/3, 1; shares of a: 1, 1/2, 0, 1, 1/3, 0
    p_a = (1 + 0 + 1 + 1 + 1 / 3 + 1) / 6
    share = (1 + 1 / 2 + 0 + 1 + 1 / 3 + 0) / 6
    p_e = share**2 + (1 - share) ** 2
    assert found.value == pytest.approx((p_a - p_e) / (1 - p_e))
    assert "Gwet's generalization (2014) to unequal numbers of labels" in found.method
    assert coefficient(table, "krippendorff_alpha").value is not None


def test_a_single_label_counts_for_chance_and_not_for_agreement() -> None:
    """p_a = 2/3 over three targets; shares of a over five: 1, 0, 1/2, 1, 1 (vector edge_singletons_move_fleiss_pe)."""
    found = coefficient(by_rater("abaaa", "abb  "), "fleiss_kappa")
    share = (1 + 0 + 1 / 2 + 1 + 1) / 5
    p_e = share**2 + (1 - share) ** 2
    assert found.value == pytest.approx((2 / 3 - p_e) / (1 - p_e))
    assert found.n == 3
