"""Does a judge's ceiling come out of the same targets, for one person and for the majority of the others?"""

import pandas as pd
import pytest

from agreement.judge import JudgeTable
from agreement.report import report
from agreement.results import CeilingReport, JudgeReport
from tests.agreement.tables import by_rater
from tests.agreement.test_difference import kappas, majority, people_and_judges, question, sides, wide


def ceiling(judge: JudgeReport, kind: str, rater: str) -> CeilingReport:
    (found,) = [one for one in judge.ceiling if (one.kind, one.rater) == (kind, rater)]
    return found


def mean(rows: list[tuple[float, float, float]]) -> list[float]:
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]


@pytest.mark.parametrize("rater", ["r1", "r2", "r3"])
def test_beside_a_person_stand_the_judge_and_the_mean_of_the_others_on_the_same_targets(rater: str) -> None:
    people, judges = people_and_judges()
    found = ceiling(question(people, judges).judges[0], "person", rater)
    table = wide(people, judges)
    others = [name for name in ("r1", "r2", "r3") if name != rater]
    of_judge, of_people = [], []
    for other in others:
        shared = table[(table[rater] != "") & (table[other] != "")]
        of_judge.append(kappas(shared[rater], shared["good"]))
        of_people.append(kappas(shared[rater], shared[other]))
    first, second, difference = sides(dict(found.coefficients))
    assert first == pytest.approx(mean(of_judge))
    assert second == pytest.approx(mean(of_people))
    assert difference == pytest.approx([a - b for a, b in zip(mean(of_judge), mean(of_people), strict=True)])
    met = (table[rater] != "") & (table[others] != "").any(axis=1)
    assert found.n == met.sum()
    assert "mean over 2 other people" in found.coefficients["cohen_kappa"].second.method


@pytest.mark.parametrize("rater", ["r1", "r2", "r3"])
def test_the_majority_of_the_others_is_met_by_the_judge_and_by_the_person_left_out(rater: str) -> None:
    people, judges = people_and_judges()
    found = ceiling(question(people, judges).judges[0], "majority", rater)
    table = wide(people, judges)
    others = [name for name in ("r1", "r2", "r3") if name != rater]
    together = table[others].apply(lambda row: majority(list(row)), axis=1)
    shared = table[(together != "") & (table[rater] != "")]
    first, second, _ = sides(dict(found.coefficients))
    assert first == pytest.approx(kappas(together[shared.index], shared["good"]))
    assert second == pytest.approx(kappas(together[shared.index], shared[rater]))
    assert found.n == len(shared)


def test_a_ceiling_has_paired_intervals() -> None:
    people, judges = people_and_judges()
    for one in question(people, judges, bootstrap=100).judges[0].ceiling:
        for compared in one.coefficients.values():
            assert compared.difference.low is not None
            assert compared.difference.high is not None
            assert compared.difference.value is not None
            assert compared.difference.low < compared.difference.value < compared.difference.high


def test_with_two_people_the_majority_of_others_needs_three_raters() -> None:
    judge = JudgeTable("gpt", pd.DataFrame({"item": ["i1", "i2", "i3"], "label": list("yny")}))
    (found,) = report(by_rater("yny", "ynn"), judges=[judge], bootstrap=20).questions[0].judges
    kinds = {one.kind: one.coefficients["cohen_kappa"].difference for one in found.ceiling}
    assert (kinds["majority"].undefined, kinds["majority"].value) == ("two_raters", None)
    assert kinds["person"].undefined is None
    assert kinds["person"].value is not None


def test_with_one_person_there_is_no_ceiling_but_the_reason() -> None:
    judge = JudgeTable("gpt", pd.DataFrame({"item": ["i1", "i2"], "label": list("yn")}))
    (found,) = report(by_rater("yn"), judges=[judge], bootstrap=20).questions[0].judges
    assert {c.difference.undefined for one in found.ceiling for c in one.coefficients.values()} == {"one_rater"}
    assert [list(one.coefficients) for one in found.ceiling] == [["percent_agreement", "cohen_kappa"]] * 2


def test_a_person_who_shares_nothing_with_the_others_is_left_out_of_the_mean_on_both_sides() -> None:
    """r3 meets nobody, so the mean of the others beside r1 is r2 alone."""
    people = by_rater("ynyn  ", "ynnn  ", "    yn")
    judge = JudgeTable("gpt", pd.DataFrame({"item": [f"i{one}" for one in range(1, 7)], "label": list("yyynyn")}))
    (found,) = report(people, judges=[judge], bootstrap=0).questions[0].judges
    kappa = ceiling(found, "person", "r1").coefficients["percent_agreement"]
    assert (kappa.first.value, kappa.second.value, kappa.first.n) == (0.75, 0.75, 4)
    assert "1 of 2 other people" in kappa.first.method


def test_a_ceiling_is_in_the_json_of_its_judge() -> None:
    people, judges = people_and_judges()
    (first, *_) = question(people, judges[:1]).as_json()["judges"][0]["ceiling"]
    assert list(first) == ["kind", "rater", "n", "coefficients"]
    assert list(first["coefficients"]) == ["percent_agreement", "cohen_kappa", "quadratic_kappa"]
    assert list(first["coefficients"]["cohen_kappa"]) == ["judge", "people", "difference"]
