"""Is a new coefficient one new module, and nothing else?"""

import sys
from pathlib import Path

import pytest

from agreement import coefficients
from agreement.coefficient import declared, titles
from tests.agreement.tables import by_rater, the_question

A_NEW_ONE = '''
"""A coefficient that is always a half."""
import numpy as np
from agreement.coefficient import Coefficient

COEFFICIENTS = (
    Coefficient(
        key="half",
        title="Half",
        order=99,
        scopes=frozenset({"question", "pair"}),
        statistic=lambda patterns: lambda weights: np.full(len(weights), 0.5),
        method=lambda patterns: f"half of {len(patterns.raters)} raters",
    ),
)
'''


def test_a_module_in_the_folder_is_reported_for_questions_and_pairs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "half.py").write_text(A_NEW_ONE, encoding="utf-8")
    monkeypatch.setattr(coefficients, "__path__", [*coefficients.__path__, str(tmp_path)])
    declared.cache_clear()
    try:
        question = the_question(by_rater("yn", "yy", "nn"), bootstrap=10)
        assert titles(n_raters=3)["half"] == "Half"
    finally:
        declared.cache_clear()
        sys.modules.pop("agreement.coefficients.half", None)
    assert list(question.coefficients)[-1] == "half"
    assert question.coefficients["half"].method == "half of 3 raters"
    assert question.pairs[0].coefficients["half"].value == 0.5


def test_the_coefficients_of_this_form_stand_in_the_order_of_a_report() -> None:
    assert list(titles(n_raters=3)) == [
        "percent_agreement",
        "all_equal",
        "span_f1",
        "cohen_kappa",
        "linear_kappa",
        "quadratic_kappa",
        "fleiss_kappa",
        "conger_kappa",
        "krippendorff_alpha",
        "alpha_nominal",
        "alpha_ordinal",
        "alpha_interval",
        "alpha_masi",
        "alpha_jaccard",
        "gwet_ac1",
        "gwet_ac2",
        "brennan_prediger",
        "icc_a1",
        "icc_ak",
        "spearman",
        "kendall_tau_b",
        "kendall_w",
        "bias",
    ]


def test_fleiss_of_two_raters_is_called_scotts_pi() -> None:
    assert titles(n_raters=3)["fleiss_kappa"] == "Fleiss' kappa"
    assert titles(n_raters=2)["fleiss_kappa"] == "Scott's pi"
