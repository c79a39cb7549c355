"""Is a judge set beside people, and never among them?"""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from agreement.judge import JudgeTable, majority, median
from agreement.report import report
from agreement.results import AgainstReport, JudgeReport, QuestionReport
from agreement.scale import Level
from tests.agreement.tables import by_item, by_rater

FIVE = ["1", "2", "3", "4", "5"]


def judge_table(labels: str, *, name: str = "gpt") -> JudgeTable:
    """One character for each item i1, i2, …, a space where the judge says nothing."""
    rows = [(f"i{item}", label.strip()) for item, label in enumerate(labels, start=1)]
    return JudgeTable(name, pd.DataFrame(rows, columns=["item", "label"]))


def judged(people: pd.DataFrame, judge: JudgeTable, *, level: Level = "ordinal", **options: object) -> QuestionReport:
    """The only question of the report, without intervals unless `bootstrap` asks for them."""
    given = {"bootstrap": 0, "labels": {"": FIVE}, **options}
    (question,) = report(people, levels={"": level}, judges=[judge], **given).questions  # type: ignore[arg-type]
    return question


def against(judge: JudgeReport, kind: str, rater: str | None = None) -> AgainstReport:
    (found,) = [one for one in judge.against if (one.kind, one.rater) == (kind, rater)]
    return found


def test_c10_a_judge_is_never_a_rater() -> None:
    people = by_rater("1234", "1235")
    alone = report(people, levels={"": "ordinal"}, labels={"": FIVE}, bootstrap=100).questions[0]
    beside = judged(people, judge_table("5555"), bootstrap=100)
    assert beside.raters == ("r1", "r2")
    assert (beside.n_ratings, len(beside.pairs)) == (8, 1)
    assert {key: one.value for key, one in beside.coefficients.items()} == {
        key: one.value for key, one in alone.coefficients.items()
    }


def test_c5_a_judge_that_always_says_yes_looks_good_until_kappa() -> None:
    question = judged(by_rater("yyyyyyyyyn"), judge_table("yyyyyyyyyy"), level="nominal", labels={"": ["y", "n"]})
    found = against(question.judges[0], "rater", "r1").coefficients
    assert (found["percent_agreement"].value, found["cohen_kappa"].value) == (0.9, 0.0)


def test_b14_a_judge_that_is_a_point_too_kind_shows_in_the_bias() -> None:
    question = judged(by_rater("1234", "1234"), judge_table("2345"))
    found = against(question.judges[0], "rater", "r1").coefficients
    assert (found["percent_agreement"].value, found["bias"].value) == (0.0, 1.0)
    assert found["spearman"].value == pytest.approx(1)
    assert (found["quadratic_kappa"].value or 0) > 0


def test_unparsed_answers_are_counted_and_no_label() -> None:
    """C3."""
    judge = JudgeTable("gpt", pd.DataFrame({"item": ["i1", "i2"], "label": ["I cannot rate this", "2"]}, index=[2, 3]))
    (found,) = judged(by_rater("12"), judge).judges
    assert (found.n_labels, [row.row for row in found.unparsed]) == (1, [2])
    assert against(found, "rater", "r1").n == 1


def test_a_score_outside_the_scale_is_a_refused_row_with_its_number() -> None:
    """C7."""
    judge = JudgeTable("gpt", pd.DataFrame({"item": ["i1", "i2"], "label": ["10", "2"]}, index=[2, 3]))
    found = report(by_rater("12"), labels={"": FIVE}, judges=[judge], bootstrap=0)
    assert [(row.row, row.id) for row in found.rows_refused] == [(2, "i1")]


def test_a_target_that_is_scored_twice_is_refused_and_one_of_nobody_is_counted() -> None:
    rows = pd.DataFrame({"item": ["i1", "i1", "i9"], "label": ["1", "2", "3"]}, index=[2, 3, 4])
    found = report(by_rater("12"), labels={"": FIVE}, judges=[JudgeTable("gpt", rows)], bootstrap=0)
    assert [row.why for row in found.rows_refused] == ["gpt has scored the same target in row 2"]
    assert found.questions[0].judges[0].n_elsewhere == 1


def test_the_majority_is_more_than_half_and_a_tie_has_none() -> None:
    codes = np.array([[0, 0, 1], [0, 1, -1], [2, -1, -1], [-1, -1, -1], [0, 1, 2]], dtype=np.int16)
    assert majority(codes, 3).tolist() == [0, -1, 2, -1, -1]


def test_the_median_is_a_label_or_nothing() -> None:
    codes = np.array([[0, 1, 2], [0, 2, -1], [1, 1, -1], [-1, -1, -1], [0, 2, 2]], dtype=np.int16)
    assert median(codes, 3).tolist() == [1, -1, 1, -1, 2]


def test_the_confusion_has_the_whole_scale_with_the_people_in_rows() -> None:
    """B7: a point that nobody used stays."""
    found = against(judged(by_rater("1155"), judge_table("1555")).judges[0], "rater", "r1")
    assert found.confusion == ((1, 0, 0, 0, 1), (0,) * 5, (0,) * 5, (0,) * 5, (0, 0, 0, 0, 2))


def test_questions_are_never_pooled_for_a_judge_either() -> None:
    people = pd.DataFrame(
        [("i1", "a", "r1", "1"), ("i1", "b", "r1", "2"), ("i2", "a", "r1", "2"), ("i2", "b", "r1", "2")],
        columns=["item", "question", "rater", "label"],
    )
    said = pd.DataFrame([("i1", "a", "1"), ("i2", "b", "1")], columns=["item", "question", "label"])
    found = report(people, labels={"a": ["1", "2"], "b": ["1", "2"]}, judges=[JudgeTable("gpt", said)], bootstrap=0)
    assert [question.judges[0].n_labels for question in found.questions] == [1, 1]
    assert [
        against(one.judges[0], "rater", "r1").coefficients["percent_agreement"].value for one in found.questions
    ] == [
        1.0,
        0.0,
    ]


def test_an_order_of_judges_changes_nothing() -> None:
    people, one, other = by_item([[1, 2], [2, 2], [3, 1]]), judge_table("123", name="a"), judge_table("321", name="b")
    first, second = (
        report(people, levels={"": "ordinal"}, labels={"": FIVE}, judges=judges, bootstrap=0).questions[0].judges
        for judges in ([one, other], [other, one])
    )
    assert sorted(first, key=lambda judge: judge.name) == sorted(second, key=lambda judge: judge.name)


def test_mtbench_has_the_judges_kappa_with_each_person(shared_data: Path) -> None:
    folder = shared_data / "agreement"
    people, said = (
        pd.read_csv(folder / f"mtbench_{who}.csv", dtype=str, keep_default_na=False) for who in ("human", "gpt-4o")
    )
    (question,) = report(people, judges=[JudgeTable("gpt-4o", said)], bootstrap=0).questions
    kappas = {one.rater: one.coefficients["cohen_kappa"].value for one in question.judges[0].against if one.rater}
    assert kappas == pytest.approx({"author_0": 0.3273, "author_4": 0.4167, "expert_24": 0.3519}, abs=5e-5)


def test_summeval_has_the_judges_kappa_with_the_median(shared_data: Path) -> None:
    folder = shared_data / "agreement"
    people, said = (
        pd.read_csv(folder / f"summeval_{who}.csv", dtype=str, keep_default_na=False) for who in ("human", "gpt-4o")
    )
    names = list(people["question"].unique())
    levels: dict[str, Level] = dict.fromkeys(names, "ordinal")
    found = report(
        people, levels=levels, labels=dict.fromkeys(names, FIVE), judges=[JudgeTable("j", said)], bootstrap=0
    )
    kappas = {
        one.question: against(one.judges[0], "median").coefficients["quadratic_kappa"].value for one in found.questions
    }
    printed = {"coherence": 0.4590, "consistency": 0.4661, "fluency": 0.1744, "relevance": 0.1981}
    assert kappas == pytest.approx(printed, abs=5e-5)


def test_fleiss_1971_prints_the_kappa_of_each_label(shared_data: Path) -> None:
    """.245, .245, .520, .471, .566 (Fleiss 1971, table 3)."""
    table = shared_data / "agreement" / "vectors.json"
    vectors = json.loads(table.read_text(encoding="utf-8"))["vectors"]
    rows = next(v for v in vectors if v["id"] == "fleiss1971_percategory")["data"]["ratings"]
    (question,) = report(by_item(rows), bootstrap=0).questions
    assert [one.kappa.value for one in question.per_label] == pytest.approx(
        [0.245, 0.245, 0.52, 0.471, 0.566], abs=5e-4
    )
