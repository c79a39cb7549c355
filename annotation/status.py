"""How far a project is: items, targets, judgments, tags, and each annotator's progress in items."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from sqlalchemy import case
from sqlmodel import Session, col, func, select

from annotation import models as m
from annotation import projects
from annotation.current import is_current
from annotation.pool import places as pool_places
from annotation.projects import key_of


@dataclass(frozen=True)
class AnnotatorProgress:
    """One account's work in the current round, in items; skipped ones are not done."""

    annotator: str
    pseudonym: str
    done: int
    total: int
    skipped: int = 0


@dataclass(frozen=True)
class Status:
    """A project's state. `targets` are those that a question is about; `judgments` are current ones with a label."""

    project: str
    title: str
    round: int
    items: int
    targets: int
    judgments: int
    annotators: tuple[AnnotatorProgress, ...]
    items_complete: int
    items_assigned: int
    tags: dict[str, dict[str, int]]


def status(session: Session, *, slug: str) -> Status:
    """The state of one project. Raises NotFound."""
    project = projects.find(session, slug)
    current = projects.current_round(session, project)
    complete, assigned = _completeness(session, current)
    return Status(
        project=project.slug,
        title=project.title,
        round=current.number,
        items=session.exec(select(func.count()).select_from(m.Item).where(m.Item.project_id == project.id)).one(),
        targets=_targets(session, project),
        judgments=_judgments(session, current),
        annotators=_annotators(session, current),
        items_complete=complete,
        items_assigned=assigned,
        tags=_tags(session, project),
    )


def statuses(session: Session) -> list[Status]:
    """The state of every project, by slug."""
    return [status(session, slug=project.slug) for project in projects.every(session)]


def _targets(session: Session, project: m.Project) -> int:
    _, book = projects.latest_codebook(session, key_of(project))
    return session.exec(
        select(func.count())
        .select_from(m.Target)
        .join(m.Item)
        .where(m.Item.project_id == project.id, col(m.Target.kind).in_(book.kinds))
    ).one()


def _judgments(session: Session, current: m.Round) -> int:
    """Places (target, question, rater) of the round whose latest revision has a label."""
    return session.exec(
        select(func.count()).select_from(m.Judgment).where(m.Judgment.round_id == current.id, *is_current())
    ).one()


def _annotators(session: Session, current: m.Round) -> tuple[AnnotatorProgress, ...]:
    rows = session.exec(
        select(m.Rater.name, m.Rater.pseudonym, m.Assignment.state, func.count())
        .join(m.Assignment)
        .where(m.Assignment.round_id == current.id, m.Assignment.state != "lapsed")
        .group_by(m.Rater.name, m.Rater.pseudonym, m.Assignment.state)
        .order_by(m.Rater.name)
    ).all()
    found: dict[tuple[str, str], dict[str, int]] = defaultdict(dict)
    for name, pseudonym, state, count in rows:
        found[name, pseudonym][state] = count
    return tuple(
        AnnotatorProgress(
            name, pseudonym, done=own.get("done", 0), total=sum(own.values()), skipped=own.get("skipped", 0)
        )
        for (name, pseudonym), own in found.items()
    )


def _completeness(session: Session, current: m.Round) -> tuple[int, int]:
    """How many items all of their annotators have done, and how many have annotators, or places in an open pool."""
    rows = session.exec(
        select(m.Assignment.item_id, func.min(case((col(m.Assignment.state) == "done", 1), else_=0)))
        .where(m.Assignment.round_id == current.id, pool_places.is_expected(current))
        .group_by(col(m.Assignment.item_id))
    ).all()
    free = pool_places.free(session, current)
    given = {item_id for item_id, _ in rows}
    return sum(1 for item_id, lowest in rows if lowest and item_id not in free), len(given | free.keys())


def _tags(session: Session, project: m.Project) -> dict[str, dict[str, int]]:
    rows = session.exec(
        select(m.Tag.name, m.Tag.value, func.count())
        .join(m.Item)
        .where(m.Item.project_id == project.id)
        .group_by(m.Tag.name, m.Tag.value)
        .order_by(m.Tag.name, m.Tag.value)
    ).all()
    tags: dict[str, dict[str, int]] = defaultdict(dict)
    for name, value, count in rows:
        tags[name][value] = count
    return dict(tags)
