"""Are ICC(A,1) and ICC(A,k) those that their papers print?"""

import pytest

from tests.agreement.tables import by_item, coefficient, the_question

# Shrout and Fleiss (1979), table 2: six targets, four judges. ICC(2,1) = .29, ICC(2,4) = .62.
SHROUT_FLEISS = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]


def test_shrout_and_fleiss_1979_print_29_and_62() -> None:
    table = by_item(SHROUT_FLEISS)
    assert coefficient(table, "icc_a1", level="interval").value == pytest.approx(0.29, abs=5e-3)
    found = coefficient(table, "icc_ak", level="interval")
    assert found.value == pytest.approx(0.62, abs=5e-3)
    assert (found.n, found.method.startswith("ICC(A,4)")) == (6, True)


def test_a_target_that_somebody_has_not_scored_is_left_out_and_n_says_so() -> None:
    table = by_item([*SHROUT_FLEISS, [1, 10, None, 3]])
    found = coefficient(table, "icc_a1", level="interval")
    assert found.n == 6
    assert found.value == pytest.approx(0.29, abs=5e-3)


def test_one_who_scores_a_point_higher_throughout_does_not_agree_in_full() -> None:
    found = coefficient(by_item([[1, 2], [2, 3], [3, 4]]), "icc_a1", level="interval")
    assert found.value is not None
    assert 0.5 < found.value < 1


def test_scores_far_from_zero_and_close_together_are_scores_like_others() -> None:
    """Shrout and Fleiss' table in thousandths of a point, 5,000 points up: sums of squares would lose ten digits."""
    moved = [[f"{5000 + score / 1000:.3f}" for score in row] for row in SHROUT_FLEISS]
    found, expected = (coefficient(by_item(rows), "icc_a1", level="interval").value for rows in (moved, SHROUT_FLEISS))
    assert found == pytest.approx(expected, abs=1e-9)


def test_scores_that_never_vary_have_none() -> None:
    assert coefficient(by_item([[0.1, 0.1, 0.1]] * 5), "icc_a1", level="interval").undefined == "no_variation"


def test_where_targets_differ_less_than_chance_would_have_it_the_mean_has_no_reliability() -> None:
    """All targets have a mean of 2, R = 0. First C = E = 1/3, so that R + (C - E) / n = 0 and R - E is not.

    Then C = 0 and E = 2: the quotient of -2 and -2/3 would be 3.
    """
    for rows in ([[2, 2]] * 5 + [[3, 1]], [[1, 3], [3, 1], [2, 2]]):
        question = the_question(by_item(rows), level="interval", bootstrap=50)
        assert question.coefficients["icc_ak"].undefined == "no_variation"
        found = question.coefficients["icc_a1"].value
        assert found is not None
        assert found < 0


def test_words_are_no_scores() -> None:
    assert coefficient(by_item([["a", "b"], ["b", "a"], ["b", "b"]]), "icc_a1", level="interval").undefined == (
        "needs_numbers"
    )
