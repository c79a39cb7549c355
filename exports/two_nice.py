"""The test file of StratMem-Bench: every item's nice memories cut to two, drawn by a seed.

The paper evaluates on such pools. Which two are kept follows from the seed, the item's id and the memory's place and
text, so that an item keeps its two whatever is added beside it. They stay in the source's order.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any

from exports.writers import GoldItem
from exports.writers.json_pieces import json_list
from exports.writers.stratmem import record

MOST_NICE = 2


def cut(items: Iterable[GoldItem], *, seed: int) -> Iterator[bytes]:
    """The published form of complete items, piece by piece, with two nice memories at most."""
    yield from json_list(with_two_nice(record(item), seed=seed) for item in items)


def with_two_nice(published: dict[str, Any], *, seed: int) -> dict[str, Any]:
    """One published record with its nice memories cut to two; the rest as it is."""
    memory = published["memory"]
    nice = list(memory.get("nice", ()))
    if len(nice) <= MOST_NICE:
        return published
    order = sorted(range(len(nice)), key=lambda place: _draw(seed, published["id"], place, nice[place]))
    kept = [nice[place] for place in sorted(order[:MOST_NICE])]
    return {**published, "memory": {**memory, "nice": kept}}


def _draw(seed: int, item: Any, place: int, entry: Any) -> str:
    told = json.dumps([seed, str(item), place, entry], ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()
