"""Opening and closing a round: while it is closed nothing is taken in it, and nothing of it is lost."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, func, select

from annotation import events, projects
from annotation import models as m
from annotation.errors import Conflict
from annotation.projects import key_of
from languages import worded


@dataclass(frozen=True)
class RoundState:
    """The current round, and what closing it would stop: assignments not done, and drafts that nobody submitted."""

    number: int
    kind: str
    opened_at: datetime
    closed_at: datetime | None
    unfinished: int
    skipped: int
    drafts: int


def state(session: Session, *, slug: str) -> RoundState:
    """The state of a project's current round. Raises NotFound."""
    current = projects.current_round(session, projects.find(session, slug))
    counts = dict(
        session.exec(
            select(m.Assignment.state, func.count())
            .where(m.Assignment.round_id == current.id)
            .group_by(col(m.Assignment.state))
        ).all()
    )
    drafts = session.exec(
        select(func.count()).select_from(m.Draft).join(m.Assignment).where(m.Assignment.round_id == current.id)
    ).one()
    return RoundState(
        number=current.number,
        kind=current.kind,
        opened_at=current.opened_at,
        closed_at=current.closed_at,
        unfinished=counts.get("open", 0),
        skipped=counts.get("skipped", 0),
        drafts=drafts,
    )


def close(session: Session, *, slug: str, account_id: int | None, now: datetime) -> None:
    """Close the current round: from now on nothing is submitted, skipped or corrected in it; drafts are kept.

    Raises NotFound for an unknown project and Conflict where the round is closed already.
    """
    project, current = _locked(session, slug)
    if current.closed_at is not None:
        raise Conflict("closed_round", worded("Round {number} is closed already.", number=current.number))
    current.closed_at = now
    _record(session, "round closed", project, current, account_id, now)


def reopen(session: Session, *, slug: str, account_id: int | None, now: datetime) -> None:
    """Open the current round again: everybody goes on where they stopped.

    Raises NotFound for an unknown project and Conflict where the round is open already.
    """
    project, current = _locked(session, slug)
    if current.closed_at is None:
        raise Conflict("open_round", worded("Round {number} is open already.", number=current.number))
    current.closed_at = None
    _record(session, "round opened", project, current, account_id, now)


def _locked(session: Session, slug: str) -> tuple[m.Project, m.Round]:
    """The current round, locked: two who press at once come one after the other."""
    project = projects.find(session, slug)
    projects.lock(session, project)
    current = projects.current_round(session, project)
    session.refresh(current, with_for_update=True)
    return project, current


def _record(
    session: Session, kind: str, project: m.Project, current: m.Round, account_id: int | None, now: datetime
) -> None:
    detail = {"round": current.number}
    events.record(session, kind, now=now, account_id=account_id, project_id=key_of(project), detail=detail)
    session.flush()
