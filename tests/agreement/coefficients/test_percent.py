"""Is raw agreement the mean over targets of the share of agreeing pairs?"""

import pytest

from tests.agreement.tables import by_item, coefficient, published, the_pair


def test_fleiss_1971_prints_a_raw_agreement_of_556() -> None:
    table, labels = published("fleiss_1971_counts")
    assert coefficient(table, "percent_agreement", labels=labels).value == pytest.approx(0.5556, abs=5e-5)


def test_gwet_2014_prints_8181818_for_labels_that_are_partly_missing() -> None:
    table, labels = published("krippendorff_2011_c_ratings")
    one = coefficient(table, "percent_agreement", labels=labels)
    assert one.value == pytest.approx(0.8181818, abs=5e-8)
    assert one.n == 11  # the twelfth item has one label


def test_each_target_counts_once_whatever_its_number_of_labels() -> None:
    # one target whose two labels agree, one of four labels with 3 of 6 pairs that agree
    rows: list[list[object]] = [["y", "y", None, None], ["y", "y", "y", "n"]]
    assert coefficient(by_item(rows), "percent_agreement").value == (1 + 3 / 6) / 2


def test_for_a_pair_it_is_the_share_of_equal_labels() -> None:
    assert the_pair(by_item(["yy", "yn", "nn", "yy"])).coefficients["percent_agreement"].value == 3 / 4


def test_a_target_on_which_one_of_four_differs_is_none_that_all_agree_on() -> None:
    rows: list[list[object]] = [["y", "y", None, None], ["y", "y", "y", "n"], ["n", None, None, None]]
    one = coefficient(by_item(rows), "all_equal")
    assert (one.value, one.n) == (1 / 2, 2)  # the third target has one label
