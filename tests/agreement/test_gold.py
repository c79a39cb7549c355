"""Is the gold set beside judges and never counted as a rater, and are the targets of tuning left out?"""

import pandas as pd
import pytest

from agreement.judge import JudgeTable
from agreement.report import report
from agreement.results import JudgeReport
from tests.agreement.tables import by_rater

ITEMS = [f"i{one}" for one in range(1, 7)]
PEOPLE = ("ynynyn", "ynynny", "ynnnyn")


def labels(text: str) -> pd.DataFrame:
    return pd.DataFrame({"item": ITEMS[: len(text)], "label": list(text)})


def judge_of(**options: object) -> JudgeReport:
    judges = [JudgeTable("gpt", labels("ynyyyy"))]
    (found,) = report(by_rater(*PEOPLE), judges=judges, bootstrap=20, **options).questions[0].judges  # type: ignore[arg-type]
    return found


def test_a_judge_stands_beside_the_gold() -> None:
    """Four of six are the same; p_e = (3 * 5 + 3 * 1) / 36 = 1/2, so kappa = (4/6 - 1/2) / (1/2) = 1/3."""
    (found,) = [one for one in judge_of(gold=labels("ynynyn")).against if one.kind == "gold"]
    assert (found.rater, found.n) == (None, 6)
    assert found.coefficients["percent_agreement"].value == pytest.approx(4 / 6)
    assert found.coefficients["cohen_kappa"].value == pytest.approx(1 / 3)


def test_n11_the_gold_changes_nothing_between_people() -> None:
    """What a curator has decided is nobody's label: not a rater, not in a pair, not in the majority."""
    alone = report(by_rater(*PEOPLE), bootstrap=100).questions[0]
    beside = report(by_rater(*PEOPLE), gold=labels("nnnnnn"), bootstrap=100).questions[0]
    assert beside == alone
    with_judge, without = judge_of(gold=labels("nnnnnn")), judge_of()
    assert [one for one in with_judge.against if one.kind != "gold"] != []
    assert [(one.kind, one.n, one.confusion) for one in with_judge.against if one.kind != "gold"] == [
        (one.kind, one.n, one.confusion) for one in without.against
    ]


def test_a_gold_label_outside_the_scale_is_a_refused_row() -> None:
    gold = labels("ynz").set_index(pd.Index([2, 3, 4]))
    found = report(by_rater(*PEOPLE), judges=[JudgeTable("gpt", labels("yn"))], gold=gold, bootstrap=0)
    assert [(row.row, row.id) for row in found.rows_refused] == [(4, "i3")]


@pytest.mark.parametrize(
    "tuned",
    [
        {"i5", "i6", "i99"},
        pd.DataFrame({"item": ["i5", "i6"]}),
        pd.DataFrame({"item": ["i5", "i6"], "target": ["", ""]}),
    ],
)
def test_items_on_which_the_judge_was_tuned_are_left_out_and_counted(tuned: object) -> None:
    found = judge_of(tuned=tuned, gold=labels("ynynyn"))
    assert (found.n_tuned, found.n_labels) == (2, 4)
    assert {one.n for one in found.against if one.kind in ("rater", "gold")} == {4}
    assert max(one.n for one in found.ceiling) == 4


def test_people_are_counted_on_the_items_of_tuning_all_the_same() -> None:
    judges = [JudgeTable("gpt", labels("ynyyyy"))]
    found = report(by_rater(*PEOPLE), judges=judges, tuned={"i1"}, bootstrap=0).questions[0]
    assert (found.n_targets, found.pairs[0].n) == (6, 6)


def test_a_single_target_of_an_item_can_be_the_one_that_was_tuned_on() -> None:
    people = pd.concat([by_rater("yn", "yy").assign(target=memory) for memory in ("m1", "m2")])
    said = pd.DataFrame({"item": ["i1", "i1"], "target": ["m1", "m2"], "label": ["y", "n"]})
    tuned = pd.DataFrame({"item": ["i1"], "target": ["m2"]})
    (found,) = report(people, judges=[JudgeTable("gpt", said)], tuned=tuned, bootstrap=0).questions[0].judges
    assert (found.n_labels, found.n_tuned) == (1, 1)
