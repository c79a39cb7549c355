"""Any JSON Lines or JSON list of objects, by what each field is; a field within a field is called `outer.inner`."""

from __future__ import annotations

from annotation.errors import Unreadable
from annotation.readers import rows, table
from annotation.readers.column_items import read_items
from annotation.readers.columns import ColumnMap
from annotation.readers.items import ReadFile
from label_formats.text import beginning
from languages import worded

NAME = "jsonl"
TITLE = "JSON Lines or JSON list"
PROTOCOLS = table.PROTOCOLS
GENERAL = True
NO_RECORD = worded("No line of the file is a record, so that it may be broken off. Line {row}: {why}.")


def recognizes(file: bytes) -> bool:
    """Whether this begins as JSON does."""
    return beginning(file).lstrip()[:1] in ("{", "[")


def look(file: bytes) -> rows.Rows:
    """The records of the file as rows, to choose a mapping by. Raises Unreadable, also where no line is a record."""
    found = rows.objects(file)
    broken = next((row for row in found.rows if row.broken is not None), None)
    if broken is not None and broken.broken is not None and not found.columns:
        raise Unreadable(worded(NO_RECORD, row=broken.number, why=broken.broken.why))
    return found


def read(file: bytes, columns: ColumnMap | None = None) -> ReadFile:
    """The items and responses of the file, by the mapping, or by the one that is proposed. Raises Unreadable."""
    found = look(file)
    return read_items(found, columns or table.proposal(found))
