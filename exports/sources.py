"""What did an item come from? Its source record, its responses with their systems, its bank: for the writers of gold.

Nothing that labels or decides imports this: it reads the reference, and where responses came from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlmodel import Session, col, select

from annotation import models as m
from annotation.content import Content, Memory
from exports.writers import GoldResponse

ITEMS_KEPT = 1


@dataclass(frozen=True)
class Source:
    """An item as it came: `keys` are its memories' in the order of the source, `responses` in that of their import."""

    id: str
    raw: Mapping[str, Any]
    keys: Sequence[str]
    content: Content
    responses: Sequence[GoldResponse]
    bank: Sequence[Memory]


def formats(session: Session, project: m.Project) -> frozenset[str]:
    """The formats that the project's items came in."""
    found = session.exec(
        select(m.Reference.format)
        .join(m.Item, col(m.Item.id) == m.Reference.item_id)
        .where(m.Item.project_id == project.id)
        .distinct()
    )
    return frozenset(found)


def by_item(session: Session, project: m.Project) -> Callable[[int], Source]:
    """What gives the source of an item by its id in the database, one at a time; a bank is kept for the next item."""

    @lru_cache(maxsize=ITEMS_KEPT)
    def bank(name: str) -> Sequence[Memory]:
        row = session.exec(
            select(m.MemoryBank).where(m.MemoryBank.project_id == project.id, m.MemoryBank.name == name)
        ).first()
        return tuple(Memory.model_validate(memory) for memory in row.memories) if row else ()

    def source(item_id: int) -> Source:
        item, reference = session.exec(select(m.Item, m.Reference).join(m.Reference).where(m.Item.id == item_id)).one()
        content = Content.model_validate(item.content)
        return Source(
            id=item.source_id,
            raw=reference.raw,
            keys=reference.keys,
            content=content,
            responses=_responses(session, item_id, content) if content.responses else (),
            bank=bank(content.bank) if content.bank else (),
        )

    return source


def _responses(session: Session, item_id: int, content: Content) -> Sequence[GoldResponse]:
    texts = {response.key: response.text for response in content.responses}
    rows = session.exec(
        select(m.Target.key, m.ResponseOrigin)
        .join(m.Target, col(m.Target.id) == m.ResponseOrigin.target_id)
        .where(m.ResponseOrigin.item_id == item_id)
        .order_by(col(m.ResponseOrigin.number))
    )
    return tuple(
        GoldResponse(key, origin.system, origin.setting, texts[key], origin.memory_used, origin.raw)
        for key, origin in rows
    )
