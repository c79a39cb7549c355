"""What does the guideline need? The decisions that an adjudicator marked for it, and why people differed at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, select

from annotation import models as m
from annotation import projects
from annotation.content import Content
from annotation.desk import decisions
from annotation.places import texts_of


@dataclass(frozen=True)
class Marked:
    """A decision from which the guideline should learn; `text` is what the target shows, empty for the item itself.

    An empty label: it cannot be judged.
    """

    item: str
    text: str
    question: str
    label: str
    error_kind: str | None
    reason: str
    at: datetime


@dataclass(frozen=True)
class Needs:
    """What is marked, the latest first, and how many decisions that stand name which kind of difference."""

    marked: tuple[Marked, ...]
    kinds: Mapping[str, int]


def needs(session: Session, *, slug: str) -> Needs:
    """What the guideline of a project needs, by the decisions that stand. Raises NotFound."""
    project = projects.find(session, slug)
    standing = [each for each in decisions.current_decisions(session, project).values() if each.outcome is not None]
    chosen = [each for each in standing if each.for_guideline]
    places = _places(session, project, [each.target_id for each in chosen])
    marked = [
        Marked(
            item=places[each.target_id][0],
            text=places[each.target_id][1],
            question=each.question,
            label=each.label or "",
            error_kind=each.error_kind,
            reason=each.reason,
            at=each.created_at,
        )
        for each in sorted(chosen, key=lambda each: (each.created_at, each.id), reverse=True)
    ]
    return Needs(tuple(marked), dict(Counter(each.error_kind for each in standing if each.error_kind)))


def _places(session: Session, project: m.Project, targets: list[int]) -> dict[int, tuple[str, str]]:
    """The item and the text of each target."""
    wanted = set(targets)
    if not wanted:
        return {}
    rows = session.exec(
        select(m.Target.id, m.Target.key, m.Item.id).join(m.Item).where(m.Item.project_id == project.id)
    ).all()
    items: dict[int, m.Item] = {}
    found = {}
    for target_id, key, item_id in rows:
        if target_id in wanted and item_id is not None:
            item = items.setdefault(item_id, session.get_one(m.Item, item_id))
            found[target_id] = (item.source_id, texts_of(Content.model_validate(item.content)).get(key, ""))
    return found
