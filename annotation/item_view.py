"""One item as a researcher looks at it: its content, and every rater's label on every target. Never for labelling."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from sqlmodel import Session, col, select

from annotation import judgments, projects
from annotation import models as m
from annotation.content import Content
from annotation.desk import decisions
from annotation.errors import NotFound
from annotation.places import texts_of
from languages import worded


@dataclass(frozen=True)
class PlaceSaid:
    """A target and a question with what raters said of it, by rater, and what was decided, if anything."""

    target: str
    text: str
    question: str
    labels: Mapping[str, str]
    decided: str | None


@dataclass(frozen=True)
class ItemView:
    """An item with everything that was said of it. `number` is what the desk calls it."""

    id: str
    number: int
    content: Content
    places: tuple[PlaceSaid, ...]


def view(session: Session, *, slug: str, item: str, round_number: int | None = None) -> ItemView:
    """The item with this id. Raises NotFound for the project, the round or the item."""
    project = projects.find(session, slug)
    asked = select(m.Item.source_id, m.Item.id).where(m.Item.project_id == project.id).order_by(col(m.Item.id))
    ids = session.exec(asked).all()
    numbers = {source: (place, row_id) for place, (source, row_id) in enumerate(ids, start=1)}
    if item not in numbers:
        raise NotFound(worded("The project has no item {item!r}.", item=item[:60]))
    number, row_id = numbers[item]
    row = session.get_one(m.Item, row_id)
    content = Content.model_validate(row.content)
    said: dict[tuple[str, str], dict[str, str]] = {}
    targets: dict[str, int] = {}
    for each in judgments.current(session, slug=slug, round_number=round_number, item_id=row_id):
        said.setdefault((each.target, each.question), {})[each.rater] = each.label
        targets[each.target] = each.target_id
    texts = texts_of(content)
    return ItemView(
        item,
        number,
        content,
        tuple(
            PlaceSaid(
                target, texts.get(target, ""), question, labels, _decided(session, project, targets[target], question)
            )
            for (target, question), labels in said.items()
        ),
    )


def texts(session: Session, *, slug: str, items: Collection[str]) -> dict[tuple[str, str], str]:
    """What the targets of these items show, by item and target. Raises NotFound for the project."""
    project = projects.find(session, slug)
    asked = select(m.Item.source_id, m.Item.content).where(
        m.Item.project_id == project.id, col(m.Item.source_id).in_(items)
    )
    return {
        (item, key): text
        for item, content in session.exec(asked)
        for key, text in texts_of(Content.model_validate(content)).items()
    }


def _decided(session: Session, project: m.Project, target_id: int, question: str) -> str | None:
    decision = decisions.current_decision(session, project, target_id, question)
    return decision.label if decision else None
