"""Which split does each group of items go to? Whoever has a place keeps it, then batch by batch, the largest first.

See exports.splits for the rule. What joins items are their links: two items with one link belong together, and so does
everything that hangs together by links.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from annotation.errors import WrongUse
from exports.split_wishes import Wish, wished_counts
from languages import worded

Why = Literal["joins_two_splits", "kept_out"]
Stratum = tuple[str, str]  # a tag and its value

EVERY: Stratum = ("", "")  # the stratum that all items are in
DIGITS = 9  # of the criterion; what differs by less is a tie, which the seed decides
SHOWN = 60  # characters of a link in a sentence

TWICE = worded("The item {item!r} is there twice.")
UNKNOWN_SPLIT = worded(
    "The earlier split has the item {item!r} in {name!r}, which is not wished. Name it among the splits, with 0 where "
    "it is to get nothing more."
)
DIVIDED = worded(
    "The earlier split has the item {item!r} in {name!r}, and what belongs with it by “{link}” in {other!r}. Group as "
    "it was grouped then, or split anew without it."
)


@dataclass(frozen=True, kw_only=True)
class SplitItem:
    """An item to place: what joins it to others, its text, its strata (tag to value), and with which batch it came.

    `links` are pairs of what it is and its value, such as ("persona", "7"). `kept_out` says why it must not be tested
    on; empty where it may.
    """

    id: str
    links: frozenset[tuple[str, str]] = frozenset()
    text: str = ""
    strata: Mapping[str, str] = field(default_factory=dict)
    batch: int = 0
    kept_out: str = ""

    @property
    def in_strata(self) -> list[Stratum]:
        """The strata that the item is in, that of all items first."""
        return [EVERY, *self.strata.items()]


class Placing:
    """The places so far, and how many items of each stratum every split has."""

    def __init__(
        self,
        items: Sequence[SplitItem],
        linked: Mapping[str, Sequence[str]],
        *,
        wishes: Sequence[Wish],
        seed: int,
        kept_out_of: Collection[str],
    ) -> None:
        twice = next((item for item, n in Counter(item.id for item in items).items() if n > 1), None)
        if twice is not None:
            raise WrongUse(worded(TWICE, item=twice))
        self.items = {item.id: item for item in items}
        self.linked, self.wishes, self.seed = linked, wishes, seed
        self.kept_out_of = frozenset(kept_out_of)
        self.places: dict[str, str] = {}
        self.left_out: dict[str, Why] = {}
        self._split_of_link: dict[str, str] = {}
        self._have: dict[str, Counter[Stratum]] = {wish.name: Counter() for wish in wishes}

    def keep(self, earlier: Mapping[str, str]) -> None:
        """Give the items their place that have one; whoever must not be there any more is left out.

        Raises WrongUse for a split that is not wished, and for a group that stands in two.
        """
        for item in self.items:
            if not (name := earlier.get(item, "")):
                continue
            if name not in self._have:
                raise WrongUse(worded(UNKNOWN_SPLIT, item=item, name=name))
            self._check_whole(item, name)
            if name in self._allowed([item]):
                self._put(item, name)
            else:
                self.left_out[item] = "kept_out"
                self._hold(item, name)  # it was there once: the rest of its group stays, and so does what joins it

    def place(self, batch: Sequence[str]) -> None:
        """Place what has come at once: first what belongs with items that have a place, then the free groups."""
        free = self._with_placed([item for item in batch if item not in self.places and item not in self.left_out])
        groups = joined(self.linked, free)
        total = self._tally([*self.places, *free])
        wished = wished_counts(self.wishes, total[EVERY])
        for members in sorted(groups, key=lambda members: (-len(members), self._drawn(min(members)))):
            self._put_group(members, wished, total)

    def _with_placed(self, items: Sequence[str]) -> list[str]:
        """Place the items that are linked to placed ones, also through one another; give those that are free."""
        free = dict.fromkeys(sorted(items, key=self._drawn))
        n_before = len(free) + 1
        while len(free) < n_before:
            n_before = len(free)
            for item in list(free):
                names = {self._split_of_link[link] for link in self.linked[item] if link in self._split_of_link}
                if names:
                    del free[item]
                    self._put_beside(item, names)
        return [item for item in items if item in free]

    def _put_beside(self, item: str, names: set[str]) -> None:
        if len(names) > 1:
            self.left_out[item] = "joins_two_splits"
        elif not names & self._allowed([item]):
            self.left_out[item] = "kept_out"
        else:
            self._put(item, *names)

    def _put_group(self, members: Sequence[str], wished: Mapping[str, float], total: Counter[Stratum]) -> None:
        """Put a free group where it upsets the wished counts least; ties by the seed."""
        allowed = self._allowed(members)
        takes_rest = [wish.name for wish in self.wishes if wish.takes_rest]
        possible = [name for name in allowed if wished[name] > 0] or [name for name in takes_rest if name in allowed]
        if not possible:
            self.left_out.update(dict.fromkeys(members, "kept_out"))
            return
        brings, n_all = self._tally(members), total[EVERY]

        def upset(name: str) -> float:
            """By how much the sum of (count - wished)^2 / wished grows, over the strata that the group is in."""
            have = self._have[name]
            wants = {stratum: wished[name] * total[stratum] / n_all for stratum in brings}
            return sum(n * (n + 2 * (have[stratum] - wants[stratum])) / wants[stratum] for stratum, n in brings.items())

        def order(name: str) -> tuple[float, str]:
            return round(upset(name), DIGITS), self._drawn(f"{min(members)}\0{name}")

        best = min(possible, key=order) if len(possible) > 1 else possible[0]
        for item in members:
            self._put(item, best)

    def _put(self, item: str, name: str) -> None:
        self.places[item] = name
        self._have[name].update(self.items[item].in_strata)
        self._hold(item, name)

    def _hold(self, item: str, name: str) -> None:
        self._split_of_link.update(dict.fromkeys(self.linked[item], name))

    def _allowed(self, members: Iterable[str]) -> set[str]:
        is_kept_out = any(self.items[item].kept_out for item in members)
        return {name for name in self._have if not (is_kept_out and name in self.kept_out_of)}

    def _check_whole(self, item: str, name: str) -> None:
        for link in self.linked[item]:
            if (other := self._split_of_link.get(link, name)) != name:
                raise WrongUse(worded(DIVIDED, item=item, name=name, link=link[:SHOWN], other=other))

    def _tally(self, members: Iterable[str]) -> Counter[Stratum]:
        return Counter(stratum for item in members for stratum in self.items[item].in_strata)

    def _drawn(self, text: str) -> str:
        """A place in an order that the seed draws."""
        return hashlib.sha256(f"{self.seed}\0{text}".encode("utf-8", "surrogatepass")).hexdigest()


def joined(linked: Mapping[str, Sequence[str]], items: Iterable[str]) -> list[list[str]]:
    """These items in the groups that hang together by links, in the order of their first items (union-find)."""
    parent: dict[str, str] = {}

    def root(item: str) -> str:
        while parent[item] != item:
            parent[item] = parent[parent[item]]
            item = parent[item]
        return item

    first_with: dict[str, str] = {}
    for item in items:
        parent[item] = item
        for link in linked[item]:
            parent[root(item)] = root(first_with.setdefault(link, item))
    groups: dict[str, list[str]] = defaultdict(list)
    for item in parent:
        groups[root(item)].append(item)
    return list(groups.values())
