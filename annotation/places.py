"""Places: every target and question that a project's codebook asks, in the order of the items."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlmodel import Session, col, select

from annotation import models as m
from annotation.codebook import Codebook
from annotation.content import Content

Place = tuple[int, str]  # target id, question key


@dataclass(frozen=True)
class AskedPlace:
    """One target and one question about it; `text` is what the target shows, empty for the item itself."""

    item: str
    target_id: int
    target: str
    text: str
    question: str


def asked_places(session: Session, project: m.Project, book: Codebook) -> Iterator[AskedPlace]:
    """Every place of a project: items as they were imported, targets in the neutral order of their keys."""
    rows = session.exec(
        select(m.Target, m.Item)
        .join(m.Item)
        .where(m.Item.project_id == project.id)
        .order_by(col(m.Item.id), col(m.Target.id))
        .execution_options(yield_per=2_000)
    )
    texts: dict[str, str] = {}
    last: int | None = None
    for target, item in rows:
        if item.id != last:
            last, texts = item.id, {memory.key: memory.text for memory in Content.model_validate(item.content).memories}
        for question in book.about(target.kind):
            yield AskedPlace(item.source_id, target.id or 0, target.key, texts.get(target.key, ""), question.key)
