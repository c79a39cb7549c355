"""What is in a file, and what of it is new to a project? Read and compared; nothing is stored."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

import orjson
from sqlmodel import Session, select

from annotation import models as m
from annotation import readers
from annotation.content import as_ever
from annotation.errors import RefusedRow, WrongUse
from annotation.imports import response_import
from annotation.imports.table_columns import as_table, remembered
from annotation.readers import Reader, ReadFile, ReadItem, ReadResponse
from annotation.readers.columns import ColumnMap
from annotation.readers.table import proposal
from annotation.uncollected import uncollected
from languages import worded

NO_COLUMNS = worded("The format {format} has no columns to be named; leave the mapping out.")


SECOND, THIRD, FOURTH = "2:", "3:", "4:"  # before a digest of a later form, each quicker to make than the one before


@dataclass(frozen=True)
class Imported:
    """What an import did, or would do: new and known items, the new items' memories, new responses, refused rows."""

    items_added: int
    items_skipped: int
    memories: int
    responses: int
    rows_refused: tuple[RefusedRow, ...]
    responses_skipped: int = 0

    @property
    def adds(self) -> bool:
        """Whether there is anything new in the file."""
        return bool(self.items_added or self.responses)


@dataclass(frozen=True)
class Looked:
    """A file that was read, and compared with the project if there is one. `columns`: how a table's were read."""

    reader: Reader
    read: ReadFile
    new: list[ReadItem]
    responses: list[ReadResponse]
    done: Imported
    columns: ColumnMap | None = None

    @property
    def responses_wait_for(self) -> frozenset[str]:
        """The ids of the items that the file's responses are to."""
        return frozenset(response.item for response in self.read.responses)

    @property
    def protocols(self) -> tuple[str, ...]:
        """The codebooks that fit, the best first; none where the file only brings responses."""
        fitting = self.reader.PROTOCOLS if self.read.items or not self.read.responses else ()
        first = (self.read.protocol,) if self.read.protocol in fitting else ()
        return (*first, *(each for each in fitting if each not in first))


@uncollected()
def look(
    session: Session,
    file: bytes,
    project: m.Project | None,
    *,
    format_name: str | None = None,
    columns: ColumnMap | None = None,
) -> Looked:
    """Read a file and compare it with a project (None: not made yet).

    The columns of a table are read as they are named here, the others as those of the project's last table,
    else as their names propose. Raises NotFound for the format, Unreadable, and WrongUse for columns of what is none.
    """
    reader = readers.find(file, format_name=format_name)
    table = as_table(reader)
    if table is None:
        if columns is not None:
            raise WrongUse(worded(NO_COLUMNS, format=reader.NAME))
        read = reader.read(file)
    else:
        rows = table.look(file)
        usual = remembered(project, rows.columns) or proposal(rows)
        columns = usual if columns is None else columns.over(usual)
        read = table.read(file, columns)
    known = _known(session, project)
    new = [item for item in read.items if item.id not in known]
    changed = _changed(session, project, read.items, known)
    skipped = len(read.items) - len(new) - len(changed)
    joined = response_import.join(session, project, read.responses, (item.id for item in new))
    refused = tuple(sorted([*read.refused, *changed, *joined.refused], key=lambda row: row.row))
    memories = sum(len(item.keys) for item in new)
    done = Imported(len(new), skipped, memories, len(joined.new), refused, joined.skipped)
    return Looked(reader, read, new, joined.new, done, columns)


def digest(item: ReadItem, *, content: bytes | None = None) -> str:
    """The sha256 of an item's content and of its raw record, by which an import knows it again.

    `content` is that of the item as it tells it, where it is there already. The order of the record's keys counts
    only where the reader gave the record as JSON (`_but_for_order`).
    """
    content = item.told() if content is None else content
    if isinstance(item.record, bytes):
        return FOURTH + hashlib.sha256(content + b"\n" + item.record).hexdigest()
    return _third_digest(item, content)


def is_same(item: ReadItem, stored: str) -> bool:
    """Whether an item is the one with this digest, which an earlier version may have made."""
    if stored.startswith(FOURTH):
        return digest(item) == stored
    if stored.startswith(THIRD):
        return _third_digest(item, item.told()) == stored
    if not stored.startswith(SECOND):
        return _first_digest(_as_ever(item)) == stored
    text = orjson.dumps(_as_ever(item), option=orjson.OPT_SORT_KEYS)
    return SECOND + hashlib.sha256(text).hexdigest() == stored


def _third_digest(item: ReadItem, content: bytes) -> str:
    try:
        return THIRD + hashlib.sha256(content + b"\n" + orjson.dumps(item.raw, option=orjson.OPT_SORT_KEYS)).hexdigest()
    except TypeError:  # a whole number of more than 64 bits
        return _first_digest(_as_ever(item))


def _as_ever(item: ReadItem) -> list[object]:
    return [as_ever(item.content.model_dump(mode="json")), item.raw]


def _first_digest(told: object) -> str:
    text = json.dumps(told, ensure_ascii=True, sort_keys=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _known(session: Session, project: m.Project | None) -> dict[str, str]:
    if project is None:
        return {}
    return dict(session.exec(select(m.Item.source_id, m.Item.digest).where(m.Item.project_id == project.id)).all())


def _changed(
    session: Session, project: m.Project | None, items: list[ReadItem], known: Mapping[str, str]
) -> list[RefusedRow]:
    """The known items that are others than those in the project, each as the row that is refused."""
    other = [item for item in items if item.id in known and not is_same(item, known[item.id])]
    reordered = _but_for_order(session, project, [item for item in other if known[item.id].startswith(FOURTH)])
    why = worded("the project has an item with this id and other content; give it another id")
    return [RefusedRow(item.row, item.id, why) for item in other if item.id not in reordered]


def _but_for_order(session: Session, project: m.Project | None, items: list[ReadItem]) -> set[str]:
    """The ids of those items whose records are the stored ones but for the order of their keys."""
    if project is None or not items:
        return set()
    found = {item.id: item for item in items}
    rows = session.exec(
        select(m.Item.source_id, m.Reference.raw).join(m.Reference).where(m.Item.project_id == project.id)
    )
    return {name for name, raw in rows if name in found and _written(raw) == _written(found[name].raw)}


def _written(raw: object) -> str:
    return json.dumps(raw, sort_keys=True)
