"""Finding and making projects, their codebook and their rounds."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Collection, Sequence
from datetime import datetime
from itertools import count

from sqlmodel import Session, col, select

from annotation import codebook, events
from annotation import models as m
from annotation.codebook import Codebook
from annotation.errors import NotFound, WrongUse
from languages import worded

SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")
LONGEST_SLUG = 63
LONGEST_TITLE = 200
COUNTED_ROUNDS = ("independent", "discussion")  # whose answers can become gold
WORKED_ROUNDS = (*COUNTED_ROUNDS, "calibration")  # in which everybody works


def find(session: Session, slug: str) -> m.Project:
    """The project. Raises NotFound, naming those there are."""
    project = find_or_none(session, slug)
    if project is None:
        there = ", ".join(session.exec(select(m.Project.slug).order_by(m.Project.slug)).all()) or "none yet"
        raise NotFound(worded("There is no project {slug!r}. There are: {there}", slug=slug, there=there))
    return project


def find_or_none(session: Session, slug: str) -> m.Project | None:
    """The project, if there is one."""
    # What cannot be a slug is not asked for: a database may refuse the question itself (a NUL, half an emoji).
    asked = select(m.Project).where(m.Project.slug == slug)
    return session.exec(asked).first() if SLUG.fullmatch(slug) else None


def lock(session: Session, project: m.Project) -> None:
    """Let nobody else plan or import in the project until this transaction ends; SQLite has one writer anyway.

    What only refers to the project (an event, a rater) can still be stored: whoever stores one may hold a round that
    this transaction waits for.
    """
    session.exec(select(m.Project.id).where(m.Project.id == project.id).with_for_update(key_share=True)).one()


def lock_round(session: Session, its_round: m.Round) -> None:
    """Let nobody else take, submit or plan by this round's options until this transaction ends, and read them anew.

    Judgments and assignments of the round can still be stored by whoever does not ask for this lock.
    """
    session.refresh(its_round, with_for_update={"key_share": True})


def every(session: Session) -> list[m.Project]:
    """All projects, by slug."""
    return list(session.exec(select(m.Project).order_by(m.Project.slug)).all())


def check(*, slug: str, protocol: str | Codebook, title: str | None = None) -> Codebook:
    """The codebook with which a project of this name can be made: a built-in one by its name, or one of one's own.

    Raises WrongUse for a slug that cannot stand in an address or a title that is no text, and NotFound for an unknown
    protocol.
    """
    if title is not None and not title.isprintable():
        raise WrongUse(worded("{title!r} cannot be a title: it has a character that cannot be shown", title=title))
    if title is not None and len(title) > LONGEST_TITLE:
        raise WrongUse(worded("The title is longer than {most} characters", most=LONGEST_TITLE))
    if not SLUG.fullmatch(slug):
        raise WrongUse(
            worded("{slug!r} cannot name a project: use small letters, digits and '-', at most 63", slug=slug)
        )
    return protocol if isinstance(protocol, Codebook) else codebook.built_in(protocol)


def suggest_slug(title: str, *, taken: Collection[str]) -> str:
    """A short name made of a title, other than those that are taken.

    >>> suggest_slug("Café, round 2!", taken=["cafe-round-2"])
    'cafe-round-2-2'
    """
    plain = unicodedata.normalize("NFKD", title).encode("ascii", errors="ignore").decode("ascii").lower()
    words = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[: LONGEST_SLUG - 4].strip("-") or "project"
    numbered = (f"{words}-{number}" for number in count(2))
    return words if words not in taken else next(each for each in numbered if each not in taken)


def make(
    session: Session,
    *,
    slug: str,
    protocol: str | Codebook,
    title: str | None,
    now: datetime,
    account_id: int | None = None,
) -> m.Project:
    """A new project with its frozen codebook and its first, independent, round.

    Raises what `check` raises.
    """
    book = check(slug=slug, protocol=protocol, title=title)
    project = m.Project(slug=slug, title=title or codebook.said(book.title), protocol=book.name, created_at=now)
    session.add(project)
    session.flush()
    project_id = key_of(project)
    session.add(m.Codebook(project_id=project_id, version=1, body=book.model_dump(mode="json"), created_at=now))
    session.add(m.Round(project_id=project_id, number=1, kind="independent", opened_at=now))
    events.record(
        session, "project made", now=now, account_id=account_id, project_id=project_id, detail={"protocol": book.name}
    )
    session.flush()
    return project


def fingerprint(project: m.Project) -> str:
    """A short name of this very project, other than that of any project in another database."""
    return hashlib.sha256(f"{project.slug} {project.created_at.isoformat()}".encode()).hexdigest()[:12]


def latest_codebook(session: Session, project_id: int) -> tuple[m.Codebook, Codebook]:
    """The row and the content of a project's newest codebook version."""
    row = session.exec(
        select(m.Codebook).where(m.Codebook.project_id == project_id).order_by(col(m.Codebook.version).desc())
    ).first()
    if row is None:
        raise NotFound(worded("The project has no codebook."))
    return row, Codebook.model_validate(row.body)


def codebook_versions(session: Session, project: m.Project) -> dict[int, int]:
    """The version of each codebook of a project, by its id."""
    rows = session.exec(select(m.Codebook.id, m.Codebook.version).where(m.Codebook.project_id == project.id))
    return {key or 0: version for key, version in rows}


def find_round(session: Session, project: m.Project, number: int | None = None) -> m.Round:
    """The round with this number, else the latest independent one. Raises NotFound."""
    asked = select(m.Round).where(m.Round.project_id == project.id)
    asked = asked.where(m.Round.number == number) if number else asked.where(m.Round.kind == "independent")
    found = session.exec(asked.order_by(col(m.Round.number).desc())).first()
    if found is None:
        raise NotFound(worded("The project {slug!r} has no round {number}.", slug=project.slug, number=number))
    return found


def current_round(session: Session, project: m.Project) -> m.Round:
    """The round that annotators work in: the last open one, else the last whose answers count.

    A training round is each annotator's own affair, and one beside another round stands in the queue of that.
    """
    there = session.exec(
        select(m.Round)
        .where(m.Round.project_id == project.id, col(m.Round.kind).in_(WORKED_ROUNDS))
        .order_by(col(m.Round.number).desc())
    ).all()
    return current_of(project, there)


def current_of(project: m.Project, there: Sequence[m.Round]) -> m.Round:
    """The current one of a project's rounds, which come with the latest first. Raises NotFound where there is none."""
    own = [each for each in there if each.kind in WORKED_ROUNDS]
    if not own:
        raise NotFound(worded("The project {slug!r} has no round.", slug=project.slug))
    return (
        next((each for each in own if each.closed_at is None), None)
        or next((each for each in own if each.kind in COUNTED_ROUNDS), None)
        or own[0]
    )


def planned_round(session: Session, project: m.Project) -> m.Round:
    """The round in which items are given out: the current one; while a calibration is on, the one before it."""
    current = current_round(session, project)
    return (round_before(session, project, current) or current) if current.kind == "calibration" else current


def round_before(session: Session, project: m.Project, later: m.Round) -> m.Round | None:
    """The last open round before this one whose answers count, else the last of them that is closed; None: none."""
    there = session.exec(
        select(m.Round)
        .where(m.Round.project_id == project.id, m.Round.number < later.number)
        .where(col(m.Round.kind).in_(COUNTED_ROUNDS))
        .order_by(col(m.Round.number).desc())
    ).all()
    return next((each for each in there if each.closed_at is None), None) or (there[0] if there else None)


def deciding_round(session: Session, project: m.Project) -> m.Round:
    """The round whose answers an adjudicator decides on: the latest independent one, or the discussion of it.

    discussion.consensus gives its answers: those of a discussion, and before it those on what was not discussed.
    """
    latest = find_round(session, project)
    talked = session.exec(
        select(m.Round)
        .where(m.Round.project_id == project.id, m.Round.kind == "discussion", m.Round.beside_id == latest.id)
        .order_by(col(m.Round.number).desc())
    ).first()
    return talked or latest


def key_of(
    row: (
        m.Project
        | m.Item
        | m.Target
        | m.Rater
        | m.Round
        | m.Codebook
        | m.Account
        | m.Assignment
        | m.SignIn
        | m.Judge
        | m.JudgeRun
    ),
) -> int:
    """The primary key of a row that is in the database."""
    if row.id is None:
        raise LookupError(f"{type(row).__name__} is not stored yet")
    return row.id
