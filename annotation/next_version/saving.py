"""Storing a codebook as the next version of a project's, with everything that follows from it, or nothing at all."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from annotation import events, projects
from annotation import models as m
from annotation.codebook import Codebook
from annotation.completeness import Work
from annotation.errors import Conflict, InvalidCodebook
from annotation.next_version.carrying import drafts_on, prelabels_on
from annotation.next_version.looked import Looked
from annotation.next_version.planning import turned
from annotation.next_version.refusals import refusals
from annotation.projects import key_of
from annotation.versions import Maps
from languages import worded

CHANGED = "codebook changed"  # the event
LONGEST_NOTE = 2_000

NOT_MAPPED = worded(
    "{question}: {count:,} answers say {label}, which is no label any more. Say what it becomes, or that it is no "
    "answer any more."
)
NOT_CONFIRMED = worded(
    "{question}: the question is gone, and {count:,} answers to it are there. Confirm that it is not asked any more; "
    "they stay."
)
NOTHING_NEW = worded("The codebook is the same as version {version}. Nothing was saved.")
STALE = worded("Somebody has saved version {version} meanwhile. Load it, and make your change to that.")
LONG_NOTE = worded("The note is longer than {longest:,} characters.")


@dataclass(frozen=True)
class Saved:
    """The new version, and how many items of annotators are open again, or done without another word."""

    version: int
    reopened: int
    completed: int


def save(
    session: Session,
    *,
    slug: str,
    book: Codebook,
    maps: Maps | None = None,
    confirmed: Collection[str] = (),
    note: str = "",
    seen: int | None = None,
    account_id: int | None = None,
    now: datetime,
) -> Saved:
    """Store a codebook as the next version of a project's.

    `maps`: by question, what each label in use becomes that is gone ('': no answer any more). `confirmed`: questions in
    use that are removed. `seen`: the version that the change was made to; None: whichever is the newest.

    Raises NotFound for the project, Conflict where there is a newer version than `seen`, and InvalidCodebook, naming
    question and label, where the rule above is not kept or nothing is changed. Nothing is stored then.
    """
    project = projects.find(session, slug)
    projects.lock(session, project)
    found = Looked.of(session, project, book, maps or {})
    if seen is not None and seen != found.row.version:
        raise Conflict("other_codebook", worded(STALE, version=found.row.version))
    _check(found, confirmed, note)
    work = (
        Work.of(session, projects.current_round(session, project), lock=True)
        if found.changes.bear_on_completeness
        else None
    )
    opens, completes = turned(session, found, work)
    row = m.Codebook(
        project_id=key_of(project),
        version=found.row.version + 1,
        body=book.model_dump(mode="json"),
        maps=found.full_maps(),
        note=note.strip(),
        account_id=account_id,
        created_at=now,
    )
    session.add(row)
    session.flush()
    for given in work.assignments if work else ():
        if given.id in opens or given.id in completes:
            given.state = "open" if given.id in opens else "done"
            session.add(given)
    drafts_on(session, found, row)
    prelabels_on(session, found)
    detail = {"version": row.version, "note": row.note, "became": _told(row.maps), "reopened": len(opens)}
    events.record(session, CHANGED, now=now, account_id=account_id, project_id=key_of(project), detail=detail)
    session.flush()
    return Saved(row.version, len(opens), len(completes))


def _check(found: Looked, confirmed: Collection[str], note: str) -> None:
    if not found.changes:
        raise InvalidCodebook(worded(NOTHING_NEW, version=found.row.version))
    if len(note) > LONGEST_NOTE:
        raise InvalidCodebook(worded(LONG_NOTE, longest=LONGEST_NOTE))
    for why in refusals(found):
        raise InvalidCodebook(why)
    for gone in found.to_map():
        if gone.label not in found.maps.get(gone.question, {}):
            raise InvalidCodebook(worded(NOT_MAPPED, question=gone.question, count=gone.count, label=gone.label))
    for gone in found.to_confirm():
        if gone.question not in confirmed:
            raise InvalidCodebook(worded(NOT_CONFIRMED, question=gone.question, count=gone.count))


def _told(maps: Maps) -> list[str]:
    """What labels became, as the log says it."""
    return [f"{question}: {label} → {now or '—'}" for question, labels in maps.items() for label, now in labels.items()]
