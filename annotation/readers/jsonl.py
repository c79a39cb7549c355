"""Any JSON Lines or JSON list of objects, by what each field is; a field within a field is called `outer.inner`."""

from __future__ import annotations

from annotation.readers import rows, table
from annotation.readers.column_items import read_items
from annotation.readers.columns import ColumnMap
from annotation.readers.items import ReadFile
from annotation.readers.text import beginning

NAME = "jsonl"
TITLE = "JSON Lines or JSON list"
PROTOCOLS = table.PROTOCOLS
GENERAL = True


def recognizes(file: bytes) -> bool:
    """Whether this begins as JSON does."""
    return beginning(file).lstrip()[:1] in ("{", "[")


def look(file: bytes) -> rows.Rows:
    """The records of the file as rows, to choose a mapping by. Raises Unreadable."""
    return rows.objects(file)


def read(file: bytes, columns: ColumnMap | None = None) -> ReadFile:
    """The items and responses of the file, by the mapping, or by the one that is proposed. Raises Unreadable."""
    found = look(file)
    return read_items(found, columns or table.proposal(found))
