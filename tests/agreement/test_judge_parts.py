"""Is a judge of sets and spans read as people are, also where it gives what nobody gave?"""

import pandas as pd
import pytest

from agreement.judge import JudgeTable
from agreement.report import report
from agreement.scale import Level


def table(*rows: tuple[str, ...]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["item", "rater", "label"] if len(rows[0]) == 3 else ["item", "label"])


PEOPLE = table(
    *[("i1", "a", "joy|pride"), ("i1", "b", "joy"), ("i2", "a", "fear"), ("i2", "b", "fear"), ("i3", "a", "shame")]
)


def test_a_set_that_no_person_gave_counts_and_prose_does_not() -> None:
    said = table(("i1", "pride|joy"), ("i2", "shame | fear"), ("i3", "I feel shame here"))
    (question,) = report(PEOPLE, levels={"": "set"}, judges=[JudgeTable("j", said)], bootstrap=0).questions
    (judge,) = question.judges
    assert judge.n_labels == 2
    assert [row.row for row in judge.unparsed] == [2]
    assert "what nobody has used" in judge.unparsed[0].why
    beside_a = judge.against[0]
    assert (beside_a.rater, beside_a.n) == ("a", 2)
    assert beside_a.coefficients["percent_agreement"].value == 0.5
    assert "alpha_masi" in beside_a.coefficients
    assert "fear|shame" in question.labels


@pytest.mark.parametrize("level", ["nominal", "set"])
def test_people_alone_are_counted_as_without_the_judge(level: Level) -> None:
    said = [JudgeTable("j", table(("i1", "pride|joy"), ("i2", "fear|shame")))]
    (alone,) = report(PEOPLE, levels={"": level}, bootstrap=50).questions
    (beside,) = report(PEOPLE, levels={"": level}, judges=said, bootstrap=50).questions
    values = [{key: one.value for key, one in found.coefficients.items()} for found in (alone, beside)]
    assert values[0] == pytest.approx(values[1])


def test_spans_of_a_judge_overlap_with_peoples() -> None:
    people = table(("i1", "a", "t1:0-10"), ("i1", "b", "t1:0-8"), ("i2", "a", "none"), ("i2", "b", "none"))
    said = [JudgeTable("j", table(("i1", "t1:5-10|t1:0-5"), ("i2", "t2:0-4")))]
    (question,) = report(people, levels={"": "spans"}, judges=said, bootstrap=0).questions
    beside_a, beside_b = question.judges[0].against[:2]
    assert beside_a.coefficients["span_f1"].value == pytest.approx((1 + 0) / 2)
    assert beside_b.coefficients["span_f1"].value == pytest.approx((2 * 8 / 18 + 0) / 2)
    assert beside_a.confusion == ()


def test_a_declared_name_counts_though_no_person_has_used_it() -> None:
    """A codebook declares the names; only without it those that people have used are taken for names."""
    said = table(("i1", "pride|envy"), ("i2", "prose"))
    names = ["joy", "pride", "shame", "fear", "envy"]
    options = {"levels": {"": "set"}, "judges": [JudgeTable("j", said)], "bootstrap": 0}
    (question,) = report(PEOPLE, labels={"": names}, **options).questions  # type: ignore[arg-type]
    (judge,) = question.judges
    assert (judge.n_labels, len(judge.unparsed)) == (1, 1)
