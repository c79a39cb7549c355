"""Do labels get the order that people would give them, and is a missing answer never a label?"""

import pytest

from agreement.errors import BadScale
from agreement.scale import declared_scale, is_missing, natural_order, seen_scale


def test_numbers_stand_by_value_and_before_words() -> None:
    assert natural_order(["10", "tie", "2", "-3", "0.5"]) == ("-3", "0.5", "2", "10", "tie")


def test_digits_within_words_count_by_value() -> None:
    assert natural_order(["m10", "m2", "m1", "n0"]) == ("m1", "m2", "m10", "n0")


def test_any_texts_can_be_sorted_together() -> None:
    odd = ["", "٣", "²", "9" * 5000, "1e999", "a1", "1a", "-", "é", "00", "0"]
    assert natural_order(odd) == natural_order(reversed(odd))


@pytest.mark.parametrize(
    "answer", ["", "  ", "NA", "n/a", "N/A", "#N/A", "nan", "<NA>", "cannot judge", "Cannot_Judge"]
)
def test_an_answer_that_is_no_label_is_missing(answer: str) -> None:
    assert is_missing(answer)


@pytest.mark.parametrize("answer", ["0", "none", "no", "-", "neutral"])
def test_a_label_that_looks_like_nothing_is_a_label(answer: str) -> None:
    assert not is_missing(answer)


def test_declared_labels_keep_their_order_and_lose_only_the_white_space_around_them() -> None:
    assert declared_scale("ordinal", [" irr", "nice", "must have "]).labels == ("irr", "nice", "must have")


def test_cannot_judge_is_never_a_class_even_when_a_codebook_declares_it() -> None:
    assert declared_scale("nominal", ["yes", "no", "cannot judge"]).labels == ("yes", "no")


def test_a_label_declared_twice_is_refused_by_name() -> None:
    with pytest.raises(BadScale, match="'yes' is declared twice"):
        declared_scale("nominal", ["yes", "no", "yes "])


def test_a_level_that_there_is_not_is_refused() -> None:
    with pytest.raises(BadScale, match="'ratio' is no level"):
        seen_scale("ratio", ["1"])  # type: ignore[arg-type]


def test_labels_are_numbers_only_when_all_of_them_are() -> None:
    assert declared_scale("interval", ["-1", ".5", "4.0", "1e1"]).numbers == (-1.0, 0.5, 4.0, 10.0)
    for no_number in ("4,5", "4/5", "1_000", "inf", "good"):
        assert declared_scale("interval", ["1", no_number]).numbers is None


def test_an_order_of_words_that_nobody_declared_is_an_assumption() -> None:
    assert seen_scale("ordinal", ["irr", "must", "nice"]).assumes_order
    assert not seen_scale("ordinal", ["1", "2"]).assumes_order
    assert not seen_scale("nominal", ["irr", "must"]).assumes_order
    assert not declared_scale("ordinal", ["irr", "nice", "must"]).assumes_order
