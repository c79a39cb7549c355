"""Where it is not known who gave which label: is nothing said that needs to know?"""

import numpy as np
import pandas as pd
import pytest

from agreement.judge import JudgeTable
from agreement.report import report
from tests.agreement.tables import by_item, the_question

ROWS: list[list[str | None]] = [
    ["1", "2", "2", None],
    ["3", "3", "3", "3"],
    ["1", "1", None, "2"],
    ["2", "2", "3", "3"],
    ["1", "1", "1", "1"],
]


def test_what_needs_no_identity_is_what_it_was() -> None:
    known, unknown = (the_question(by_item(ROWS), level="ordinal", anonymous=flag) for flag in (False, True))
    for key in ("percent_agreement", "fleiss_kappa", "alpha_ordinal", "gwet_ac1", "gwet_ac2", "brennan_prediger"):
        assert unknown.coefficients[key].value == pytest.approx(known.coefficients[key].value)


def test_what_needs_identity_has_the_reason() -> None:
    found = the_question(by_item([row[:3] for row in ROWS[:2]] * 2), level="interval", anonymous=True, bootstrap=30)
    reasons = {key: one.undefined for key, one in found.coefficients.items() if one.undefined}
    assert reasons == dict.fromkeys(("conger_kappa", "icc_a1", "icc_ak", "kendall_w"), "anonymous_raters")
    assert found.pairs == ()


def test_another_order_within_the_rows_changes_nothing_not_even_an_interval() -> None:
    dice = np.random.default_rng(3)
    shuffled = [list(dice.permutation(np.array(row, dtype=object))) for row in ROWS]
    one, other = (the_question(by_item(rows), anonymous=True, bootstrap=50) for rows in (ROWS, shuffled))
    assert one.coefficients == other.coefficients


def test_a_table_without_raters_needs_none() -> None:
    table = by_item(ROWS).drop(columns="rater")
    table = table[table["label"] != ""]
    found = the_question(table, anonymous=True)
    assert (found.n_raters, found.n_ratings) == (4, 18)
    assert found.coefficients["alpha_nominal"].value == the_question(by_item(ROWS)).coefficients["alpha_nominal"].value


def test_a_judge_stands_beside_the_majority_and_beside_nobody() -> None:
    judge = JudgeTable("gpt", pd.DataFrame({"item": ["i1", "i2", "i3"], "label": ["2", "3", "2"]}))
    (found,) = report(by_item(ROWS), judges=[judge], anonymous=True, bootstrap=0).questions[0].judges
    (majority,) = found.against
    assert (majority.kind, majority.n, majority.coefficients["percent_agreement"].value) == ("majority", 3, 2 / 3)
    assert majority.coefficients["cohen_kappa"].value is not None
    assert found.ceiling == ()
