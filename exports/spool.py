"""Items that are looked at several times, and read from the database once: kept in a file meanwhile."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from annotation.content import Memory
from exports.gold import ItemGold
from exports.kept import Kept
from exports.writers import GoldItem


@dataclass
class Spool:
    """The complete items of a project in their order, to go through as often as it takes.

    `places` says where in the file each of them is. What items share, their bank, is kept once by its name.
    """

    kept: Kept[GoldItem]
    banks: dict[str, tuple[Sequence[Memory], Mapping[str, Any]]] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)

    def passing(self, found: Iterable[ItemGold]) -> Iterator[ItemGold]:
        """Keep the complete items as they pass."""
        for gold in found:
            item = gold.item
            if item is not None and item.complete:
                self.banks.setdefault(item.content.bank, (item.bank, item.bank_record))
                self.places[item.id] = self.kept.add(replace(item, bank=(), bank_record={}))
            yield gold

    def items(self, chosen: Collection[str]) -> Iterator[GoldItem]:
        """Those of these ids."""
        for name, place in self.places.items():
            if name in chosen:
                item = self.kept.at(place)
                bank, record = self.banks[item.content.bank]
                yield replace(item, bank=bank, bank_record=record)
