"""Formats to write: one module each, found by being here.

A table writer has `table(rows, columns=, free_text=)`; a benchmark's writer has `gold(items)`. Each has `NAME`,
`TITLE`, `SUFFIX`, `MEDIA_TYPE`, and says with `COLUMNS_OF_ANY` whether it writes tables of any columns.
"""

from exports.writers.formats import GoldItem, Writer, find, find_table, names

__all__ = ["GoldItem", "Writer", "find", "find_table", "names"]
