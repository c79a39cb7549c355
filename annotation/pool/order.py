"""Which item of a pool does an annotator get next? The order of the free ones (pure)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from annotation.pool.places import ItemPlaces
from annotation.pool.plan import Order


def in_order(
    found: Sequence[ItemPlaces],
    *,
    order: Order,
    seed: int = 0,
    annotator: str = "",
    agreement: Mapping[int, float] | None = None,
) -> list[ItemPlaces]:
    """The items, given in the order of the import, as an annotator takes them.

    `planned` leaves them as they are. `random` is drawn from the seed, the annotator and the item, so that it stays the
    same while items come and go. `disputed`: the smallest `agreement` (by item, 0 to 1) first; then those on which
    nobody differs or could yet, fewest answers first; ties as imported.

    >>> one, two = ItemPlaces(1, "i1", 2, done=1), ItemPlaces(2, "i2", 2)
    >>> [each.item for each in in_order([one, two], order="disputed")]
    ['i2', 'i1']
    """
    if order == "random":
        return sorted(found, key=lambda each: _drawn(seed, annotator, each.item))
    if order == "disputed":
        known = agreement or {}
        return sorted(found, key=lambda each: (known.get(each.item_id, 1.0), each.done))
    return list(found)


def _drawn(seed: int, annotator: str, item: str) -> bytes:
    return hashlib.blake2b(f"take {seed} {annotator} {item}".encode(), digest_size=16).digest()
