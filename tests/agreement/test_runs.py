"""Is a judge that ran several times each of its runs, and their majority, and how far do the runs agree?"""

import pandas as pd
import pytest

from agreement.errors import SameJudge
from agreement.judge import JudgeTable
from agreement.report import report
from agreement.results import QuestionReport
from tests.agreement.tables import by_rater, coefficient

PEOPLE = ("ynynyn", "ynynny")
RUNS = ("ynyyyn", "ynyynn", "ynnyy ")


def table(text: str, *, name: str = "gpt", version: str = "1", run: str = "") -> JudgeTable:
    rows = [(f"i{item}", label.strip()) for item, label in enumerate(text, start=1)]
    return JudgeTable(name, pd.DataFrame(rows, columns=["item", "label"]), version=version, run=run)


def question(*judges: JudgeTable) -> QuestionReport:
    (found,) = report(by_rater(*PEOPLE), judges=judges, bootstrap=30).questions
    return found


def runs() -> list[JudgeTable]:
    return [table(text, run=str(number)) for number, text in enumerate(RUNS, start=1)]


def test_three_runs_are_four_reports_and_the_last_is_their_majority() -> None:
    found = question(*runs()).judges
    assert [one.title for one in found] == ["gpt 1, run 1", "gpt 1, run 2", "gpt 1, run 3", "gpt 1, majority of 3 runs"]
    assert found[-1].runs == ("1", "2", "3")
    # yyy nnn yyn yyy yny nn: the majority says y n y y y n
    alone = question(table("ynyyyn")).judges[0]
    assert found[-1].against[0].confusion == alone.against[0].confusion
    assert found[-1].against[0].coefficients["cohen_kappa"].value == alone.against[0].coefficients["cohen_kappa"].value


def test_runs_that_are_split_have_no_majority() -> None:
    *_, majority = question(table("yn", run="1"), table("nn", run="2")).judges
    assert majority.n_labels == 1


def test_the_agreement_of_the_runs_is_that_of_raters_with_the_same_labels() -> None:
    found = question(*runs()).judges
    assert [one.consistency is None for one in found] == [True, True, True, False]
    consistency = found[-1].consistency
    assert consistency is not None
    for key in ("percent_agreement", "krippendorff_alpha", "fleiss_kappa"):
        assert consistency[key].value == coefficient(by_rater(*RUNS), key).value


def test_only_the_majority_of_runs_is_set_against_another_judge() -> None:
    found = question(*runs(), table("nnnnnn", name="mistral", version=""))
    assert [one.judges for one in found.judge_differences] == [("gpt 1, majority of 3 runs", "mistral")]


def test_versions_are_judges_of_their_own() -> None:
    found = question(table("ynyyyn", version="1"), table("ynyynn", version="2"))
    assert [(one.name, one.version, one.runs) for one in found.judges] == [("gpt", "1", ()), ("gpt", "2", ())]
    assert [one.judges for one in found.judge_differences] == [("gpt 1", "gpt 2")]


def test_two_tables_that_cannot_be_told_apart_are_refused() -> None:
    with pytest.raises(SameJudge, match="'gpt', version '1'"):
        question(table("yn"), table("ny"))
