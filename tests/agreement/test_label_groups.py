"""Is the agreement on the groups of labels that of the groups' own names, and does a condition stand beside numbers?"""

import numpy as np
import pytest

from agreement.errors import BadScale
from agreement.report import report
from tests.agreement.tables import by_item

GROUPS = {"anger": "forceful", "contempt": "forceful", "joy": "lively", "delight": "lively", "calm": "quiet"}
ROWS: list[list[str | None]] = [
    ["anger", "contempt", "anger"],
    ["joy", "delight", "joy"],
    ["calm", "calm", None],
    ["joy", "calm", "delight"],
    ["anger", "anger", "contempt"],
    ["delight", "delight", "anger"],
]


def test_groups_give_what_the_renamed_labels_give() -> None:
    (found,) = report(by_item(ROWS), label_groups={"": GROUPS}, bootstrap=60).questions
    renamed = [[label and GROUPS[label] for label in row] for row in ROWS]
    (expected,) = report(by_item(renamed), bootstrap=0).questions
    assert found.grouped is not None
    assert found.grouped.labels == ("forceful", "quiet", "lively")
    assert set(found.grouped.coefficients) == set(expected.coefficients)
    for key, one in expected.coefficients.items():
        assert found.grouped.coefficients[key].value == pytest.approx(one.value)
    assert found.grouped.label_shares == pytest.approx(dict(expected.label_shares))
    assert found.coefficients["fleiss_kappa"].value != found.grouped.coefficients["fleiss_kappa"].value


def test_a_group_s_interval_comes_from_the_same_draws() -> None:
    """Groups of one label each are the labels themselves, interval and all."""
    (found,) = report(by_item(ROWS), label_groups={"": {name: name.upper() for name in GROUPS}}, bootstrap=60).questions
    assert found.grouped is not None
    whole, grouped = (one["krippendorff_alpha"] for one in (found.coefficients, found.grouped.coefficients))
    assert (whole.low, whole.high) == (grouped.low, grouped.high)
    assert not np.isnan(grouped.low or np.nan)


def test_a_label_without_a_group_is_named() -> None:
    with pytest.raises(BadScale, match="the label 'calm' is in no group"):
        report(by_item(ROWS), label_groups={"": {name: "x" for name in GROUPS if name != "calm"}}, bootstrap=0)


def test_every_number_of_a_conditional_question_says_so() -> None:
    (found,) = report(by_item(ROWS), conditional={"": "used is yes"}, bootstrap=0).questions
    for one in [*found.coefficients.values(), *(e for pair in found.pairs for e in pair.coefficients.values())]:
        assert one.note == "conditional: asked only where used is yes"
    assert found.as_json()["conditional"] == "used is yes"


def test_the_condition_stands_before_what_the_interval_says() -> None:
    (found,) = report(by_item(ROWS), conditional={"": "used is yes"}, bootstrap=20).questions
    note = found.coefficients["fleiss_kappa"].note or ""
    assert note.startswith("conditional: asked only where used is yes; ")
    assert "only 6 targets" in note
