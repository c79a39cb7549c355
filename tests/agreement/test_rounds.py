"""Are two rounds compared on the targets of both, with whole rows drawn together?"""

import json

import numpy as np
import pandas as pd
import pytest

from agreement.rounds import compare
from tests.agreement.tables import by_item, coefficient, the_pair


def rounds(*, n: int = 60, seed: int = 2) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Three people before a discussion, and after it, when a third of their slips are mended; ten targets are new."""
    dice = np.random.default_rng(seed)
    truth = dice.integers(0, 3, n)
    before = np.where(dice.random((n, 3)) < 0.4, dice.integers(0, 3, (n, 3)), truth[:, np.newaxis])
    after = np.where(dice.random((n, 3)) < 0.6, truth[:, np.newaxis], before)
    first, second = by_item(before.tolist()), by_item(after.tolist())
    return first[first["item"] != "i1"], second[~second["item"].isin([f"i{one}" for one in range(51, 61)])]


def shared(before: pd.DataFrame, after: pd.DataFrame) -> list[pd.DataFrame]:
    both = set(before["item"]) & set(after["item"])
    return [table[table["item"].isin(both)] for table in (before, after)]


@pytest.mark.parametrize("key", ["percent_agreement", "fleiss_kappa", "krippendorff_alpha", "conger_kappa"])
def test_both_sides_are_what_each_round_gives_on_the_shared_targets(key: str) -> None:
    tables = rounds()
    (found,) = compare(*tables, bootstrap=0).questions
    first, second = (coefficient(table, key).value for table in shared(*tables))
    one = found.coefficients[key]
    assert found.n_targets == one.first.n == one.second.n == 49
    assert [one.second.value, one.first.value] == pytest.approx([first, second])
    assert first is not None
    assert second is not None
    assert one.difference.value == pytest.approx(second - first)


def test_the_interval_of_the_difference_is_that_of_targets_drawn_with_both_rounds() -> None:
    """Raw agreement is a mean over targets, so its paired difference is one too: 4,000 means drawn another way."""
    tables = rounds()
    (found,) = compare(*tables, bootstrap=4000).questions
    by_target = [
        table.groupby("item")["label"].apply(lambda said: np.mean([a == b for a, b in pairs(list(said))]))
        for table in shared(*tables)
    ]
    change = (by_target[1] - by_target[0]).to_numpy()
    dice = np.random.default_rng(11)
    means = [change[dice.integers(0, len(change), len(change))].mean() for _ in range(4000)]
    one = found.coefficients["percent_agreement"].difference
    assert (one.low, one.high) == pytest.approx(tuple(np.quantile(means, [0.025, 0.975])), abs=0.01)


def pairs(labels: list[str]) -> list[tuple[str, str]]:
    return [(labels[one], labels[other]) for one in range(len(labels)) for other in range(one)]


def test_each_two_raters_of_both_rounds_are_compared_too() -> None:
    tables = rounds()
    (found,) = compare(*tables, bootstrap=0).questions
    assert [pair.raters for pair in found.pairs] == [("r1", "r2"), ("r1", "r3"), ("r2", "r3")]
    kappa = found.pairs[0].coefficients["cohen_kappa"]
    expected = [the_pair(table[table["rater"] != "r3"]).coefficients["cohen_kappa"].value for table in shared(*tables)]
    assert [kappa.second.value, kappa.first.value] == pytest.approx(expected)


def test_a_target_with_one_label_in_a_round_is_no_target_of_the_comparison() -> None:
    before, after = by_item([["y", "n"], ["n", "n"], ["y", "y"]]), by_item([["y", "y"], ["n", None], ["y", "y"]])
    (found,) = compare(before, after, bootstrap=0).questions
    assert found.n_targets == 2
    assert found.coefficients["percent_agreement"].difference.value == 0.5


def test_labels_seen_in_one_round_only_belong_to_the_scale_of_both() -> None:
    """Brennan-Prediger counts the labels: 1/3 by chance in either round."""
    before, after = by_item([["a", "b"], ["b", "b"]]), by_item([["c", "c"], ["b", "b"]])
    (found,) = compare(before, after, bootstrap=0).questions
    one = found.coefficients["brennan_prediger"]
    assert [one.second.value, one.first.value] == pytest.approx([(0.5 - 1 / 3) / (2 / 3), 1])


def test_items_with_several_targets_stay_whole_and_what_cannot_be_compared_says_why() -> None:
    first = pd.concat([by_item([["y", "n"], ["n", "n"]]).assign(target=memory) for memory in ("m1", "m2")])
    found = compare(first, first, bootstrap=30).questions[0].coefficients["fleiss_kappa"].difference
    assert (found.value, found.low, found.high) == (0.0, 0.0, 0.0)
    assert "only 2 items hold what it can use" in (found.note or "")
    same = by_item([["y", "y"], ["y", "y"]])
    one = compare(same, by_item([["y", "n"], ["y", "y"]]), bootstrap=30).questions[0].coefficients["fleiss_kappa"]
    assert (one.second.undefined, one.difference.undefined, one.difference.value) == (
        "no_variation", "no_variation", None,
    )  # fmt: skip


def test_two_rounds_without_a_shared_target_have_no_overlap() -> None:
    before, after = by_item([["y", "n"]]), by_item([["y", "n"]]).assign(item="other")
    found = compare(before, after, bootstrap=10)
    assert {one.difference.undefined for one in found.questions[0].coefficients.values()} <= {"one_rater", "no_overlap"}
    json.dumps(found.as_json(), allow_nan=False)


def test_the_json_names_after_before_and_the_difference() -> None:
    found = compare(*rounds(), bootstrap=10).as_json()["questions"][0]
    assert list(found) == ["question", "n_targets", "raters_before", "raters_after", "coefficients", "pairs"]
    assert list(found["coefficients"]["fleiss_kappa"]) == ["after", "before", "difference"]
    json.dumps(found, allow_nan=False)
