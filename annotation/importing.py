"""Items from a file into a project: read, compare with what is there, save all or nothing."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlmodel import Session, select

from annotation import events, projects, readers, store
from annotation import models as m
from annotation.errors import RefusedRow, RowsRefused, WrongUse
from annotation.projects import key_of
from annotation.readers import ReadItem

SAMPLE = 10
Expected = Literal["new", "known", "any"]
UNEXPECTED = {
    "new": "There is a project {slug!r} already. Choose another short name, or add the items to that project.",
    "known": "There is no project {slug!r} any more.",
}


@dataclass(frozen=True)
class Imported:
    """What an import did, or would do: new and known items, the new items' memories and responses, refused rows."""

    items_added: int
    items_skipped: int
    memories: int
    responses: int
    rows_refused: tuple[RefusedRow, ...]


@dataclass(frozen=True)
class SampleItem:
    """One item of a file in short: its row, its id, what is asked in it, and how many turns and memories it has."""

    row: int
    id: str
    words: str
    turns: int
    memories: int


@dataclass(frozen=True)
class Held:
    """A project that has items of a file already: how many of them, with the same id and content."""

    project: str
    title: str
    same: int


@dataclass(frozen=True)
class Preview:
    """A file before it is imported: its format, the codebook that fits, what would be done, and the first new items.

    `held`, for a new project: the one that has most of these items already, if any has one.
    """

    format_name: str
    protocol: str
    done: Imported
    sample: tuple[SampleItem, ...]
    held: Held | None = None


@dataclass(frozen=True)
class _Looked:
    """A file that was read, and compared with the project if there is one."""

    protocol: str
    format_name: str
    new: list[ReadItem]
    done: Imported


def import_items(
    session: Session,
    file: bytes,
    *,
    slug: str,
    now: datetime,
    protocol: str | None = None,
    format_name: str | None = None,
    title: str | None = None,
    partial: bool = False,
    dry_run: bool = False,
    account_id: int | None = None,
    expected: Expected = "any",
) -> Imported:
    """Take a file's items into the project, which is made if it is new.

    A known id with the same content is skipped, with other content it is a refused row. With a refused row nothing is
    saved, unless `partial`. `dry_run` compares and saves nothing. `expected` says whether the project has to be new.

    Raises RowsRefused, Unreadable, NotFound (protocol, format) and WrongUse (another protocol than the project's, or a
    project that is there against expectation, or is not).
    """
    project = projects.find_or_none(session, slug)
    if project is not None:
        projects.lock(session, project)
    if expected != "any" and (project is None) != (expected == "new"):
        raise WrongUse(UNEXPECTED[expected].format(slug=slug))
    if project is not None and protocol not in (None, project.protocol):
        raise WrongUse(f"The project {slug!r} follows the protocol {project.protocol}, not {protocol}.")
    found = _look(session, file, project, format_name)
    if project is None:
        projects.check(slug=slug, protocol=protocol or found.protocol, title=title)
    refused = found.done.rows_refused
    if refused and not (partial or dry_run):
        raise RowsRefused(refusal(refused), refused)
    if dry_run:
        return found.done
    if project is None:
        project = projects.make(
            session, slug=slug, protocol=protocol or found.protocol, title=title, now=now, account_id=account_id
        )
    _save(session, project, found.new, found.format_name, now)
    events.record(
        session,
        "items imported",
        now=now,
        account_id=account_id,
        project_id=key_of(project),
        detail={"added": found.done.items_added, "skipped": found.done.items_skipped, "refused": len(refused)},
    )
    return found.done


def preview(session: Session, file: bytes, *, slug: str | None = None, format_name: str | None = None) -> Preview:
    """What a file is taken for, what an import into the project (None: a new one) would do, and its first items.

    Nothing is stored. Raises Unreadable, and NotFound for the project or the format.
    """
    project = projects.find(session, slug) if slug is not None else None
    found = _look(session, file, project, format_name)
    return Preview(
        format_name=found.format_name,
        protocol=found.protocol,
        done=found.done,
        sample=tuple(_sample(item) for item in found.new[:SAMPLE]),
        held=_holder(session, found.new) if project is None else None,
    )


def _look(session: Session, file: bytes, project: m.Project | None, format_name: str | None) -> _Looked:
    reader = readers.find(file, format_name=format_name)
    read = reader.read(file)
    new, skipped, changed = _compare(read.items, _known(session, project))
    refused = tuple(sorted([*read.refused, *changed], key=lambda row: row.row))
    done = Imported(len(new), skipped, sum(len(item.keys) for item in new), 0, refused)
    return _Looked(project.protocol if project else reader.PROTOCOL, reader.NAME, new, done)


def _sample(item: ReadItem) -> SampleItem:
    content = item.content
    words = content.query.text if content.query else content.dialogue[-1].text if content.dialogue else content.scene
    return SampleItem(item.row, item.id, words, len(content.dialogue), len(content.memories))


def digest(item: ReadItem) -> str:
    """The sha256 of an item's content and of its raw record, by which an import knows it again."""
    text = json.dumps([item.content.model_dump(mode="json"), item.raw], ensure_ascii=True, sort_keys=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def refusal(refused: Sequence[RefusedRow]) -> str:
    """The sentence over a list of refused rows."""
    count = f"{len(refused)} row(s) are refused and nothing was saved."
    return f"{count} Mend them, or take only the good rows with --partial."


def _known(session: Session, project: m.Project | None) -> dict[str, str]:
    if project is None:
        return {}
    return dict(session.exec(select(m.Item.source_id, m.Item.digest).where(m.Item.project_id == project.id)).all())


def _holder(session: Session, items: list[ReadItem]) -> Held | None:
    wanted = {(item.id, digest(item)) for item in items}
    rows = select(m.Project.slug, m.Project.title, m.Item.source_id, m.Item.digest).select_from(m.Item).join(m.Project)
    found = Counter((slug, title) for slug, title, *item in session.exec(rows) if tuple(item) in wanted)
    if not found:
        return None
    (slug, title), same = min(found.items(), key=lambda each: (-each[1], each[0]))
    return Held(slug, title, same)


def _compare(items: list[ReadItem], known: dict[str, str]) -> tuple[list[ReadItem], int, list[RefusedRow]]:
    new = [item for item in items if item.id not in known]
    changed = [
        RefusedRow(item.row, item.id, "the project has an item with this id and other content; give it another id")
        for item in items
        if item.id in known and known[item.id] != digest(item)
    ]
    return new, len(items) - len(new) - len(changed), changed


def _save(session: Session, project: m.Project, new: list[ReadItem], format_name: str, now: datetime) -> None:
    rows = [
        m.Item(
            project_id=key_of(project),
            source_id=item.id,
            content=item.content.model_dump(mode="json"),
            digest=digest(item),
            imported_at=now,
        )
        for item in new
    ]
    session.add_all(rows)
    session.flush()
    stored = [(key_of(row), item) for row, item in zip(rows, new, strict=True)]
    targets = [
        {"item_id": item_id, "kind": kind, "key": key}
        for item_id, item in stored
        for kind, key in [("item", ""), *(("memory", memory.key) for memory in item.content.memories)]
    ]
    tags = [
        {"item_id": item_id, "name": name, "value": value}
        for item_id, item in stored
        for name, value in item.tags.items()
    ]
    references = [
        {"item_id": item_id, "format": format_name, "raw": item.raw, "keys": item.keys} for item_id, item in stored
    ]
    store.insert_all(session, m.Target, targets)
    store.insert_all(session, m.Tag, tags)
    store.insert_all(session, m.Reference, references)
