"""Scores by tag: people, and judges beside them on the same targets; needs compared; nothing where labels are words."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from agreement.judge import JudgeTable, read_judge
from agreement.ratings import Ratings, read_ratings
from exports.grouping import TagScores, by_tag

NEEDS = ("safety", "esteem", "love")


def ratings(*, labels: tuple[str, ...] = ("1", "2", "3", "4", "5"), level: str = "ordinal") -> Ratings:
    """Thirty items, two raters; the score rises with the need's place."""
    draw = np.random.default_rng(4)
    rows = [
        (f"i{item}", "", "q", rater, labels[min(item % 3 + int(draw.integers(0, 2)), len(labels) - 1)])
        for item in range(30)
        for rater in ("ann", "bo")
    ]
    table = pd.DataFrame(rows, columns=["item", "target", "question", "rater", "label"])
    (found,) = read_ratings(table, levels={"q": level}, labels={"q": labels}).ratings  # type: ignore[dict-item]
    return found


def tags(**more: str) -> dict[str, dict[str, str]]:
    return {f"i{item}": {"need": NEEDS[item % 3], "id": str(item), **more} for item in range(30)}


def in_dialogues(number: int) -> dict[str, dict[str, str]]:
    return {item: {**own, "dialogue": f"d{int(item[1:]) % number + 1}"} for item, own in tags().items()}


def run(found: Ratings, given: dict[str, dict[str, str]], *judges: JudgeTable) -> tuple[TagScores, ...]:
    return by_tag(found, given, [read_judge(judge, found) for judge in judges], replicates=100, seed=1)


def test_each_value_of_a_tag_has_peoples_mean_with_an_interval() -> None:
    found = ratings()
    need = next(each for each in run(found, tags()) if each.tag == "need")
    numbers = found.codes.mean(axis=1) + 1
    assert found.targets is not None
    own = np.array([NEEDS[int(item[1:]) % 3] for item in found.targets.get_level_values(0)])
    for score in need.scores:
        assert score.people is not None
        assert score.people.n == 10
        assert score.people.value == pytest.approx(numbers[own == score.group["need"]].mean())
        assert score.people.low is not None
    assert (need.judge, need.cluster) == ("", "item")


def test_a_judge_stands_beside_people_on_the_targets_that_both_have() -> None:
    found = ratings()
    rows = pd.DataFrame(
        [(f"i{item}", "", "q", "3") for item in range(12)], columns=["item", "target", "question", "label"]
    )
    need = next(each for each in run(found, tags(), JudgeTable("gpt", rows)) if each.tag == "need")
    assert need.judge == "gpt"
    for score in need.scores:
        assert score.judge is not None
        assert score.people is not None
        assert (score.judge.n, score.judge.value, score.people.n) == (4, 3.0, 4)


def test_needs_are_compared_with_their_neighbours_in_rank_and_by_permutation() -> None:
    need = next(each for each in run(ratings(), tags()) if each.tag == "need")
    (tested,) = need.significance
    assert list(tested.means) == ["love", "esteem", "safety"]
    assert [(each.which, each.need, each.neighbour) for each in tested.neighbours] == [
        ("best", "love", "esteem"),
        ("worst", "safety", "esteem"),
    ]
    assert len(tested.pairs) == 3


def test_needs_that_share_a_dialogue_are_not_compared_and_the_reason_is_said() -> None:
    need = next(each for each in run(ratings(), in_dialogues(2)) if each.tag == "need")
    assert (need.significance, need.cluster) == ((), "dialogue")
    assert need.not_tested == "cluster 'd1' holds several of 'need': give each cluster one"


def test_an_id_groups_nothing_and_words_are_no_scores() -> None:
    many = {f"i{item}": {"id": f"x{item}", "source": "a" if item % 2 else "b"} for item in range(30)}
    assert [each.tag for each in run(ratings(), many)] == ["source"]
    assert run(ratings(labels=("irr", "nice", "must")), tags()) == ()
    assert run(ratings(level="nominal"), tags()) == ()
