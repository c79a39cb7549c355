"""Who did what when: the log that every verb writes into, in its own transaction, and reading it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, func, select

from annotation import models as m


@dataclass(frozen=True)
class Told:
    """One event as it is read. Nobody's name: the command line. No project: an event of the house."""

    at: datetime
    kind: str
    who: str | None
    project: str | None
    detail: Mapping[str, Any]


@dataclass(frozen=True)
class Filters:
    """Which events are meant; None: all of them. `projects_only` leaves out what belongs to no project."""

    project: str | None = None
    kind: str | None = None
    who: str | None = None
    projects_only: bool = False


def record(
    session: Session,
    kind: str,
    *,
    now: datetime,
    account_id: int | None = None,
    project_id: int | None = None,
    detail: Mapping[str, Any] | None = None,
) -> None:
    """Add an event to the transaction of the verb that it tells of."""
    session.add(m.Event(at=now, kind=kind, account_id=account_id, project_id=project_id, detail=dict(detail or {})))


def listed(session: Session, filters: Filters, *, first: int = 0, at_most: int = 100) -> list[Told]:
    """The events that the filters let through, the latest first, beginning with number `first`."""
    rows = session.exec(
        select(m.Event, m.Account.name, m.Project.slug)
        .select_from(m.Event)
        .outerjoin(m.Account)
        .outerjoin(m.Project)
        .where(*_conditions(filters))
        .order_by(col(m.Event.at).desc(), col(m.Event.id).desc())
        .offset(first)
        .limit(at_most)
    ).all()
    return [Told(row.at, row.kind, who, slug, row.detail) for row, who, slug in rows]


def in_parts(session: Session, filters: Filters, *, size: int = 500) -> Iterator[list[Told]]:
    """All events that the filters let through, the latest first, some at a time."""
    first = 0
    while part := listed(session, filters, first=first, at_most=size):
        yield part
        first += size


def number(session: Session, filters: Filters) -> int:
    """How many events the filters let through."""
    return session.exec(
        select(func.count()).select_from(m.Event).outerjoin(m.Account).outerjoin(m.Project).where(*_conditions(filters))
    ).one()


def kinds(session: Session, *, projects_only: bool = False) -> list[str]:
    """The kinds of event that there are, by name."""
    asked = select(m.Event.kind).distinct().order_by(m.Event.kind)
    return list(session.exec(asked.where(col(m.Event.project_id).is_not(None)) if projects_only else asked).all())


def people(session: Session, *, projects_only: bool = False) -> list[str]:
    """The names of those who did something, by name."""
    asked = select(m.Account.name).join(m.Event).distinct().order_by(m.Account.name)
    return list(session.exec(asked.where(col(m.Event.project_id).is_not(None)) if projects_only else asked).all())


def known(session: Session, filters: Filters) -> bool:
    """Whether the log may be asked for this: a project, a kind and a person that there are."""
    slugs = session.exec(select(m.Project.slug)).all()
    there = (
        (filters.project, slugs),
        (filters.kind, kinds(session, projects_only=filters.projects_only)),
        (filters.who, people(session, projects_only=filters.projects_only)),
    )
    return all(asked is None or asked in among for asked, among in there)


def _conditions(filters: Filters) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if filters.project is not None:
        conditions.append(col(m.Project.slug) == filters.project)
    if filters.kind is not None:
        conditions.append(col(m.Event.kind) == filters.kind)
    if filters.who is not None:
        conditions.append(col(m.Account.name) == filters.who)
    if filters.projects_only:
        conditions.append(col(m.Event.project_id).is_not(None))
    return conditions
