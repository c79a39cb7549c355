"""Places: every target and question that a project's codebook asks, in the order of the items."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlmodel import Session, col, select

from annotation import models as m
from annotation.codebook import Codebook
from annotation.content import Content

Place = tuple[int, str]  # target id, question key


@dataclass(frozen=True, slots=True)
class AskedPlace:
    """One target and one question about it; `text` is what the target shows, empty for the item itself."""

    item: str
    item_id: int
    target_id: int
    target: str
    text: str
    question: str


def asked_places(session: Session, project: m.Project, book: Codebook) -> Iterator[AskedPlace]:
    """Every place of a project: items as they were imported, targets in the neutral order of their keys."""
    items = {
        item_id: (source_id, {memory.key: memory.text for memory in Content.model_validate(content).memories})
        for item_id, source_id, content in session.exec(
            select(m.Item.id, m.Item.source_id, m.Item.content).where(m.Item.project_id == project.id)
        )
    }
    targets = session.exec(
        select(m.Target.id, m.Target.item_id, m.Target.kind, m.Target.key)
        .join(m.Item)
        .where(m.Item.project_id == project.id)
        .order_by(col(m.Target.item_id), col(m.Target.id))
    )
    for target_id, item_id, kind, key in targets:
        source_id, texts = items[item_id]
        for question in book.about(kind):
            yield AskedPlace(source_id, item_id, target_id or 0, key, texts.get(key, ""), question.key)
