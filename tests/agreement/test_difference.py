"""Is a difference taken on the same targets, with an interval from the same draws?"""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import cohen_kappa_score

from agreement.judge import JudgeTable
from agreement.report import report
from agreement.results import Compared, QuestionReport
from tests.agreement.tables import by_item

FIVE = ["1", "2", "3", "4", "5"]


def people_and_judges(*, n: int = 80, seed: int = 4) -> tuple[pd.DataFrame, list[JudgeTable]]:
    """Three people with gaps, a judge who is good and one who is worse, on a scale of five."""
    dice = np.random.default_rng(seed)
    truth = dice.integers(1, 6, n)

    def said(noise: float) -> list[str]:
        found: list[str] = np.where(dice.random(n) < noise, dice.integers(1, 6, n), truth).astype(str).tolist()
        return found

    people = zip(*(said(0.3) for _ in "abc"), strict=True)
    rows = [[label if dice.random() > 0.2 else None for label in row] for row in people]
    judges = [
        JudgeTable(name, pd.DataFrame({"item": [f"i{one}" for one in range(1, n + 1)], "label": said(noise)}))
        for name, noise in (("good", 0.2), ("worse", 0.6))
    ]
    return by_item(rows), judges


def question(people: pd.DataFrame, judges: list[JudgeTable], **options: object) -> QuestionReport:
    given = {"levels": {"": "ordinal"}, "labels": {"": FIVE}, "bootstrap": 0, **options}
    (found,) = report(people, judges=judges, **given).questions  # type: ignore[arg-type]
    return found


def wide(people: pd.DataFrame, judges: list[JudgeTable]) -> pd.DataFrame:
    """Items x everybody, blanks as they are."""
    table = people.pivot(index="item", columns="rater", values="label")
    for judge in judges:
        table[judge.name] = judge.rows.set_index("item")["label"]
    return table


def majority(labels: list[str]) -> str:
    """The label of more than half, else a blank; counted by hand."""
    given = [label for label in labels if label]
    most = max(given, key=given.count, default="")
    return most if 2 * given.count(most) > len(given) else ""


def kappas(first: pd.Series, second: pd.Series) -> tuple[float, float, float]:
    """Raw agreement, kappa and quadratic kappa by scikit-learn."""
    quadratic = cohen_kappa_score(first, second, labels=FIVE, weights="quadratic")
    return float((first == second).mean()), float(cohen_kappa_score(first, second, labels=FIVE)), float(quadratic)


def sides(found: dict[str, Compared]) -> tuple[list[float | None], list[float | None], list[float | None]]:
    each = [found[key] for key in ("percent_agreement", "cohen_kappa", "quadratic_kappa")]
    return (
        [one.first.value for one in each],
        [one.second.value for one in each],
        [one.difference.value for one in each],
    )


def test_two_judges_meet_the_same_majority_on_the_targets_of_both() -> None:
    people, judges = people_and_judges()
    judges[1].rows.loc[:9, "label"] = "N/A"  # the worse one is silent on ten items, which the good one loses too
    (found,) = question(people, judges).judge_differences
    table = wide(people, judges)
    together = table[["r1", "r2", "r3"]].apply(lambda row: majority(list(row)), axis=1)
    both = table[(together != "") & (table["worse"] != "N/A")]
    good, worse = (kappas(together[both.index], both[name]) for name in ("good", "worse"))
    first, second, difference = sides(dict(found.coefficients))
    assert (found.kind, found.judges, found.n) == ("majority", ("good", "worse"), len(both))
    assert first == pytest.approx(good)
    assert second == pytest.approx(worse)
    assert difference == pytest.approx([a - b for a, b in zip(good, worse, strict=True)])


def test_the_interval_of_a_difference_is_narrower_than_its_sides_say() -> None:
    """Two judges who say nearly the same: each kappa swings by a lot, their difference by little."""
    people, judges = people_and_judges()
    nearly = judges[0].rows.copy()
    nearly.loc[:2, "label"] = ["1", "2", "3"]
    (found,) = question(people, [judges[0], JudgeTable("nearly", nearly)], bootstrap=400).judge_differences
    kappa = found.coefficients["cohen_kappa"]
    assert kappa.first.low is not None
    assert kappa.first.high is not None
    assert kappa.difference.low is not None
    assert kappa.difference.high is not None
    assert kappa.difference.high - kappa.difference.low < (kappa.first.high - kappa.first.low) / 2


def test_a_paired_interval_is_that_of_whole_rows_drawn_again() -> None:
    """Against 4,000 resamples of whole rows by another way; both ends within the noise of a percentile."""
    people, judges = people_and_judges(n=120)
    (found,) = question(people, judges, bootstrap=4000).judge_differences
    table = wide(people, judges)
    together = table[["r1", "r2", "r3"]].apply(lambda row: majority(list(row)), axis=1)
    rows = pd.DataFrame({"people": together, "good": table["good"], "worse": table["worse"]}).to_numpy()
    dice = np.random.default_rng(9)
    differences = []
    for _ in range(4000):
        drawn = rows[dice.integers(0, len(rows), len(rows))]
        drawn = drawn[drawn[:, 0] != ""]
        differences.append((drawn[:, 0] == drawn[:, 1]).mean() - (drawn[:, 0] == drawn[:, 2]).mean())
    one = found.coefficients["percent_agreement"].difference
    assert (one.low, one.high) == pytest.approx(tuple(np.quantile(differences, [0.025, 0.975])), abs=0.015)


def test_a_judge_against_itself_differs_by_nothing_and_says_that_it_has_no_width() -> None:
    people, judges = people_and_judges()
    twin = JudgeTable("twin", judges[0].rows)
    (found,) = question(people, [judges[0], twin], bootstrap=50).judge_differences
    one = found.coefficients["quadratic_kappa"].difference
    assert (one.value, one.low, one.high) == (0.0, 0.0, 0.0)
    assert one.note is not None
    assert "no width" in one.note


def test_a_difference_without_one_of_its_sides_has_that_side_s_reason() -> None:
    """The judge "yes" never varies and neither do people, so its kappa has no value; the other's has."""
    people = by_item([["y", "y"], ["y", "y"], ["y", "y"]])
    tables = [
        JudgeTable(name, pd.DataFrame({"item": ["i1", "i2", "i3"], "label": list(labels)}))
        for name, labels in (("yes", "yyy"), ("mixed", "yny"))
    ]
    (found,) = report(people, labels={"": ["y", "n"]}, judges=tables, bootstrap=20).questions[0].judge_differences
    kappa = found.coefficients["cohen_kappa"]
    assert (kappa.first.undefined, kappa.second.value) == ("no_variation", 0.0)
    assert (kappa.difference.value, kappa.difference.low, kappa.difference.undefined) == (None, None, "no_variation")
    assert found.coefficients["percent_agreement"].difference.value == pytest.approx(1 / 3)
