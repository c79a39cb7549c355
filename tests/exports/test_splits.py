"""Splits: disjoint, complete, stable on append, nothing that belongs together on both sides; and what was reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.errors import WrongUse
from exports.near_duplicates import THRESHOLD, jaccard, normalized, shingles
from exports.split_wishes import DEFAULT, read_wishes
from exports.splits import Split, SplitItem, split

HALVES = read_wishes("train=.5,test=.5")


def item(name: object, *links: tuple[str, str], **more: object) -> SplitItem:
    """An item with these links."""
    return SplitItem(id=str(name), links=frozenset(links), **more)  # type: ignore[arg-type]


def sizes(found: Split) -> dict[str, int]:
    """How many items each split has."""
    return {size.name: size.n for size in found.sizes}


def test_k5_three_queries_of_a_dialogue_stay_together() -> None:
    found = split([item(f"{d}-{q}", ("dialogue", str(d))) for d in range(20) for q in range(3)], wishes=DEFAULT)
    for dialogue in range(20):
        assert len({found.places[f"{dialogue}-{query}"] for query in range(3)}) == 1
    assert sizes(found) == {"train": 48, "dev": 6, "test": 6}
    assert {size.name: size.n_groups for size in found.sizes} == {"train": 16, "dev": 2, "test": 2}


def test_single_items_reach_the_wished_counts_exactly() -> None:
    assert sizes(split([item(n) for n in range(100)], wishes=DEFAULT)) == {"train": 80, "dev": 10, "test": 10}
    assert sizes(split([item(n) for n in range(100)], wishes=read_wishes("test=7,train=rest"))) == {
        "test": 7,
        "train": 93,
    }


def test_groups_chain_by_any_of_their_links() -> None:
    # a-b share a dialogue, b-c a persona, c-d a text: one group.
    chain = [
        item("a", ("dialogue", "1")),
        item("b", ("dialogue", "1"), ("persona", "p")),
        item("c", ("persona", "p"), text="Any age!"),
        item("d", text="any age"),
    ]
    found = split([*chain, item("e"), item("f"), item("g"), item("h")], wishes=HALVES)
    assert len({found.places[name] for name in "abcd"}) == 1
    assert sizes(found) == {"train": 4, "test": 4}
    assert found.grouped_by == ("dialogue", "persona")


def test_strata_are_kept_to_as_far_as_groups_allow() -> None:
    items = [item(n, strata={"scenario": "rare" if n % 5 == 0 else "usual"}) for n in range(100)]
    found = split(items, wishes=DEFAULT, seed=3)
    assert {(s.value, s.split): s.n for s in found.strata} == {
        **{("rare", "train"): 16, ("rare", "dev"): 2, ("rare", "test"): 2},
        **{("usual", "train"): 64, ("usual", "dev"): 8, ("usual", "test"): 8},
    }
    assert found.strata[0].of == 20
    assert found.strata[0].wished_share == pytest.approx(0.8)


def test_the_seed_decides_and_repeats() -> None:
    items = [item(n) for n in range(60)]
    one, again, other = (split(items, wishes=DEFAULT, seed=seed).places for seed in (1, 1, 2))
    assert one == again
    assert one != other


def test_what_is_kept_out_of_test_keeps_its_group_out_too() -> None:
    items = [item(n, ("dialogue", str(n // 2)), kept_out="known" if n == 4 else "") for n in range(40)]
    for seed in range(20):
        found = split(items, wishes=HALVES, seed=seed)
        assert found.places["4"] == found.places["5"] == "train"
    assert found.as_json()["kept_out"] == {"of": ["test"], "items": {"known": 1}}


def test_an_item_that_would_join_two_splits_is_left_out_and_nothing_moves() -> None:
    before = split([item("a", ("t", "1")), item("b", ("t", "2"))], wishes=HALVES).places
    assert set(before.values()) == {"train", "test"}
    after = split(
        [item("a", ("t", "1")), item("b", ("t", "2")), item("new", ("t", "1"), ("t", "2"))],
        wishes=HALVES,
        earlier=before,
    )
    assert after.places == before
    assert after.left_out == {"new": "joins_two_splits"}


def test_a_new_item_that_is_kept_out_does_not_join_its_group_in_test() -> None:
    earlier = {"a": "test", "b": "train"}
    items = [item("a", ("t", "1")), item("b"), item("new", ("t", "1"), kept_out="training")]
    assert split(items, wishes=HALVES, earlier=earlier).left_out == {"new": "kept_out"}


def test_a_test_item_that_is_shown_to_a_judge_later_leaves_and_goes_nowhere_else() -> None:
    items = [item("a", ("t", "1"), kept_out="judge_example"), item("b", ("t", "1")), item("c")]
    found = split(items, wishes=HALVES, earlier={"a": "test", "b": "test", "c": "train"})
    assert found.places == {"b": "test", "c": "train"}
    assert found.left_out == {"a": "kept_out"}


def test_an_earlier_split_that_divided_a_group_is_refused_by_name() -> None:
    with pytest.raises(WrongUse, match=r"'b' in 'test'.*dialogue: 1"):
        split(
            [item("a", ("dialogue", "1")), item("b", ("dialogue", "1"))],
            wishes=HALVES,
            earlier={"a": "train", "b": "test"},
        )


def test_an_earlier_split_that_is_not_wished_is_refused() -> None:
    with pytest.raises(WrongUse, match="'val', which is not wished"):
        split([item("a")], wishes=HALVES, earlier={"a": "val"})


def test_the_same_id_twice_and_more_than_there_are_is_refused() -> None:
    with pytest.raises(WrongUse, match="there twice"):
        split([item("a"), item("a")], wishes=HALVES)
    with pytest.raises(WrongUse, match="ask for 5 items, and there are 1"):
        split([item("a")], wishes=read_wishes("test=5,train=rest"))


def test_no_items_make_an_empty_split() -> None:
    assert sizes(split([], wishes=HALVES)) == {"train": 0, "test": 0}


WORDS = ("river", "boat", "garden", "kettle", "winter", "letter")


@st.composite
def drawn_items(draw: st.DrawFn) -> list[SplitItem]:
    """Items with few links, texts that repeat or nearly, strata, and some that are kept out."""
    n = draw(st.integers(0, 11))
    found = []
    for number in range(n):
        text = " ".join(draw(st.lists(st.sampled_from(WORDS), max_size=5)))
        links = draw(st.lists(st.tuples(st.sampled_from("dp"), st.sampled_from("12345678")), max_size=2))
        found.append(
            item(
                number,
                *links,
                text=text,
                strata={"need": draw(st.sampled_from("xy"))},
                kept_out=draw(st.sampled_from(["", "", "", "known"])),
            )
        )
    return found


def check(found: Split, items: Sequence[SplitItem]) -> None:
    """Disjoint, complete, and nothing that belongs together on two sides."""
    assert set(found.places) | set(found.left_out) == {each.id for each in items}
    assert not set(found.places) & set(found.left_out)
    placed = [each for each in items if each.id in found.places]
    assert not any(each.kept_out and found.places[each.id] == "test" for each in placed)
    pieces = {each.id: shingles(normalized(each.text)) for each in placed}
    for one, other in combinations(placed, 2):
        if one.links & other.links or jaccard(pieces[one.id], pieces[other.id]) >= THRESHOLD - 1e-9:
            assert found.places[one.id] == found.places[other.id]
            assert found.groups[one.id] == found.groups[other.id]
    assert sum(size.n for size in found.sizes) == len(placed)


@given(drawn_items(), st.integers(0, 5))
def test_splits_are_disjoint_complete_and_divide_no_group_and_no_near_duplicates(
    items: list[SplitItem], seed: int
) -> None:
    found = split(items, wishes=DEFAULT, seed=seed)
    check(found, items)
    assert found.left_out == {}  # train can take everything


@given(drawn_items(), st.integers(0, 5), st.integers(0, 11))
def test_splits_are_stable_on_append_after_an_earlier_one(items: list[SplitItem], seed: int, cut: int) -> None:
    before = split(items[:cut], wishes=HALVES, seed=seed).places
    after = split(items, wishes=HALVES, seed=seed, earlier=before)
    assert {name: after.places[name] for name in before} == before
    check(after, items)


@given(drawn_items(), st.integers(0, 5), st.integers(0, 11))
def test_splits_are_stable_on_append_of_a_batch_without_an_earlier_one(
    items: list[SplitItem], seed: int, cut: int
) -> None:
    before = split(items[:cut], wishes=HALVES, seed=seed).places
    later = [SplitItem(**{**vars(each), "batch": int(place >= cut)}) for place, each in enumerate(items)]
    after = split(later, wishes=HALVES, seed=seed)
    assert {name: after.places[name] for name in before} == before
    check(after, items)


@given(drawn_items(), st.randoms(use_true_random=False))
def test_the_order_of_items_changes_nothing(items: list[SplitItem], random: object) -> None:
    shuffled = list(items)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert split(items, wishes=DEFAULT).places == split(shuffled, wishes=DEFAULT).places


def test_the_sizes_say_what_was_wished_and_what_was_reached() -> None:
    items = [item(n, ("persona", "big" if n < 6 else str(n))) for n in range(10)]
    found = split(items, wishes=read_wishes("train=.8,test=.2"))
    of = {size.name: size for size in found.sizes}
    assert (of["train"].wished, of["train"].n, of["train"].share) == (8, 8, 0.8)
    assert Counter(found.places.values())["test"] == 2
    assert [row for row in found.rows if row[1] == "test"] == [(n, s) for n, s in found.places.items() if s == "test"]
