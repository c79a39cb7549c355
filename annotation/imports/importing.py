"""Items from a file into a project: read, compare with what is there, save all or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from sqlmodel import Session, select

from annotation import events, projects, store
from annotation import models as m
from annotation.codebook import Codebook
from annotation.errors import RefusedRow, RowsRefused, WrongUse
from annotation.imports import response_import
from annotation.imports.item_rows import save_items
from annotation.imports.look import Imported, Looked, look
from annotation.imports.table_columns import remember
from annotation.projects import key_of
from annotation.readers import ReadFile, ReadItem
from annotation.readers.columns import ColumnMap
from annotation.uncollected import uncollected
from languages import worded

Expected = Literal["new", "known", "any"]
UNEXPECTED = {
    "new": worded("There is a project {slug!r} already. Choose another short name, or add the items to that project."),
    "known": worded("There is no project {slug!r} any more."),
}
OTHER_PROTOCOL = worded("The project {slug!r} follows the protocol {has}, not {wanted}.")
ONLY_RESPONSES = worded(
    "The file holds responses to items of a project. Import the items first, then this file into it."
)


def import_items(
    session: Session,
    file: bytes,
    *,
    slug: str,
    now: datetime,
    protocol: str | Codebook | None = None,
    format_name: str | None = None,
    columns: ColumnMap | None = None,
    title: str | None = None,
    partial: bool = False,
    dry_run: bool = False,
    account_id: int | None = None,
    expected: Expected = "any",
) -> Imported:
    """Take a file's items and responses into the project, which is made if it is new.

    A known id with the same content is skipped, with other content it is a refused row. With a refused row nothing is
    saved, unless `partial`. `dry_run` compares and saves nothing. `expected` says whether the project has to be new.
    `protocol`: of a new project, the name of a built-in codebook or one of one's own. `columns`: what the columns of a
    table are; the project remembers it.

    Raises RowsRefused, Unreadable, NotFound (protocol, format) and WrongUse (another protocol than the project's, or a
    project that is there against expectation, or is not).
    """
    project = projects.find_or_none(session, slug)
    if project is not None:
        projects.lock(session, project)
    if expected != "any" and (project is None) != (expected == "new"):
        raise WrongUse(worded(UNEXPECTED[expected], slug=slug))
    wanted = protocol.name if isinstance(protocol, Codebook) else protocol
    if project is not None and wanted not in (None, project.protocol):
        raise WrongUse(worded(OTHER_PROTOCOL, slug=slug, has=project.protocol, wanted=wanted))
    found = look(session, file, project, format_name=format_name, columns=columns)
    if project is None:
        protocol = protocol or _default_protocol(found)
        projects.check(slug=slug, protocol=protocol, title=title)
    refused = found.done.rows_refused
    if refused and not (partial or dry_run):
        raise RowsRefused(refusal(refused), refused)
    if dry_run:
        return found.done
    if project is None:
        project = projects.make(
            session,
            slug=slug,
            protocol=protocol or _default_protocol(found),
            title=title,
            now=now,
            account_id=account_id,
        )
    _save_all(session, project, found, now=now, account_id=account_id)
    return found.done


def refusal(refused: Sequence[RefusedRow]) -> str:
    """The sentence over a list of refused rows."""
    return worded(
        "{count} row(s) are refused and nothing was saved. Mend them, or take only the good rows with --partial.",
        count=len(refused),
    )


def _default_protocol(found: Looked) -> str:
    """The codebook of a new project. Raises WrongUse where the file says none."""
    if not found.protocols:
        raise WrongUse(ONLY_RESPONSES)
    return found.protocols[0]


@uncollected()
def _save_all(session: Session, project: m.Project, found: Looked, *, now: datetime, account_id: int | None) -> None:
    with store.room(session):
        save_items(session, key_of(project), found.new, format_name=found.reader.NAME, now=now)
    _save_banks(session, project, found.read, found.new)
    response_import.save(session, project, found.responses)
    remember(project, found.columns)
    done = found.done
    events.record(
        session,
        "items imported",
        now=now,
        account_id=account_id,
        project_id=key_of(project),
        detail={
            "added": done.items_added,
            "skipped": done.items_skipped,
            "responses": done.responses,
            "refused": len(done.rows_refused),
        },
    )


def _save_banks(session: Session, project: m.Project, read: ReadFile, new: list[ReadItem]) -> None:
    """Store the banks that the new items name; one that is there stays, and takes in what it did not have."""
    wanted = dict.fromkeys(bank for item in new if (bank := item.bank))
    known = {row.name: row for row in session.exec(select(m.MemoryBank).where(m.MemoryBank.project_id == project.id))}
    for name in wanted:
        memories = [memory.model_dump(mode="json") for memory in read.banks.get(name, ())]
        row = known.get(name) or m.MemoryBank(project_id=key_of(project), name=name, memories=[])
        there = {memory["text"] for memory in row.memories}
        row.memories = [*row.memories, *(memory for memory in memories if memory["text"] not in there)]
        row.record = row.record or read.bank_records.get(name, {})
        session.add(row)
    session.flush()
