"""Which columns does a table have, and what is each of them of an item? Named, remembered from before, or proposed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast

from sqlmodel import Session

from annotation import models as m
from annotation import projects, readers
from annotation.readers import Reader, ReadFile
from annotation.readers.columns import ColumnMap
from annotation.readers.json_rows import Broken
from annotation.readers.rows import Rows
from annotation.readers.table import proposal
from label_formats.text import printable

SHOWN_ROWS = 2
LONGEST_SHOWN = 60


class TableReader(Protocol):
    """A reader of tables, which can be told what each column is."""

    def look(self, file: bytes) -> Rows:
        """The rows of the file. Raises Unreadable."""

    def read(self, file: bytes, columns: ColumnMap | None = None) -> ReadFile:
        """The items and responses of the file. Raises Unreadable where the mapping does not fit."""


@dataclass(frozen=True)
class TableColumns:
    """The columns of a table with the first cells of each, and what they are taken for.

    `remembered`: as in the project's last table; else by their names.
    """

    cells: Mapping[str, tuple[str, ...]]
    columns: ColumnMap
    remembered: bool


def columns_of(
    session: Session, file: bytes, *, slug: str | None = None, format_name: str | None = None
) -> TableColumns | None:
    """The columns of a table on its way into a project (None: a new one); None for a file that is no table.

    Raises NotFound for the project or the format, and Unreadable.
    """
    table = as_table(readers.find(file, format_name=format_name))
    if table is None:
        return None
    project = projects.find(session, slug) if slug is not None else None
    rows = table.look(file)
    kept = remembered(project, rows.columns)
    first = [row.cells for row in rows.rows if row.broken is None][:SHOWN_ROWS]
    cells = {name: tuple(_short(row.get(name, "")) for row in first) for name in rows.columns}
    return TableColumns(cells, kept or proposal(rows), remembered=kept is not None)


def as_table(reader: Reader) -> TableReader | None:
    """The reader as one of tables, if it is one."""
    return cast(TableReader, reader) if hasattr(reader, "look") else None


def remembered(project: m.Project | None, names: Sequence[str]) -> ColumnMap | None:
    """How the columns of a project's last table were read, where this one has all of them."""
    pairs = [(str(role), str(column)) for role, column in (project.mapping if project else {}).get("columns", ())]
    return ColumnMap.of(pairs) if pairs and {column for _, column in pairs} <= {*names} else None


def remember(project: m.Project, columns: ColumnMap | None) -> None:
    """Keep with a project how the columns of a table were read."""
    if columns is not None:
        project.mapping = {"columns": [list(pair) for pair in columns.pairs]}


def _short(cell: Any) -> str:
    told = (
        cell
        if isinstance(cell, str)
        else ""
        if cell is None or isinstance(cell, Broken)
        else json.dumps(cell, ensure_ascii=False)
    )
    plain = " ".join(printable(told).split())
    return plain if len(plain) <= LONGEST_SHOWN else f"{plain[: LONGEST_SHOWN - 1]}…"
