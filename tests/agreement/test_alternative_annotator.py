"""Does the alternative annotator test give what its authors' code gives, and say what it cannot test?"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.stats import t as t_distribution
from scipy.stats import wilcoxon
from statsmodels.stats.multitest import multipletests

from agreement.alternative_annotator import EPSILON_HELP, alternative_annotator_test
from agreement.alternative_results import AlternativeAnnotatorTest
from agreement.errors import BadOption
from agreement.judge import JudgeTable, read_judge
from agreement.ratings import Ratings, read_ratings
from agreement.scale import Level, declared_scale

ALTERNATING = [0, 1] * 20  # 40 targets


def the_test(
    people: Sequence[Sequence[int]], judge: Sequence[int], *, level: Level = "nominal", **options: Any
) -> AlternativeAnnotatorTest:
    """People and the judge, a row of labels each, -1 where one is missing."""
    scale = declared_scale(level, [str(label) for label in range(5)])
    codes = np.array(people, dtype=np.int16).T
    ratings = Ratings("", scale, tuple(f"h{person}" for person in range(len(people))), codes, None, 0)
    return alternative_annotator_test(ratings, np.array(judge, dtype=np.int16), **({"epsilon": 0.1} | options))


def test_the_authors_own_code_gives_the_same_for_every_epsilon(shared_data: Path) -> None:
    """Golden values of nitaytech/AltTest in the vectors, p-values too."""
    vectors = json.loads((shared_data / "agreement" / "vectors.json").read_text(encoding="utf-8"))["vectors"]
    ours = [one for one in vectors if one["statistic"].startswith("alt-test")]
    assert len(ours) == 4
    for vector in ours:
        data = vector["data"]
        found = the_test(list(data["humans"].values()), data["llm"], epsilon=data["epsilon"])
        assert [found.winning_rate, found.judge_advantage] == pytest.approx(vector["expected"], abs=vector["tol"])
        assert [one.p_value for one in found.people] == pytest.approx(vector["p_values"], abs=1e-12)
        assert found.passes is (vector["expected"][0] >= 0.5)


def by_loops(ratings: Ratings, judge: Sequence[int], *, epsilon: float) -> tuple[float, float, float]:
    """Winning rate and both advantages by the paper's definitions for scores, one target at a time."""
    numbers = np.array(ratings.scale.numbers)
    of_judges, of_people, p_values = [], [], []
    for person in range(len(ratings.raters)):
        judge_better, person_better = [], []
        for row, by_judge in zip(ratings.codes, judge, strict=True):
            rest = [numbers[code] for other, code in enumerate(row) if other != person and code >= 0]
            if row[person] < 0 or by_judge < 0 or not rest:
                continue
            fit_of_judge = -np.sqrt(np.mean([(numbers[by_judge] - one) ** 2 for one in rest]))
            fit_of_person = -np.sqrt(np.mean([(numbers[row[person]] - one) ** 2 for one in rest]))
            judge_better.append(float(fit_of_judge >= fit_of_person))
            person_better.append(float(fit_of_person >= fit_of_judge))
        if len(judge_better) < 30:
            continue
        d = np.array(person_better) - np.array(judge_better)
        statistic = (d.mean() - epsilon) / (d.std(ddof=1) / np.sqrt(len(d)))
        p_values.append(t_distribution.cdf(statistic, len(d) - 1))
        of_judges.append(np.mean(judge_better))
        of_people.append(np.mean(person_better))
    rejected = multipletests(p_values, alpha=0.05, method="fdr_by")[0]
    return float(np.mean(rejected)), float(np.mean(of_judges)), float(np.mean(of_people))


def test_stars_of_ten_people_and_a_judge_as_in_a_plain_loop(shared_data: Path) -> None:
    """CEBaB, 1-5 stars, people with unequal numbers of targets; the correction by statsmodels."""
    table = pd.read_csv(shared_data / "agreement" / "cebab_stars_human.csv", dtype=str, keep_default_na=False)
    scores = pd.read_csv(shared_data / "agreement" / "cebab_stars_gpt-4o.csv", dtype=str, keep_default_na=False)
    (ratings,) = read_ratings(table, levels=dict.fromkeys(table.get("question", [""]), "interval")).ratings
    codes = read_judge(JudgeTable("gpt-4o", scores), ratings).codes
    found = alternative_annotator_test(ratings, codes, epsilon=0.1, name="gpt-4o")
    expected = by_loops(ratings, codes.tolist(), epsilon=0.1)
    assert (found.winning_rate, found.judge_advantage, found.person_advantage) == pytest.approx(expected, abs=1e-12)
    assert found.judge == "gpt-4o"
    assert "root mean squared" in found.method


def test_epsilon_is_asked_for_printed_and_explained_with_the_authors_values() -> None:
    found = the_test([ALTERNATING, ALTERNATING, [0] * 40], [0] * 40, epsilon=0.15)
    assert found.epsilon == 0.15
    assert "epsilon 0.15 (to be chosen beforehand)" in found.method
    assert "0.2 for experts, 0.15 for skilled annotators, 0.1 for crowd workers" in EPSILON_HELP
    with pytest.raises(BadOption, match="epsilon is 1"):
        the_test([ALTERNATING], ALTERNATING, epsilon=1.5)


def test_a_person_with_fewer_than_30_targets_is_left_out_and_named() -> None:
    noisy = [1 - label if place % 7 == 0 else label for place, label in enumerate(ALTERNATING)]
    few = ALTERNATING[:29] + [-1] * 11
    found = the_test([ALTERNATING, noisy, few], ALTERNATING)
    assert [one.n for one in found.people] == [40, 40, 29]
    assert found.people[2].test is None
    assert "left out, with fewer than 30 targets: h2 (29)" in found.notes


def test_wilcoxon_for_them_only_where_it_is_asked_for() -> None:
    noisy = [1 - label if place % 3 == 0 else label for place, label in enumerate(ALTERNATING[:20])]
    people = [ALTERNATING[:20], noisy, ALTERNATING[:20]]
    judge = [1 - label if place % 9 == 0 else label for place, label in enumerate(ALTERNATING[:20])]
    left_out = the_test(people, judge)
    assert left_out.undefined == "few_targets"
    assert left_out.winning_rate is None
    found = the_test(people, judge, below_30="wilcoxon")
    # h1 against the others, who are both right: it errs on places 0, 3, …, 18, the judge on 0, 9, 18
    d = [-1.0 if place % 3 == 0 and place % 9 else 0.0 for place in range(20)]
    assert found.people[1].p_value == pytest.approx(wilcoxon(np.array(d) - 0.1, alternative="less").pvalue)
    assert any("Wilcoxon" in note for note in found.notes)


def test_where_every_target_compares_alike_nothing_is_tested_and_that_is_said() -> None:
    found = the_test([ALTERNATING, ALTERNATING, ALTERNATING], ALTERNATING)
    assert found.undefined == "same_everywhere"
    assert found.winning_rate is None
    assert {one.undefined for one in found.people} == {"same_everywhere"}
    assert json.loads(json.dumps(found.as_json(), allow_nan=False))["undefined"] == "same_everywhere"


def test_with_two_people_three_are_recommended() -> None:
    noisy = [1 - label if place % 7 == 0 else label for place, label in enumerate(ALTERNATING)]
    found = the_test([ALTERNATING, noisy], [*ALTERNATING[:39], 0])
    assert found.undefined is None
    assert any("three people are recommended" in note for note in found.notes)


def test_one_person_alone_cannot_be_left_out() -> None:
    assert the_test([ALTERNATING], ALTERNATING).undefined == "few_people"


def test_words_that_ought_to_be_numbers_are_refused() -> None:
    scale = declared_scale("interval", ["low", "high"])
    ratings = Ratings("", scale, ("a", "b"), np.zeros((40, 2), dtype=np.int16), None, 0)
    found = alternative_annotator_test(ratings, np.zeros(40, dtype=np.int16), epsilon=0.1)
    assert found.undefined == "needs_numbers"


def test_distance_counts_where_labels_have_an_order() -> None:
    """A judge one step off beats a person three steps off; for nominal labels both are merely wrong."""
    people = [[0] * 39 + [3], [3] * 40, [3] * 40]
    judge = [2] * 40
    assert the_test(people, judge, level="ordinal").people[0].judge_advantage == pytest.approx(39 / 40)
    assert the_test(people, judge).people[0].person_advantage == 1.0


def test_people_who_are_not_known_cannot_be_left_out() -> None:
    codes = np.zeros((40, 3), dtype=np.int16)
    ratings = Ratings("", declared_scale("nominal", ["a", "b"]), ("1", "2", "3"), codes, None, 0, anonymous=True)
    found = alternative_annotator_test(ratings, np.zeros(40, dtype=np.int16), epsilon=0.1)
    assert found.undefined == "anonymous_raters"
