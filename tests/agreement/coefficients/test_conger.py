"""Is Conger's kappa the one that is printed, and Cohen's for two raters?"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from tests.agreement.tables import by_item, coefficient, the_pair


@settings(max_examples=50, deadline=None)
@given(arrays(np.int64, st.tuples(st.integers(2, 12), st.just(2)), elements=st.integers(0, 2)))
def test_of_two_raters_it_is_cohens(codes: "np.typing.NDArray[np.int64]") -> None:
    table = by_item(codes.tolist())
    cohen, conger = the_pair(table).coefficients["cohen_kappa"], coefficient(table, "conger_kappa")
    assert conger.undefined == cohen.undefined
    assert conger.value == pytest.approx(cohen.value)


def test_three_raters_by_hand() -> None:
    """Two targets: a a b and b b b. p_a = (1/3 + 1) / 2 = 2/3.

    Shares of a: 1/2, 1/2, 0. Pairs: 1/2, 1/2, 1/2, so p_e = 1/2 and kappa = (2/3 - 1/2) / (1/2) = 1/3.
    """
    assert coefficient(by_item([["a", "a", "b"], ["b", "b", "b"]]), "conger_kappa").value == pytest.approx(1 / 3)


def test_a_rater_has_shares_over_what_they_labelled() -> None:
    """Rater 3 labelled the first target only: shares of a 1/2, 1/2, 1; pairs 1/2 each; p_a = 1: kappa 1."""
    found = coefficient(by_item([["a", "a", "a"], ["b", "b", None]]), "conger_kappa")
    assert found.value == pytest.approx(1.0)
