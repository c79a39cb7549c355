"""What are a project's items tagged with? For researchers and the numbers; never for a board."""

from __future__ import annotations

from sqlmodel import Session, col, select

from annotation import models as m
from annotation import projects


def by_item(session: Session, *, slug: str) -> dict[str, dict[str, str]]:
    """By item its tags and their values; of several values of one tag the first. Raises NotFound."""
    return {item: {name: values[0] for name, values in own.items()} for item, own in every(session, slug=slug).items()}


def every(session: Session, *, slug: str) -> dict[str, dict[str, list[str]]]:
    """By item its tags, each with all its values in order. Raises NotFound."""
    project = projects.find(session, slug)
    found: dict[str, dict[str, list[str]]] = {}
    for item, name, value in session.exec(
        select(m.Item.source_id, m.Tag.name, m.Tag.value)
        .join(m.Tag)
        .where(m.Item.project_id == project.id)
        .order_by(col(m.Tag.id))
    ):
        found.setdefault(item, {}).setdefault(name, []).append(value)
    return found
