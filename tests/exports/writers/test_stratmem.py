"""The StratMem writer: memories regrouped by their gold, and all else as it came."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exports.writers import GoldItem, stratmem
from tests.studies import memory, record

ROLES = st.sampled_from(["must", "nice", "irr"])


def item(gold: list[str | None], **changes: Any) -> GoldItem:
    """An item of so many memories with this gold, in the source's order; the source calls all of them irr."""
    raw = record("i1", memory=memory(irr=[f"Fact {n}." for n in range(len(gold))]))
    keys = [f"m{n}" for n in range(len(gold))]
    labels = {(key, "role"): label for key, label in zip(keys, gold, strict=True)}
    return GoldItem(id="i1", raw={**raw, **changes}, keys=keys, labels=labels)


@given(st.lists(ROLES, min_size=1, max_size=8))
def test_every_memory_stands_once_under_its_gold_in_the_sources_order(gold: list[str]) -> None:
    written = stratmem.record(item(list(gold)))["memory"]
    for role in ("must", "nice", "irr"):
        assert [entry["fact"] for entry in written[role]] == [
            f"Fact {n}." for n, each in enumerate(gold) if each == role
        ]


@pytest.mark.parametrize(
    ("gold", "kind"),
    [(["must", "irr"], "A"), (["nice"], "B"), (["must", "nice", "irr"], "C"), (["irr"], None)],
)
def test_the_type_follows_from_must_and_nice(gold: list[str | None], kind: str | None) -> None:
    assert stratmem.record(item(gold))["inferred_type"] == kind


def test_a_record_without_the_type_gets_none() -> None:
    source = item(["must"])
    bare = {name: value for name, value in source.raw.items() if name != "inferred_type"}
    written = stratmem.record(GoldItem(id="i1", raw=bare, keys=source.keys, labels=source.labels))
    assert list(written) == list(bare)


def test_roles_that_the_source_leaves_out_appear_only_where_they_are_needed() -> None:
    left_out = {"irr": [{"fact": "a"}, {"fact": "b"}]}
    assert stratmem.record(item(["irr", "irr"], memory=left_out))["memory"] == left_out
    moved = stratmem.record(item(["irr", "must"], memory=left_out))["memory"]
    assert moved == {"irr": [{"fact": "a"}], "must": [{"fact": "b"}]}


def test_the_source_record_is_not_changed() -> None:
    source = item(["must", "nice"])
    before = json.dumps(source.raw)
    stratmem.record(source)
    assert json.dumps(source.raw) == before


def test_the_pieces_are_one_json_list() -> None:
    for number in range(4):
        written = b"".join(stratmem.gold([item(["must"])] * number))
        assert len(json.loads(written)) == number


def test_an_item_with_an_undecided_target_is_not_complete() -> None:
    assert item(["must", "irr"]).complete
    assert not item(["must", None]).complete
