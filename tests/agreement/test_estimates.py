"""Is a coefficient undefined, with the reason, where it has no value, and does its interval say what it rests on?"""

from dataclasses import astuple, replace

import pandas as pd
import pytest

from agreement import coefficient as coefficients
from agreement.errors import LibraryDiffers
from agreement.results import Estimate, QuestionReport, Reason
from tests.agreement.tables import by_item, by_rater, coefficient, the_pair, the_question

CORRECTED = ("fleiss_kappa", "krippendorff_alpha", "alpha_nominal")


def reasons(question: QuestionReport) -> set[str | None]:
    """Why the coefficients that correct for chance are undefined; they have no number then."""
    found = [question.coefficients[key] for key in CORRECTED]
    assert all(one.value is one.low is one.high is None for one in found if one.undefined)
    return {one.undefined for one in found}


def test_a1_two_raters_who_always_give_the_same_label_agree_but_kappa_is_undefined() -> None:
    table = by_rater("y" * 12, "y" * 12)
    pair = the_pair(table, labels=["y", "n"], bootstrap=50)
    kappa = pair.coefficients["cohen_kappa"]
    assert (kappa.value, kappa.undefined, kappa.n) == (None, "no_variation", 12)
    assert pair.coefficients["percent_agreement"].value == 1.0
    assert reasons(the_question(table, labels=["y", "n"])) == {"no_variation"}


def test_a3_seven_raters_on_two_items_all_no() -> None:
    question = the_question(by_item([["no"] * 7] * 2), labels=["no", "yes"], bootstrap=50)
    assert reasons(question) == {"no_variation"}
    assert question.coefficients["percent_agreement"].value == 1.0


def test_a5_three_raters_all_the_same_are_undefined_even_on_a_scale_of_one_label() -> None:
    """The package krippendorff raises here."""
    for labels in (None, ["1"], ["1", "2"]):
        question = the_question(by_rater("1111", "1111", "1111"), labels=labels, bootstrap=50)
        assert reasons(question) == {"no_variation"}


def test_a6_one_disagreement_among_22_labels_is_an_alpha_of_zero() -> None:
    """Five raters, five items, all 3 except one 1, three blanks: D_o = D_e, as Krippendorff confirmed."""
    rows: list[list[object]] = [
        [3, 3, 3, 3, 3],
        [3, 3, 3, 3, None],
        [3, 3, None, 3, 3],
        [3, 3, None, 3, 3],
        [3, 3, 3, 1, 3],
    ]
    question = the_question(by_item(rows), level="ordinal", labels=["1", "2", "3"])
    assert question.coefficients["alpha_nominal"].value == pytest.approx(0, abs=1e-12)
    assert question.coefficients["alpha_ordinal"].value == pytest.approx(0, abs=1e-12)
    # four items agree whole, the fifth in 6 of its 10 pairs
    assert question.coefficients["percent_agreement"].value == pytest.approx((4 + 6 / 10) / 5)
    assert question.label_shares == pytest.approx({"1": 1 / 22, "2": 0, "3": 21 / 22})


def test_a8_one_annotator_needs_another() -> None:
    question = the_question(by_rater("yyn", "   "), bootstrap=50)
    assert {one.undefined for one in question.coefficients.values()} == {"one_rater"}
    assert question.pairs == ()


def test_a9_one_shared_item_is_too_little_even_when_the_labels_are_equal() -> None:
    table = by_rater("yyn", "y  ")
    pair = the_pair(table)
    assert (pair.coefficients["cohen_kappa"].undefined, pair.n) == ("one_item", 1)
    assert pair.coefficients["percent_agreement"].value == 1.0
    assert reasons(the_question(table)) == {"one_item"}


def test_a12_a_single_item_with_five_raters() -> None:
    for labels in ("yyyyy", "yynyn"):
        assert reasons(the_question(by_item([labels]))) == {"one_item"}


def test_b1_blanks_are_missing_and_no_class() -> None:
    assert coefficient(by_rater("112", "11 ", " 12"), "alpha_nominal").value == 1.0


def test_b8_cohen_takes_the_shared_targets_for_both_of_its_terms() -> None:
    shared = by_rater("ynynyyynnnyynynyynny", "ynyyyyynnnnynynyynnn")
    with_solo = by_rater("ynynyyynnnyynynyynny" + "y" * 10 + " " * 10, "ynyyyyynnnnynynyynnn" + " " * 10 + "n" * 10)
    pair = the_pair(with_solo)
    assert pair.n == 20
    assert pair.coefficients["cohen_kappa"].value == the_pair(shared).coefficients["cohen_kappa"].value


def test_raters_who_share_no_target_have_no_overlap() -> None:
    pair = the_pair(by_rater("yn  ", "  yn"), bootstrap=50)
    assert {one.undefined for one in pair.coefficients.values()} == {"no_overlap"}


def test_interval_alpha_needs_numbers_and_variation_first() -> None:
    assert coefficient(by_rater("yn", "yn"), "alpha_interval", level="interval").undefined == "needs_numbers"
    assert coefficient(by_rater("yy", "yy"), "alpha_interval", level="interval").undefined == "no_variation"


def test_two_spellings_of_one_number_are_no_variation_for_the_interval_level() -> None:
    """.1 has no exact float, so rounding must not be taken for a difference."""
    table = by_item([[".1", "0.1", ".1"]] * 7 + [["0.1", "0.1", None]])
    assert coefficient(table, "alpha_interval", level="interval").undefined == "no_variation"


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (["y   ", "    "], "one_rater"),
        (["y ", " n"], "no_overlap"),
        (["y ", "yn"], "one_item"),
        (["yy", "yy"], "no_variation"),
    ],
)
def test_the_first_reason_that_applies_is_given(rows: list[str], reason: Reason) -> None:
    """Each of these tables has all the faults that come after its own."""
    assert coefficient(by_rater(*rows), "krippendorff_alpha", level="interval").undefined == reason


def test_a_negative_value_is_shown_as_negative() -> None:
    assert the_pair(by_rater("ab", "ba")).coefficients["cohen_kappa"].value == -1.0


def test_the_interval_holds_the_value_and_repeats_with_its_seed() -> None:
    table = by_rater("ynynyyynnnyynynyynnyynynyynyyn" * 2, "ynyyyyynnnnynynyynnnynnnyynnyn" * 2)
    one = coefficient(table, "krippendorff_alpha", bootstrap=1000)
    assert one.value is not None
    assert one.low is not None
    assert one.high is not None
    assert one.low < one.value < one.high
    assert one.note is None
    assert coefficient(table, "krippendorff_alpha", bootstrap=1000) == one
    assert coefficient(table, "krippendorff_alpha", bootstrap=1000, seed=1) != one


def test_without_replicates_there_is_a_value_and_no_interval() -> None:
    one = coefficient(by_rater("yn", "yn"), "krippendorff_alpha")
    assert (one.value, one.low, one.high, one.note) == (1.0, None, None, None)


def test_an_interval_without_width_is_flagged() -> None:
    one = coefficient(by_rater("yn" * 20, "yn" * 20), "fleiss_kappa", bootstrap=200)
    assert (one.low, one.high) == (1.0, 1.0)
    assert one.note == "the interval has no width: every resample gives the same value"


def test_undefined_replicates_are_counted_and_flagged_above_five_percent() -> None:
    """One dissenter in 40 targets: a resample leaves it out with probability (39/40)^40 = .36."""
    one = coefficient(by_rater("y" * 40, "y" * 39 + "n"), "krippendorff_alpha", bootstrap=1000)
    assert one.note is not None
    assert one.note.startswith("undefined in ")
    assert 300 < int(one.note.split()[2]) < 430


def test_fewer_than_30_to_draw_from_are_flagged() -> None:
    one = coefficient(by_rater("yyn" * 9, "yny" * 9), "krippendorff_alpha", bootstrap=100)
    assert one.note == "the interval is rough: only 27 targets hold what it can use"


def test_it_is_the_clusters_that_are_counted() -> None:
    table = by_rater("yynn" * 15, "ynyyn" * 12)
    table["dialogue"] = table["item"].str[-1]
    one = coefficient(table, "krippendorff_alpha", bootstrap=100, cluster="dialogue")
    assert one.note == "the interval is rough: only 10 dialogues hold what it can use"


def test_clusters_that_are_alike_within_make_the_interval_wider() -> None:
    """Ten copies of each of 40 targets say no more than the 40."""
    table = pd.concat([by_rater("yynyn" * 8, "ynnyy" * 8).assign(target=str(copy)) for copy in range(10)])
    clustered = coefficient(table, "krippendorff_alpha", bootstrap=500)
    single = coefficient(table, "krippendorff_alpha", bootstrap=500, cluster="target")
    assert width(clustered) > 2.5 * width(single)  # the root of ten is 3.2


def width(one: Estimate) -> float:
    assert one.low is not None
    assert one.high is not None
    return one.high - one.low


def test_a_library_that_gives_another_value_stops_the_report(monkeypatch: pytest.MonkeyPatch) -> None:
    (fleiss,) = [one for one in coefficients.declared() if one.key == "fleiss_kappa"]
    monkeypatch.setattr("agreement.estimates.declared", lambda: (replace(fleiss, library=lambda _: 0.5),))
    with pytest.raises(LibraryDiffers, match=r"Fleiss' kappa is 0\.5 by its library and 1\.0 by our formula"):
        the_question(by_rater("yn", "yn"))


def test_no_number_of_an_estimate_is_ever_nan() -> None:
    for table in (by_rater("yyn", "y  "), by_rater("yn", "ny"), by_rater("y", "y"), by_rater(" ", "y")):
        question = the_question(table, level="interval", bootstrap=200)
        for one in [*question.coefficients.values(), *(e for p in question.pairs for e in p.coefficients.values())]:
            assert all(number == number for number in astuple(one)), one


def test_what_needs_every_rater_says_so_where_no_target_has_them_all() -> None:
    """Overlap 2 of 3 raters: there are labels to compare, but none of every rater."""
    rows = [(f"i{n}", who, "1" if n % 3 else "2") for n in range(9) for who in ("ab", "bc", "ca")[n % 3]]
    table = pd.DataFrame(rows, columns=["item", "rater", "label"])
    question = the_question(table, level="ordinal", labels=["1", "2"], bootstrap=0)
    assert question.coefficients["kendall_w"].undefined == "not_by_all"
    assert question.coefficients["fleiss_kappa"].undefined is None
