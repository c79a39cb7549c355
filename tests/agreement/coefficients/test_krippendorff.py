"""Is alpha the one that Krippendorff prints, at every level?"""

import pytest

from agreement.scale import Level
from tests.agreement.tables import by_item, by_rater, coefficient, published, the_question


@pytest.mark.parametrize(("level", "printed"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)])
def test_krippendorff_2011_example_c(level: Level, printed: float) -> None:
    table, labels = published("krippendorff_2011_c_ratings")
    question = the_question(table, level=level, labels=labels)
    assert question.coefficients[f"alpha_{level}"].value == pytest.approx(printed, abs=5e-4)
    assert question.coefficients["krippendorff_alpha"].value == question.coefficients[f"alpha_{level}"].value


@pytest.mark.parametrize(("level", "printed"), [("nominal", 0.4765), ("ordinal", 0.7598), ("interval", 0.7574)])
def test_hayes_and_krippendorff_2007(level: Level, printed: float) -> None:
    table, labels = published("hayes_krippendorff_2007_ratings")
    assert coefficient(table, f"alpha_{level}", level="interval", labels=labels).value == pytest.approx(
        printed, abs=5e-5
    )


def test_gwet_distrib6_prints_4204384() -> None:
    table, labels = published("gwet_distrib6_counts")
    assert coefficient(table, "alpha_nominal", labels=labels).value == pytest.approx(0.4204384, abs=5e-8)


def test_artstein_and_poesio_2008_print_8() -> None:
    table, labels = published("artstein_poesio_2008_table")
    assert coefficient(table, "alpha_nominal", labels=labels).value == pytest.approx(0.8, abs=1e-3)


def test_two_items_of_total_disagreement_are_minus_one_half() -> None:
    """D_o = 1, D_e = 8 of the 12 ordered pairs of two a and two b: 1 - 12/8."""
    assert coefficient(by_rater("ab", "ba"), "alpha_nominal").value == pytest.approx(-0.5)


def test_a_target_with_one_label_does_not_count() -> None:
    with_single = by_item([["a", "a"], ["b", "b"], ["a", "b"], ["a", None], [None, "b"]])
    assert (
        coefficient(with_single, "alpha_nominal").value
        == coefficient(by_item([["a", "a"], ["b", "b"], ["a", "b"]]), "alpha_nominal").value
    )


@pytest.mark.parametrize(
    ("level", "labels", "offered"),
    [
        ("nominal", ["1", "2"], {"alpha_nominal"}),
        ("ordinal", ["bad", "good"], {"alpha_nominal", "alpha_ordinal"}),
        ("ordinal", ["1", "2"], {"alpha_nominal", "alpha_ordinal", "alpha_interval"}),
        ("interval", ["1", "2"], {"alpha_nominal", "alpha_ordinal", "alpha_interval"}),
    ],
)
def test_alphas_are_given_where_the_labels_allow(level: Level, labels: list[str], offered: set[str]) -> None:
    found = the_question(by_item([labels, labels[::-1]]), level=level, labels=labels).coefficients
    assert {key for key in found if key.startswith("alpha_")} == offered


def test_ordinal_alpha_follows_the_declared_order_and_not_the_alphabet() -> None:
    rows = by_item([("irr", "irr"), ("nice", "must"), ("must", "must"), ("nice", "irr"), ("nice", "nice")])
    declared = coefficient(rows, "alpha_ordinal", level="ordinal", labels=["irr", "nice", "must"])
    numbered = rows.assign(label=rows["label"].map({"irr": "1", "nice": "2", "must": "3"}))
    assert declared.value == coefficient(numbered, "alpha_ordinal", level="ordinal").value
    seen = coefficient(rows, "alpha_ordinal", level="ordinal")
    assert seen.value != declared.value
    assert "the assumed order irr < must < nice" in seen.method


def test_the_interval_level_takes_the_numbers_and_not_their_places() -> None:
    rows = [["0", "0"], ["0", "1"], ["10", "10"], ["10", "1"]]
    alpha = coefficient(by_item(rows), "alpha_interval", level="interval", labels=["0", "1", "10"]).value
    moved = [[str(int(label) * 3 - 7) for label in row] for row in rows]
    assert alpha == pytest.approx(coefficient(by_item(moved), "alpha_interval", level="interval").value)
    places = coefficient(by_item(rows), "alpha_interval", level="interval", labels=["0", "1", "10"])
    assert (
        places.value
        != coefficient(
            by_item([["0", "0"], ["0", "1"], ["2", "2"], ["2", "1"]]), "alpha_interval", level="interval"
        ).value
    )
