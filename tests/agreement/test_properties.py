"""What holds for every table of labels, whatever is in it?"""

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from agreement.results import Estimate
from agreement.scale import LEVELS, Level
from tests.agreement.tables import by_item, coefficient, the_question

LABELS = ["1", "2", "3", "4"]
Codes = npt.NDArray[np.int64]

few = settings(max_examples=40, deadline=None)
tables = arrays(
    np.int64, st.tuples(st.integers(1, 12), st.integers(1, 4)), elements=st.sampled_from([-1, 0, 0, 1, 2, 3])
)
complete = arrays(np.int64, st.tuples(st.integers(2, 12), st.integers(2, 5)), elements=st.integers(0, 3))


def written(codes: Codes, labels: list[str] = LABELS) -> pd.DataFrame:
    return by_item([[labels[code] if code >= 0 else None for code in row] for row in codes])


def estimates(table: pd.DataFrame, level: Level, labels: list[str] = LABELS) -> dict[str, Estimate]:
    return dict(the_question(table, level=level, labels=labels, bootstrap=20).coefficients)


def same(one: Estimate, other: Estimate) -> bool:
    """Equal but for rounding."""
    close = all(
        a is b is None or (a is not None and b is not None and a == pytest.approx(b, abs=1e-9))
        for a, b in ((one.value, other.value), (one.low, other.low), (one.high, other.high))
    )
    return close and replace(one, value=0, low=0, high=0) == replace(other, value=0, low=0, high=0)


@few
@given(tables, st.sampled_from(LEVELS), st.integers(0, 99))
def test_permuting_targets_changes_nothing_not_even_an_interval(codes: Codes, level: Level, seed: int) -> None:
    shuffled = np.random.default_rng(seed).permutation(codes, axis=0)
    found, again = estimates(written(codes), level), estimates(written(shuffled), level)
    assert all(same(found[key], again[key]) for key in found)


@few
@given(tables, st.sampled_from(LEVELS), st.integers(0, 99))
def test_permuting_raters_changes_no_value(codes: Codes, level: Level, seed: int) -> None:
    shuffled = np.random.default_rng(seed).permutation(codes, axis=1)
    found, again = estimates(written(codes), level), estimates(written(shuffled), level)
    assert [one.undefined for one in found.values()] == [one.undefined for one in again.values()]
    for one, other in zip(found.values(), again.values(), strict=True):
        assert one.value is other.value is None or one.value == pytest.approx(other.value, abs=1e-9)


@few
@given(tables, st.permutations(["pear", "fig", "10", "Fig"]))
def test_renaming_nominal_labels_changes_nothing(codes: Codes, names: list[str]) -> None:
    found, again = estimates(written(codes), "nominal"), estimates(written(codes, names), "nominal", names)
    assert all(same(found[key], again[key]) for key in found)


@few
@given(tables, st.sampled_from(LEVELS))
def test_nothing_exceeds_one_and_nothing_is_nan(codes: Codes, level: Level) -> None:
    question = the_question(written(codes), level=level, labels=LABELS, bootstrap=20)
    for one in [*question.coefficients.values(), *(e for pair in question.pairs for e in pair.coefficients.values())]:
        assert (one.value is None) == (one.undefined is not None)
        assert all(number is None or number <= 1 + 1e-9 for number in (one.value, one.low, one.high))


@few
@given(st.lists(st.integers(0, 3), min_size=2, max_size=12), st.integers(2, 5), st.sampled_from(LEVELS))
def test_perfect_agreement_with_two_labels_is_one(answers: list[int], raters: int, level: Level) -> None:
    if len(set(answers)) < 2:
        answers = [*answers, (answers[0] + 1) % 4]
    question = the_question(written(np.array([[label] * raters for label in answers])), level=level, labels=LABELS)
    for one in [*question.coefficients.values(), *(e for pair in question.pairs for e in pair.coefficients.values())]:
        assert one.value == pytest.approx(1)


@few
@given(complete)
def test_for_a_complete_table_alpha_is_fleiss_with_a_small_sample_correction(codes: Codes) -> None:
    """1 - alpha = (1 - Fleiss)(Nm - 1)/(Nm), since both have the same D_o and D_e is drawn without replacement."""
    table = written(codes)
    fleiss, alpha = (coefficient(table, key).value for key in ("fleiss_kappa", "alpha_nominal"))
    if fleiss is None:
        assert alpha is None
        return
    assert alpha is not None
    assert 1 - alpha == pytest.approx((1 - fleiss) * (codes.size - 1) / codes.size)


@few
@given(tables)
def test_with_two_labels_all_levels_are_one(codes: Codes) -> None:
    """Whatever the distance of two labels is, there is only one."""
    question = the_question(written(np.minimum(codes, 1)), level="interval", labels=["1", "2"])
    values = [question.coefficients[f"alpha_{level}"].value for level in LEVELS]
    assert values == [None] * 3 or values == pytest.approx([values[0]] * 3)
