"""Do the vectors beside the project (../shared/data/agreement) come out, and its real label files?

The vectors note two conventions that are not ours (DESIGN.md 6, rule 2): a single target has no value here, and neither
have labels without variation.
"""

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from agreement.report import report
from agreement.results import Estimate
from agreement.scale import Level
from tests.agreement.tables import by_item, of_contingency, of_counts, the_question

KEYS = {
    "fleiss_kappa": "fleiss_kappa",
    "scott_pi": "fleiss_kappa",
    "cohen_kappa": "cohen_kappa",
    "percent_agreement": "percent_agreement",
    "krippendorff_alpha": "krippendorff_alpha",
    "gwet_ac": "gwet_ac1",
    "brennan_prediger": "brennan_prediger",
    "randolph_kappa": "brennan_prediger",
    "conger_kappa": "conger_kappa",
    "ICC(A,1)": "icc_a1",
    "kendall_W(tie-corrected)": "kendall_w",
    "kendall_tau_b": "kendall_tau_b",
    "spearman": "spearman",
}
WEIGHTED = {
    ("cohen_kappa", "linear"): "linear_kappa",
    ("cohen_kappa", "quadratic"): "quadratic_kappa",
    ("gwet_ac", "quadratic"): "gwet_ac2",
}
LEVELS: dict[str, Level] = {
    "icc_a1": "interval",
    "kendall_w": "ordinal",
    "kendall_tau_b": "ordinal",
    "spearman": "ordinal",
}
OF_ONE_TARGET = {"edge_1item_disagree_kappa", "edge_1item_disagree_alpha"}


def _table(data: dict[str, Any]) -> pd.DataFrame:
    if "ratings" in data:
        return by_item(data["ratings"])
    if "x" in data:
        return by_item(list(zip(data["x"], data["y"], strict=True)))
    rows = [[int(n) for n in row] for row in data.get("counts") or data["table"]]
    labels = [str(number) for number in range(len(rows[0]))]
    return of_counts(rows, labels) if "counts" in data else of_contingency(rows, labels)


def _estimate(vector: dict[str, Any]) -> Estimate:
    data = vector["data"]
    labels = _labels(data)
    key = _key(vector) or ""
    level: Level = "ordinal" if "weights" in data else LEVELS.get(key, data.get("metric", "nominal"))
    question = the_question(_table(data), level=level, labels=labels)
    return question.coefficients.get(key) or question.pairs[0].coefficients[key]


def _labels(data: dict[str, Any]) -> list[str] | None:
    """The labels that the vector declares: a column of a table is one of them, used or not."""
    if isinstance(data.get("categories"), list):
        return [str(label) for label in data["categories"]]
    table = data.get("counts") or data.get("table")
    return [str(number) for number in range(len(table[0]))] if table else None


def _key(vector: dict[str, Any]) -> str | None:
    """Our name of the vector's statistic; None where we have no such: own tables of weights, Gwet's ordinal weights."""
    weights = vector["data"].get("weights")
    if weights is None:
        return KEYS.get(vector["statistic"])
    return WEIGHTED.get((vector["statistic"], weights)) if isinstance(weights, str) else None


def test_every_vector_whose_statistic_we_have_comes_out(shared_data: Path) -> None:
    vectors = json.loads((shared_data / "agreement" / "vectors.json").read_text(encoding="utf-8"))["vectors"]
    ours = [vector for vector in vectors if _key(vector) and vector["data"].get("metric") != "ratio"]
    wrong = [vector["id"] for vector in ours if not _comes_out(vector)]
    assert wrong == []
    assert len(ours) > 125


def _comes_out(vector: dict[str, Any]) -> bool:
    found = _estimate(vector)
    if vector["id"] in OF_ONE_TARGET:
        return found.undefined == "one_item"
    expected = vector["reference_value"] if vector["expected"] is None else vector["expected"]
    if expected == "nan":
        return found.value is None and found.undefined is not None
    tolerance = vector["tol"] if vector["expected"] is not None else 1e-9
    return found.value is not None and abs(found.value - expected) <= tolerance


def _file(folder: Path, name: str) -> pd.DataFrame:
    return pd.read_csv(folder / "agreement" / f"{name}.csv", dtype=str, keep_default_na=False)


def test_hs_brexit_has_high_raw_agreement_and_low_kappa_and_shows_both(shared_data: Path) -> None:
    """A10 in kind: Ann1 and Ann2 agree on 94.5 % with a kappa of .41."""
    (question,) = report(_file(shared_data, "hs_brexit")).questions
    (pair,) = [pair for pair in question.pairs if pair.raters == ("Ann1", "Ann2")]
    assert pair.coefficients["percent_agreement"].value == pytest.approx(0.9446, abs=5e-5)
    assert pair.coefficients["cohen_kappa"].value == pytest.approx(0.4075, abs=5e-5)
    fleiss = question.coefficients["fleiss_kappa"]
    assert fleiss.value == pytest.approx(0.3474, abs=5e-5)
    assert fleiss.low is not None
    assert fleiss.high is not None
    assert fleiss.low < 0.3474 < fleiss.high < fleiss.low + 0.2


def test_b3_convabuse_with_two_to_eight_raters_a_turn(shared_data: Path) -> None:
    question = the_question(_file(shared_data, "convabuse"), level="ordinal", labels=["-3", "-2", "-1", "0", "1"])
    values = {key: one.value for key, one in question.coefficients.items()}
    assert values["alpha_ordinal"] == pytest.approx(0.6579, abs=5e-5)
    assert values["alpha_interval"] == pytest.approx(0.7318, abs=5e-5)
    assert values["alpha_nominal"] == pytest.approx(0.4355, abs=5e-5)
    assert values["fleiss_kappa"] == pytest.approx(0.4293, abs=5e-5)
    assert "Gwet's generalization" in question.coefficients["fleiss_kappa"].method


def test_mtbench_pairs_rest_on_the_targets_that_both_have_labelled(shared_data: Path) -> None:
    question = the_question(_file(shared_data, "mtbench_human"))
    pairs = {pair.raters: pair for pair in question.pairs}
    assert question.coefficients["alpha_nominal"].value == pytest.approx(0.5190, abs=5e-5)
    assert pairs["author_0", "author_4"].n == 38
    assert pairs["author_4", "expert_24"].coefficients["cohen_kappa"].value == pytest.approx(0.3964, abs=5e-5)


@pytest.mark.parametrize(
    ("name", "printed"), [("irrcac_raw_4raters", (0.7612, 0.7434)), ("irrcac_raw_5observers", (0.4576, 0.4805))]
)
def test_the_textbook_tables_of_irrcac(shared_data: Path, name: str, printed: tuple[float, float]) -> None:
    rows = _file(shared_data, name).set_index("item").to_numpy().tolist()
    found = the_question(by_item(rows)).coefficients
    assert (found["fleiss_kappa"].value, found["alpha_nominal"].value) == pytest.approx(printed, abs=5e-5)


def test_summeval_is_reported_question_by_question(shared_data: Path) -> None:
    """Four questions, never pooled (DESIGN.md 6, rule 8)."""
    table = _file(shared_data, "summeval_human")
    levels: dict[str, Level] = dict.fromkeys(table["question"].unique(), "interval")
    found = report(table, levels=levels, bootstrap=0).questions
    assert {one.question: one.coefficients["alpha_interval"].value for one in found} == pytest.approx(
        {"coherence": 0.5591, "consistency": 0.8993, "fluency": 0.7262, "relevance": 0.4526}, abs=5e-5
    )


def _vector(folder: Path, name: str) -> dict[str, Any]:
    vectors = json.loads((folder / "agreement" / "vectors.json").read_text(encoding="utf-8"))["vectors"]
    found: dict[str, Any] = next(vector for vector in vectors if vector["id"] == name)
    return found


def test_shrout_and_fleiss_1979_have_two_of_their_six_intraclass_correlations_here(shared_data: Path) -> None:
    """ICC(2,1) and ICC(2,k), which McGraw and Wong call ICC(A,1) and ICC(A,k)."""
    vector = _vector(shared_data, "shrout_fleiss1979")
    found = the_question(by_item(vector["data"]["ratings"]), level="interval").coefficients
    of_two_way = [vector["reference_value"][place] for place in (1, 4)]
    assert [found["icc_a1"].value, found["icc_ak"].value] == pytest.approx(of_two_way, abs=1e-9)


def test_warrens_2010_averages_the_kappas_of_all_pairs(shared_data: Path) -> None:
    """Light's kappa, from the pairs that a report has."""
    vector = _vector(shared_data, "warrens2010_light")
    kappas = [pair.coefficients["cohen_kappa"].value for pair in the_question(by_item(vector["data"]["ratings"])).pairs]
    values = [kappa for kappa in kappas if kappa is not None]
    assert len(values) == len(kappas)
    assert sum(values) / len(values) == pytest.approx(vector["expected"], abs=vector["tol"])


@pytest.mark.parametrize(("level", "alpha"), [("nominal", 0.7434), ("ordinal", 0.8154), ("interval", 0.8491)])
def test_b5_the_textbook_s_4x12_table_at_each_level(shared_data: Path, level: str, alpha: float) -> None:
    """Krippendorff 2011: four observers, twelve units, five labels."""
    rows = _file(shared_data, "krippendorff_4x12_wide").set_index("item").to_numpy().tolist()
    found = the_question(by_item(rows), level="interval").coefficients[f"alpha_{level}"]
    assert found.value == pytest.approx(alpha, abs=5e-5)


def test_n9_six_items_with_sixteen_judgments_have_one_fleiss_and_its_treatment_is_named() -> None:
    """Shares by item, as Gwet has it: pi = mean over items of a label's share; counted here by hand."""
    rows = ["aaa", "aab", "bb", "ab", "abb", "bbb"]
    assert sum(map(len, rows)) == 16
    found = the_question(by_item([[*row, *[None] * (3 - len(row))] for row in rows])).coefficients
    agreeing = [1, 1 / 3, 1, 0, 1 / 3, 1]
    share_of_a = sum(row.count("a") / len(row) for row in rows) / 6
    by_chance = share_of_a**2 + (1 - share_of_a) ** 2
    fleiss = [key for key in found if "fleiss" in key]
    assert fleiss == ["fleiss_kappa"]
    assert found["fleiss_kappa"].value == pytest.approx((sum(agreeing) / 6 - by_chance) / (1 - by_chance))
    assert "Gwet's generalization (2014) to unequal numbers of labels" in found["fleiss_kappa"].method
    assert found["krippendorff_alpha"].value is not None
