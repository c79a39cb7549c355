"""What did an item come from? Its source record, its responses with their systems, its bank: for the writers of gold.

Nothing that labels or decides imports this: it reads the reference, and where responses came from.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from sqlmodel import Session, col, select

from annotation import models as m
from annotation.content import Content, Memory
from annotation.places import ItemRow
from exports.writers import GoldResponse


@dataclass(frozen=True)
class Source:
    """An item as it came: `keys` are its memories' in the order of the source, `responses` in that of their import.

    `bank_record` is what its bank came with.
    """

    id: str
    raw: Mapping[str, Any]
    keys: Sequence[str]
    content: Content
    responses: Sequence[GoldResponse]
    bank: Sequence[Memory] = ()
    bank_record: Mapping[str, Any] = field(default_factory=dict)


def formats(session: Session, project: m.Project) -> frozenset[str]:
    """The formats that the project's items came in."""
    found = session.exec(
        select(m.Reference.format)
        .join(m.Item, col(m.Item.id) == m.Reference.item_id)
        .where(m.Item.project_id == project.id)
        .distinct()
    )
    return frozenset(found)


@dataclass
class Sources:
    """Where the items of a project came from, asked for some items at a time; a bank is kept for the next item."""

    session: Session
    project_id: int
    _bank: tuple[str, Sequence[Memory], Mapping[str, Any]] = ("", (), MappingProxyType({}))

    def of(self, items: Sequence[ItemRow], contents: Mapping[int, Content]) -> dict[int, Source]:
        """The sources of items that follow one another, by their ids in the database; so are `contents`."""
        known = {item.id: item.source_id for item in items}
        between = col(m.Reference.item_id).between(items[0].id, items[-1].id)
        references = self.session.exec(select(m.Reference.item_id, m.Reference.raw, m.Reference.keys).where(between))
        responses = self._responses(items, contents) if any(each.responses for each in contents.values()) else {}
        found = {
            item_id: Source(
                id=known[item_id],
                raw=raw,
                keys=keys,
                content=contents[item_id],
                responses=responses.get(item_id, ()),
            )
            for item_id, raw, keys in references
            if item_id in known
        }
        return {item.id: self._with_bank(found[item.id]) for item in items if item.id in found}

    def _with_bank(self, source: Source) -> Source:
        name = source.content.bank
        if not name:
            return source
        if name != self._bank[0]:
            asked = select(m.MemoryBank).where(m.MemoryBank.project_id == self.project_id, m.MemoryBank.name == name)
            row = self.session.exec(asked).first()
            memories = tuple(Memory.model_validate(memory) for memory in row.memories) if row else ()
            self._bank = name, memories, row.record if row else {}
        return replace(source, bank=self._bank[1], bank_record=self._bank[2])

    def _responses(
        self, items: Sequence[ItemRow], contents: Mapping[int, Content]
    ) -> dict[int, Sequence[GoldResponse]]:
        texts = {item.id: {response.key: response.text for response in contents[item.id].responses} for item in items}
        rows = self.session.exec(
            select(m.Target.key, m.ResponseOrigin)
            .join(m.Target, col(m.Target.id) == m.ResponseOrigin.target_id)
            .where(col(m.ResponseOrigin.item_id).between(items[0].id, items[-1].id))
            .order_by(col(m.ResponseOrigin.number))
        )
        found: dict[int, list[GoldResponse]] = defaultdict(list)
        for key, origin in rows:
            if key in texts.get(origin.item_id, {}):
                text = texts[origin.item_id][key]
                response = GoldResponse(key, origin.system, origin.setting, text, origin.memory_used, origin.raw)
                found[origin.item_id].append(response)
        return dict(found)
