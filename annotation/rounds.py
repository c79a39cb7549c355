"""Opening and closing a round: while it is closed nothing is taken in it, and nothing of it is lost.

What belongs to another round (items shown again, known items, a further attempt at a training) ends with that one, and
is neither closed nor opened by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, func, select

from annotation import events, projects
from annotation import models as m
from annotation.board import working
from annotation.discussion import discussed
from annotation.errors import Conflict
from annotation.pool import reservations
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


def begin(
    session: Session,
    project: m.Project,
    *,
    kind: str,
    now: datetime,
    beside: m.Round | None = None,
    options: dict[str, Any] | None = None,
    account_id: int | None = None,
) -> m.Round:
    """Add a round behind the others, in a project that is locked; an event."""
    last = session.exec(select(func.max(m.Round.number)).where(m.Round.project_id == project.id)).one()
    made = m.Round(
        project_id=key_of(project),
        number=(last or 0) + 1,
        kind=kind,
        opened_at=now,
        beside_id=key_of(beside) if beside is not None else None,
        options=options or {},
    )
    session.add(made)
    session.flush()
    working.forget(session)
    _record(session, "round opened", project, made, account_id, now)
    return made


def open_independent(session: Session, *, slug: str, account_id: int | None, now: datetime) -> int:
    """Open a further independent round, in which nothing is assigned yet; its number.

    From then on settling, reports and decisions are about it. Raises NotFound, and Conflict where the one before is
    still open: nobody would know in which of them people are at work.
    """
    project = projects.find(session, slug)
    projects.lock(session, project)
    latest = projects.find_round(session, project)
    session.refresh(latest)
    if latest.closed_at is None:
        raise Conflict(
            "open_round",
            worded("Round {number} is still open. Close it first, then open another.", number=latest.number),
        )
    return begin(session, project, kind="independent", now=now, account_id=account_id).number


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


def close(
    session: Session, *, slug: str, account_id: int | None, now: datetime, round_number: int | None = None
) -> None:
    """Close the current round, or the one named: nothing is submitted, skipped or corrected in it; drafts are kept.

    Raises NotFound for an unknown project and Conflict where the round is closed already.
    """
    project, current = _locked(session, slug, round_number)
    if current.closed_at is not None:
        raise Conflict("closed_round", worded("Round {number} is closed already.", number=current.number))
    current.closed_at = now
    reservations.free_all(session, current, now=now)
    _record(session, "round closed", project, current, account_id, now)


def reopen(
    session: Session, *, slug: str, account_id: int | None, now: datetime, round_number: int | None = None
) -> None:
    """Open the current round again, or the one named: everybody goes on where they stopped.

    Raises NotFound for an unknown project and Conflict where the round is open already, or has been discussed.
    """
    project, current = _locked(session, slug, round_number)
    if current.closed_at is None:
        raise Conflict("open_round", worded("Round {number} is open already.", number=current.number))
    discussed.check_not_frozen(session, current)
    current.closed_at = None
    _record(session, "round opened", project, current, account_id, now)


def _locked(session: Session, slug: str, number: int | None) -> tuple[m.Project, m.Round]:
    """The current round or the one named, locked: two who press at once come one after the other."""
    project = projects.find(session, slug)
    projects.lock(session, project)
    named = number is not None
    current = projects.find_round(session, project, number) if named else projects.current_round(session, project)
    main = working.ends_with(session, current)
    if main.id != current.id:
        raise Conflict(
            "companion",
            worded(
                "Round {number} belongs to round {main} and ends with it: close or open that one.",
                number=current.number,
                main=main.number,
            ),
        )
    session.refresh(current, with_for_update=True)
    return project, current


def _record(
    session: Session, kind: str, project: m.Project, current: m.Round, account_id: int | None, now: datetime
) -> None:
    detail = {"round": current.number}
    events.record(session, kind, now=now, account_id=account_id, project_id=key_of(project), detail=detail)
    session.flush()
