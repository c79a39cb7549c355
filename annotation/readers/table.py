"""Any table as CSV, TSV or Excel, by what each column is: proposed by the columns' names, or named by a person."""

from __future__ import annotations

import re

from annotation.errors import Unreadable
from annotation.readers import excel, rows
from annotation.readers.column_items import read_items
from annotation.readers.columns import ColumnMap, propose
from annotation.readers.items import ReadFile
from label_formats.text import beginning
from languages import worded

NAME = "table"
TITLE = "Table (CSV, TSV, Excel)"
PROTOCOLS = (
    "stratmem-roles",
    "stratmem-usage",
    "stratmem-integration",
    "enpmr-validation",
    "enpmr-need",
    "enpmr-rating",
    "hlme-extraction",
    "hlme-update",
    "hlme-answer",
)
GENERAL = True  # is asked only where no benchmark's own reader recognizes the file
SAMPLE = 20
JSON = re.compile(r'\s*(\[\s*)?\{\s*"')


def recognizes(file: bytes) -> bool:
    """Whether this is Excel, or text that is not JSON."""
    if file.startswith((excel.ZIP, excel.OLD)):
        return True
    return beginning(file).lstrip()[:1] not in ("", "{", "[")


def look(file: bytes) -> rows.Rows:
    """The rows of the file, to choose a mapping by. Raises Unreadable, also for JSON, which is no table."""
    if JSON.match(beginning(file)):
        raise Unreadable(worded("The file is JSON, no table: it is read as {title}.", title="JSON Lines or JSON list"))
    return rows.table(file)


def proposal(found: rows.Rows) -> ColumnMap:
    """What the columns are by their names and the first rows."""
    return propose(found.columns, [row.cells for row in found.rows[:SAMPLE] if row.broken is None])


def read(file: bytes, columns: ColumnMap | None = None) -> ReadFile:
    """The items and responses of the file, by the mapping, or by the one that is proposed.

    Raises Unreadable where the file has no table, or the mapping names a column that is not there.
    """
    found = look(file)
    return read_items(found, columns or proposal(found))
