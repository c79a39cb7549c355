"""Which split does every item go to, so that nothing that belongs together stands on both sides?

Items are joined into groups: those that share a link (a dialogue, a persona, any tag, the text of a memory), the same
normalized text, or nearly the same one (exports.near_duplicates). A group goes into one split as a whole. Groups are
placed the largest first, equally large ones in an order drawn from the seed, each where it least upsets the wished
counts of all items and of every stratum (the sum of squared differences over the wished counts, as in chi-square).

The rule of growing: whoever has a place keeps it. Places of an `earlier` split come first, then the items batch by
batch (a batch is what was imported at once), so that what is appended never moves what was there. A new item goes where
its group is. One that would join groups of two splits, or a group in a split that it is kept out of, is left out and
listed; so is a placed item that has to be kept out of its split since. Nothing ever goes from one split to another.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from exports.near_duplicates import THRESHOLD, method, near_pairs, normalized
from exports.split_placing import EVERY, Placing, SplitItem, Why, joined
from exports.split_wishes import Wish, checked, wished_counts
from languages import worded

__all__ = ["LEFT_OUT", "Split", "SplitItem", "SplitSize", "StratumSize", "split"]

LEFT_OUT: Mapping[Why, str] = {
    "joins_two_splits": worded("it belongs with items of two splits"),
    "kept_out": worded("it must not be in the split that it would go to"),
}


@dataclass(frozen=True)
class SplitSize:
    """One split: what was wished and what was reached, in items and as a share of those that are placed."""

    name: str
    wished: float
    wished_share: float
    n: int
    share: float
    n_groups: int


@dataclass(frozen=True)
class StratumSize:
    """One value of a tag in one split: `n` of the `of` placed items that have it, beside the wished share."""

    tag: str
    value: str
    split: str
    n: int
    of: int
    share: float
    wished_share: float


@dataclass(frozen=True, kw_only=True)
class Split:
    """Where every item is: in `places`, or left out with the reason; and how near this is to what was wished.

    `groups` has the number of each placed item's group. `kept_out` says of items why they are none to test on.
    `near_duplicates` are pairs with nearly the same text; `text_method` says how they were found.
    """

    items: tuple[str, ...]
    places: Mapping[str, str]
    left_out: Mapping[str, Why]
    groups: Mapping[str, int]
    kept_out: Mapping[str, str]
    kept_out_of: tuple[str, ...]
    sizes: tuple[SplitSize, ...]
    strata: tuple[StratumSize, ...]
    seed: int
    grouped_by: tuple[str, ...]
    near_duplicates: tuple[tuple[str, str], ...]
    text_method: str

    @property
    def rows(self) -> list[tuple[str, str]]:
        """The table of items and splits, in the order of the items; no split beside an item that is left out."""
        return [(item, self.places.get(item, "")) for item in self.items]

    def as_json(self) -> dict[str, Any]:
        """Everything but the table itself, as the command line prints it and a manifest keeps it."""
        return {
            "seed": self.seed,
            "grouped_by": list(self.grouped_by),
            "near_duplicates": {"pairs": len(self.near_duplicates), "method": self.text_method},
            "n_items": len(self.items),
            "n_groups": len(set(self.groups.values())),
            "kept_out": {"of": list(self.kept_out_of), "items": dict(sorted(Counter(self.kept_out.values()).items()))},
            "left_out": [{"item": item, "why": why} for item, why in self.left_out.items()],
            "splits": [asdict(size) for size in self.sizes],
            "strata": [asdict(stratum) for stratum in self.strata],
        }


def split(
    items: Sequence[SplitItem],
    *,
    wishes: Sequence[Wish],
    seed: int = 0,
    earlier: Mapping[str, str] | None = None,
    kept_out_of: Collection[str] = ("test",),
    near: float | None = THRESHOLD,
) -> Split:
    """Place every item.

    `wishes` are shares that make 1, or counts (exports.split_wishes reads them). `earlier` maps items to the splits
    that they have; those that are no items any more do not count. `kept_out_of` are the splits that an item with a
    `kept_out` must not be in, nor its group. `near` is the least Jaccard similarity of two texts that are the same but
    for small edits; None: only equal normalized texts.

    Raises WrongUse for wishes that cannot be, an id that is there twice, an earlier split that is not wished, and one
    that has divided a group.
    """
    checked(wishes, n=len(items))
    pairs = near_pairs({item.id: item.text for item in items}, threshold=near) if near is not None else []
    linked = _linked(items, pairs)
    placing = Placing(items, linked, wishes=wishes, seed=seed, kept_out_of=kept_out_of)
    placing.keep(earlier or {})
    for _, batch in sorted(_batches(items).items()):
        placing.place(batch)
    places = {item.id: placing.places[item.id] for item in items if item.id in placing.places}
    numbered = {item: number for number, members in enumerate(joined(linked, places), start=1) for item in members}
    return Split(
        items=tuple(item.id for item in items),
        places=places,
        left_out={item.id: placing.left_out[item.id] for item in items if item.id in placing.left_out},
        groups={item: numbered[item] for item in places},
        kept_out={item.id: item.kept_out for item in items if item.kept_out},
        kept_out_of=tuple(sorted(kept_out_of)),
        sizes=_sizes(wishes, places, numbered),
        strata=_strata(items, wishes, places),
        seed=seed,
        grouped_by=tuple(sorted({kind for item in items for kind, _ in item.links})),
        near_duplicates=tuple(pairs),
        text_method=method(near),
    )


def _linked(items: Sequence[SplitItem], pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """By item everything that joins it to others: its links, its normalized text, and that it is nearly another's."""
    texts = {item.id: normalized(item.text) for item in items}
    near: dict[str, list[str]] = defaultdict(list)
    for one, other in pairs:
        for item in (one, other):
            near[texts[item]].append(f"nearly the same text: {one} {other}")
    return {
        item.id: [
            *(f"{kind}: {value}" for kind, value in sorted(item.links)),
            *([f"text: {text}", *near[text]] if (text := texts[item.id]) else []),
        ]
        for item in items
    }


def _batches(items: Sequence[SplitItem]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = defaultdict(list)
    for item in items:
        found[item.batch].append(item.id)
    return found


def _sizes(wishes: Sequence[Wish], places: Mapping[str, str], groups: Mapping[str, int]) -> tuple[SplitSize, ...]:
    n_all = len(places)
    wished = wished_counts(wishes, n_all)
    return tuple(
        SplitSize(
            name=wish.name,
            wished=wished[wish.name],
            wished_share=_share(wished[wish.name], n_all),
            n=len(members),
            share=_share(len(members), n_all),
            n_groups=len({groups[item] for item in members}),
        )
        for wish in wishes
        for members in [[item for item, name in places.items() if name == wish.name]]
    )


def _strata(items: Sequence[SplitItem], wishes: Sequence[Wish], places: Mapping[str, str]) -> tuple[StratumSize, ...]:
    wished = wished_counts(wishes, len(places))
    placed = [(stratum, places[item.id]) for item in items if item.id in places for stratum in item.in_strata]
    have, total = Counter(placed), Counter(stratum for stratum, _ in placed)
    return tuple(
        StratumSize(
            tag=stratum[0],
            value=stratum[1],
            split=wish.name,
            n=have[stratum, wish.name],
            of=total[stratum],
            share=have[stratum, wish.name] / total[stratum],
            wished_share=_share(wished[wish.name], len(places)),
        )
        for stratum in sorted(total)
        if stratum != EVERY
        for wish in wishes
    )


def _share(part: float, whole: int) -> float:
    return part / whole if whole else 0.0
