"""Having an annotator wait, and go on again: only ever by a person's hand. Nothing pauses by itself."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session, col, select

from annotation import events, projects
from annotation import models as m
from annotation.errors import Conflict, NotFound
from annotation.projects import key_of
from languages import worded


def pause(session: Session, *, slug: str, annotator: str, account_id: int | None, now: datetime) -> None:
    """Have an annotator wait in a project: their board takes nothing, and says so. What they have drafted is kept.

    Raises NotFound for the project or annotator, and Conflict where they are waiting already.
    """
    project, rater = _locked(session, slug, annotator)
    if rater.paused_at is not None:
        raise Conflict("paused", worded("{name!r} is paused already.", name=rater.name))
    rater.paused_at = now
    _record(session, "annotator paused", project, rater, account_id, now)


def resume(session: Session, *, slug: str, annotator: str, account_id: int | None, now: datetime) -> None:
    """Have an annotator go on where they stopped.

    Raises NotFound for the project or annotator, and Conflict where they are not waiting.
    """
    project, rater = _locked(session, slug, annotator)
    if rater.paused_at is None:
        raise Conflict("not_paused", worded("{name!r} is not paused.", name=rater.name))
    rater.paused_at = None
    _record(session, "annotator resumed", project, rater, account_id, now)


def paused(session: Session, *, slug: str) -> dict[str, datetime]:
    """Who waits in a project, by name, and since when. Raises NotFound."""
    project = projects.find(session, slug)
    rows = session.exec(
        select(m.Rater.name, m.Rater.paused_at)
        .where(m.Rater.project_id == project.id, col(m.Rater.paused_at).is_not(None))
        .order_by(m.Rater.name)
    ).all()
    return {name: since for name, since in rows if since is not None}


def is_paused(session: Session, project: m.Project, account_id: int) -> bool:
    """Whether an account has to wait in a project."""
    since = session.exec(
        select(m.Rater.paused_at).where(m.Rater.project_id == project.id, m.Rater.account_id == account_id)
    ).first()
    return since is not None


def check(session: Session, project: m.Project, account_id: int) -> None:
    """Raise Conflict where an account has to wait."""
    if is_paused(session, project, account_id):
        raise Conflict(
            "paused",
            worded("Your work here is paused. Your answers are kept; a researcher will tell you when to go on."),
        )


def _locked(session: Session, slug: str, annotator: str) -> tuple[m.Project, m.Rater]:
    project = projects.find(session, slug)
    rater = session.exec(
        select(m.Rater)
        .where(m.Rater.project_id == project.id, m.Rater.name == annotator, col(m.Rater.account_id).is_not(None))
        .with_for_update()
    ).first()
    if rater is None:
        raise NotFound(worded("{name!r} does not label in this project.", name=annotator))
    return project, rater


def _record(
    session: Session, kind: str, project: m.Project, rater: m.Rater, account_id: int | None, now: datetime
) -> None:
    detail = {"annotator": rater.name}
    events.record(session, kind, now=now, account_id=account_id, project_id=key_of(project), detail=detail)
    session.flush()
