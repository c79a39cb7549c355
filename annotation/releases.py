"""Which releases has a project? Each is frozen: what it says of itself, and the whole of it as one zip file.

How a release is made from labels and decisions is `exports.release`; here it is kept and found again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from annotation import events, projects
from annotation import models as m
from annotation.errors import NotFound
from annotation.projects import key_of
from languages import worded

RELEASED = "released"  # the event


@dataclass(frozen=True)
class Released:
    """A release as it is listed: its number in the project, its manifest, who made it (nobody: a command), and when.

    `sha256` is the sum of its zip file, as the log has it since it was made.
    """

    number: int
    manifest: Mapping[str, Any]
    by: str
    made_at: datetime
    sha256: str = ""


def every(session: Session, slug: str) -> list[Released]:
    """The releases of a project, the newest first. Raises NotFound for an unknown project."""
    project = projects.find(session, slug)
    rows = session.exec(
        select(m.Release, m.Account.name)
        .outerjoin(m.Account)
        .where(m.Release.project_id == project.id)
        .order_by(col(m.Release.number).desc())
    )
    sums = _sums(session, project)
    return [
        Released(row.number, row.manifest, name or "", row.created_at, sums.get(row.number, "")) for row, name in rows
    ]


def _sums(session: Session, project: m.Project) -> dict[int, str]:
    """The sums of the zip files, by number: reading the files themselves would take long."""
    told = session.exec(select(m.Event.detail).where(m.Event.project_id == project.id, m.Event.kind == RELEASED))
    return {int(detail["release"]): str(detail["sha256"]) for detail in told}


def latest(session: Session, slug: str) -> Released | None:
    """The newest release of a project; None while there is none. Raises NotFound for an unknown project."""
    return next(iter(every(session, slug)), None)


def archive(session: Session, slug: str, number: int) -> bytes:
    """The zip file of a release. Raises NotFound where the project has no release of this number."""
    project = projects.find(session, slug)
    content = session.exec(
        select(m.ReleaseArchive.content)
        .join(m.Release)
        .where(m.Release.project_id == project.id, m.Release.number == number)
    ).first()
    if content is None:
        raise NotFound(worded("The project {slug!r} has no release {number}.", slug=slug, number=number))
    return content


def keep(
    session: Session,
    *,
    slug: str,
    number: int,
    manifest: Mapping[str, Any],
    content: bytes,
    account_id: int | None,
    now: datetime,
) -> None:
    """Store a release for good; the log says so.

    Raises NotFound for an unknown project. Where somebody else has taken the number meanwhile the schema refuses, which
    `store.writing` turns into a Conflict.
    """
    project = projects.find(session, slug)
    row = m.Release(
        project_id=key_of(project), number=number, account_id=account_id, manifest=dict(manifest), created_at=now
    )
    session.add(row)
    session.flush()
    session.add(m.ReleaseArchive(release_id=row.id or 0, content=content))
    detail = {"release": number, "sha256": hashlib.sha256(content).hexdigest()}
    events.record(session, RELEASED, now=now, account_id=account_id, project_id=key_of(project), detail=detail)
    session.flush()
