"""What would an import of a file do? Its format, the codebooks that fit, its first items, before anything is saved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from sqlmodel import Session, select

from annotation import models as m
from annotation import projects, readers
from annotation.errors import Unreadable
from annotation.imports.look import Imported, Looked, digest, is_same, look
from annotation.imports.table_columns import as_table
from annotation.readers import ReadItem
from annotation.readers.columns import ColumnMap

SAMPLE = 10


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
    """A project that has items of a file already: how many of them, with the same id and content.

    Of a file that only brings responses: how many of the items that they are to.
    """

    project: str
    title: str
    same: int


@dataclass(frozen=True)
class Preview:
    """A file before it is imported: its format, the codebooks that fit, what would be done, and the first new items.

    `protocols`: those to choose from for a new project, the best first; none where it only brings responses. `held`,
    for a new project: the one that has most of these items already, if any has one.
    """

    format_name: str
    title: str
    protocols: tuple[str, ...]
    done: Imported
    sample: tuple[SampleItem, ...]
    held: Held | None = None


@dataclass(frozen=True)
class Recognized:
    """What a file is taken for, before it is said where it goes: its format, the codebooks that fit, and who has it.

    `preview`: what a new project would get; None for a table whose columns say nothing yet.
    """

    title: str
    protocols: tuple[str, ...]
    held: Held | None
    preview: Preview | None


def recognize(session: Session, file: bytes, *, format_name: str | None = None) -> Recognized:
    """What a file is taken for. Raises NotFound for the format, and Unreadable.

    A table whose columns say nothing yet is recognized all the same: they can be named.
    """
    try:
        found = preview(session, file, format_name=format_name)
    except Unreadable:
        reader = readers.find(file, format_name=format_name)
        table = as_table(reader)
        if table is None:
            raise
        table.look(file)
        return Recognized(reader.TITLE, reader.PROTOCOLS, None, None)
    return Recognized(found.title, found.protocols, found.held, found)


def preview(
    session: Session,
    file: bytes,
    *,
    slug: str | None = None,
    format_name: str | None = None,
    columns: ColumnMap | None = None,
) -> Preview:
    """What a file is taken for, what an import into the project (None: a new one) would do, and its first items.

    Nothing is stored. Raises what `import_look.look` raises, and NotFound for the project.
    """
    project = projects.find(session, slug) if slug is not None else None
    found = look(session, file, project, format_name=format_name, columns=columns)
    return Preview(
        format_name=found.reader.NAME,
        title=found.reader.TITLE,
        protocols=(project.protocol,) if project else found.protocols,
        done=found.done,
        sample=tuple(_sample(item) for item in found.new[:SAMPLE]),
        held=_holder(session, found) if project is None else None,
    )


def _sample(item: ReadItem) -> SampleItem:
    content = item.content
    words = content.query.text if content.query else content.dialogue[-1].text if content.dialogue else content.scene
    return SampleItem(item.row, item.id, words, len(content.dialogue), len(content.memories))


def _holder(session: Session, found: Looked) -> Held | None:
    """The project that has most of the items; of mere responses, the one that has most of those that they are to."""
    if found.read.items or not found.responses_wait_for:
        return _most(session, {item.id: (item, digest(item)) for item in found.new})
    rows = select(m.Project.slug, m.Project.title, m.Item.source_id).select_from(m.Item).join(m.Project)
    return _first(
        Counter((slug, title) for slug, title, item in session.exec(rows) if item in found.responses_wait_for)
    )


def _most(session: Session, wanted: Mapping[str, tuple[ReadItem, str]]) -> Held | None:
    rows = select(m.Project.slug, m.Project.title, m.Item.source_id, m.Item.digest).select_from(m.Item).join(m.Project)
    return _first(
        Counter((slug, title) for slug, title, item, stored in session.exec(rows) if _is(wanted.get(item), stored))
    )


def _is(found: tuple[ReadItem, str] | None, stored: str) -> bool:
    """Whether what was found under an id, with its digest, is what is stored, perhaps by an earlier version."""
    return found is not None and (found[1] == stored or (found[1][:2] != stored[:2] and is_same(found[0], stored)))


def _first(found: Counter[tuple[str, str]]) -> Held | None:
    if not found:
        return None
    (slug, title), same = min(found.items(), key=lambda each: (-each[1], each[0]))
    return Held(slug, title, same)
