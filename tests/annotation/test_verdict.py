"""The rule that settles: it decides only what most say, and never picks a side of a tie."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.desk.adjudication import Policy, Verdict, verdict

LABELS = st.lists(st.sampled_from(["irr", "nice", "must"]), max_size=7)


@pytest.mark.parametrize(
    ("labels", "unanimous", "majority"),
    [
        ([], None, None),
        (["must"], None, None),
        (["must", "must"], "unanimous", "unanimous"),
        (["must", "irr"], None, None),
        (["must", "must", "irr"], None, "majority"),
        (["must", "nice", "irr"], None, None),
        (["must", "must", "irr", "irr"], None, None),
        (["must", "must", "irr", "nice"], None, None),
        (["must", "must", "must", "irr"], None, "majority"),
        (["must", "must", "irr", "irr", "nice"], None, None),
    ],
)
def test_a_rule_decides_only_what_most_say(labels: list[str], unanimous: str | None, majority: str | None) -> None:
    """K1: a tie, and also the largest of three shares that is no more than half, goes to a person."""
    policies: tuple[Policy, Policy] = ("unanimous", "majority")
    found = [verdict(labels, policy=policy) for policy in policies]
    assert [each.method if each else None for each in found] == [unanimous, majority]
    assert all(each.label == "must" for each in found if each)


@given(LABELS, st.sampled_from(["unanimous", "majority"]), st.integers(2, 4), st.randoms(use_true_random=False))
def test_neither_order_nor_names_decide(labels: list[str], policy: Policy, fewest: int, dice: Any) -> None:
    """Permuting the raters changes nothing; renaming the labels renames the outcome."""
    outcome = verdict(labels, policy=policy, min_raters=fewest)
    renamed = verdict([label[::-1] for label in labels], policy=policy, min_raters=fewest)
    assert renamed == (Verdict(outcome.label[::-1], outcome.method) if outcome else None)
    dice.shuffle(labels)
    assert verdict(labels, policy=policy, min_raters=fewest) == outcome


@given(LABELS, st.integers(2, 4))
def test_what_is_decided_has_more_than_half_and_enough_raters(labels: list[str], fewest: int) -> None:
    outcome = verdict(labels, policy="majority", min_raters=fewest)
    winners = [label for label, votes in Counter(labels).items() if votes * 2 > len(labels)]
    expected = winners[0] if winners and len(labels) >= fewest else None
    assert (outcome.label if outcome else None) == expected
