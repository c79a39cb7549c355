"""What are a project's items tagged with? For researchers and the numbers; never for a board."""

from __future__ import annotations

from sqlmodel import Session, col, select

from annotation import models as m
from annotation import projects


def by_item(session: Session, *, slug: str) -> dict[str, dict[str, str]]:
    """By item its tags and their values; of several values of one tag the first. Raises NotFound."""
    project = projects.find(session, slug)
    found: dict[str, dict[str, str]] = {}
    for item, name, value in session.exec(
        select(m.Item.source_id, m.Tag.name, m.Tag.value)
        .join(m.Tag)
        .where(m.Item.project_id == project.id)
        .order_by(col(m.Tag.id))
    ):
        found.setdefault(item, {}).setdefault(name, value)
    return found
