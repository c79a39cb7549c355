"""Which versions has a project's codebook had: who made each, when, why, and what it changed?"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from annotation import models as m
from annotation import projects
from annotation.codebook import Codebook
from annotation.codebook.changes import Changes, changes
from annotation.errors import NotFound
from annotation.versions import Maps
from languages import worded

NO_VERSION = worded("The codebook of {slug!r} has no version {number}; the newest is {newest}.")


@dataclass(frozen=True)
class Version:
    """One version. `who`: nobody's name for the command line, and for the first, which came with the project.

    `changes` are those since the version before, `became` what its labels have become.
    """

    number: int
    book: Codebook
    made_at: datetime
    who: str | None
    note: str
    changes: Changes
    became: Maps


def versions(session: Session, *, slug: str) -> list[Version]:
    """The versions of a project's codebook, the newest first. Raises NotFound."""
    project = projects.find(session, slug)
    rows = session.exec(
        select(m.Codebook, m.Account.name)
        .outerjoin(m.Account)
        .where(m.Codebook.project_id == project.id)
        .order_by(col(m.Codebook.version))
    ).all()
    found: list[Version] = []
    for row, who in rows:
        book = Codebook.model_validate(row.body)
        since = changes(found[-1].book, book) if found else Changes((), ())
        found.append(Version(row.version, book, row.created_at, who, row.note, since, row.maps))
    return found[::-1]


def version(session: Session, *, slug: str, number: int | None = None) -> Version:
    """One version, the newest unless it is named. Raises NotFound for the project or the version."""
    found = versions(session, slug=slug)
    for each in found:
        if number in (None, each.number):
            return each
    raise NotFound(worded(NO_VERSION, slug=slug, number=number, newest=found[0].number))
