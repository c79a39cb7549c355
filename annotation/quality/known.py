"""What is known to be right before anybody is asked? Answers from this project's own decisions, or from a label file.

People are checked by them (annotation.quality.known_mixing) or trained with them (annotation.practice.training).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlmodel import Session, col, delete, select

from annotation import events, item_choice, label_files, projects
from annotation import models as m
from annotation.desk import decisions
from annotation.errors import RefusedRow, RowsRefused
from annotation.imports import importing
from annotation.imports.row_places import RowPlaces
from annotation.item_choice import Which
from annotation.label_files import How, LabelRow
from annotation.projects import key_of
from annotation.readers.json_rows import RowError
from languages import message_of, worded

Origin = Literal["decision", "file"]


@dataclass(frozen=True)
class KnownTaken:
    """What became of a label file: new answers, changed ones, those that were known already, blank and refused rows."""

    added: int
    changed: int
    skipped: int
    blank: int
    rows_refused: tuple[RefusedRow, ...]


@dataclass(frozen=True)
class KnownItem:
    """An item with known answers: how many, where they come from, and how many annotators meet it unawares."""

    item: str
    answers: int
    origins: tuple[str, ...]
    annotators: int


def listed(session: Session, *, slug: str) -> list[KnownItem]:
    """The items with known answers, in the order of the project. Raises NotFound."""
    project = projects.find(session, slug)
    rows = session.exec(
        select(m.Item.id, m.Item.source_id, m.KnownAnswer.origin)
        .select_from(m.KnownAnswer)
        .join(m.Target, col(m.Target.id) == m.KnownAnswer.target_id)
        .join(m.Item, col(m.Item.id) == m.Target.item_id)
        .where(m.Item.project_id == project.id)
        .order_by(col(m.Item.id), m.KnownAnswer.origin)
    ).all()
    met: dict[int, int] = {}
    for item_id in session.exec(
        select(m.Assignment.item_id).join(m.Round).where(m.Round.project_id == project.id, m.Round.kind == "known")
    ):
        met[item_id] = met.get(item_id, 0) + 1
    found: dict[int, tuple[str, list[str]]] = {}
    for number, item, origin in rows:
        found.setdefault(number or 0, (item, []))[1].append(origin)
    return [
        KnownItem(item, len(origins), tuple(dict.fromkeys(origins)), met.get(number, 0))
        for number, (item, origins) in found.items()
    ]


def from_decisions(session: Session, *, slug: str, which: Which, now: datetime, account_id: int | None = None) -> int:
    """Take what is decided on these items for known; how many answers are new or other than before.

    An item of which a place is undecided gives those that are decided. Raises NotFound.
    """
    project = projects.find(session, slug)
    projects.lock(session, project)
    chosen = set(item_choice.chosen(session, project, which))
    row, _ = projects.latest_codebook(session, key_of(project))
    item_of = dict(
        session.exec(select(m.Target.id, m.Target.item_id).join(m.Item).where(m.Item.project_id == project.id)).all()
    )
    decided = {
        place: (each.label, "")
        for place, each in decisions.current_decisions(session, project).items()
        if each.label is not None and item_of.get(each.target_id) in chosen
    }
    added, changed = _store(session, decided, origin="decision", codebook_id=key_of(row), now=now)
    _record(session, project, account_id, now, what="decisions", added=added + changed)
    return added + changed


def from_file(
    session: Session,
    file: bytes,
    *,
    slug: str,
    now: datetime,
    how: How | None = None,
    partial: bool = False,
    account_id: int | None = None,
) -> KnownTaken:
    """Take the known answers of a label file, whose raters do not matter; its comments are explanations.

    Raises RowsRefused (nothing is saved then) unless `partial`, Unreadable, and NotFound for the project.
    """
    read = label_files.read(file, of="judge", how=how)
    project = projects.find(session, slug)
    projects.lock(session, project)
    places = RowPlaces.of(session, project)
    refused, given, blank = list(read.refused), {}, 0
    for row in read.rows:
        if not row.label:
            blank += 1
            continue
        try:
            place, label = _answer(row, places)
            if place in given:
                raise RowError(worded("this target and question have a known answer in an earlier row"))
        except RowError as error:
            refused.append(RefusedRow(row.row, row.item, message_of(error)))
            continue
        given[place] = (label, row.comment.strip())
    refused.sort(key=lambda row: row.row)
    if refused and not partial:
        raise RowsRefused(importing.refusal(refused), refused)
    added, changed = _store(session, given, origin="file", codebook_id=places.under.codebook_id, now=now)
    _record(session, project, account_id, now, what="file", added=added + changed, refused=len(refused))
    return KnownTaken(added, changed, len(given) - added - changed, blank, tuple(refused))


def forget(session: Session, *, slug: str, which: Which, now: datetime, account_id: int | None = None) -> int:
    """Take the answers of these items for known no longer; how many there were. Raises NotFound."""
    project = projects.find(session, slug)
    projects.lock(session, project)
    targets = select(m.Target.id).where(col(m.Target.item_id).in_(item_choice.chosen(session, project, which)))
    done = session.connection().execute(delete(m.KnownAnswer).where(col(m.KnownAnswer.target_id).in_(targets)))
    session.expire_all()
    _record(session, project, account_id, now, what="forgotten", added=-int(done.rowcount))
    return int(done.rowcount)


def _answer(row: LabelRow, places: RowPlaces) -> tuple[tuple[int, str], str]:
    target_id, kind = places.target(row.item, row.target)
    question = places.question(row.question, kind)
    label = label_files.plain(row.label) if row.guarded and question.kind == "text" else row.label
    return (target_id, question.key), places.checked(question, row.item, row.target, label)


def _store(
    session: Session,
    given: dict[tuple[int, str], tuple[str, str]],
    *,
    origin: Origin,
    codebook_id: int,
    now: datetime,
) -> tuple[int, int]:
    """Store the answers by place, each with its explanation; how many are new and how many are changed."""
    added = changed = 0
    for (target_id, question), (label, explanation) in given.items():
        before = session.get(m.KnownAnswer, (target_id, question))
        if before is None:
            added += 1
            before = m.KnownAnswer(
                target_id=target_id, question=question, label="", origin=origin, codebook_id=codebook_id, created_at=now
            )
        elif (before.label, before.explanation or explanation) == (label, explanation or before.explanation):
            continue
        else:
            changed += 1
        before.label, before.origin, before.codebook_id, before.created_at = label, origin, codebook_id, now
        before.explanation = explanation or before.explanation
        session.add(before)
    session.flush()
    return added, changed


def _record(session: Session, project: m.Project, account_id: int | None, now: datetime, **detail: object) -> None:
    events.record(
        session, "known answers set", now=now, account_id=account_id, project_id=key_of(project), detail=detail
    )
    session.flush()
