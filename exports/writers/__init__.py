"""Formats to write: one module each, found by being here. Every one gives bytes, piece by piece.

A table writer has `table(rows, columns=)`; a benchmark's writer has `gold(items)`, and `unfit(book, formats)` says why
a project cannot be written with it. Each has `NAME`, `TITLE`, `SUFFIX`, `MEDIA_TYPE`, and says with `COLUMNS_OF_ANY`
whether it writes tables of any columns.
"""

from exports.writers.formats import (
    Columns,
    FreeText,
    GoldItem,
    GoldResponse,
    Writer,
    find,
    find_table,
    names,
)

__all__ = ["Columns", "FreeText", "GoldItem", "GoldResponse", "Writer", "find", "find_table", "names"]
