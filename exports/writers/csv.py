"""A table as CSV: UTF-8 with a byte order mark for Excel, and what a spreadsheet would run is guarded."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from annotation.label_files import guarded
from exports.writers.batches import Batch, batches, pieces
from exports.writers.formats import Columns, FreeText

NAME = "csv"
TITLE = "CSV"
SUFFIX = "csv"
MEDIA_TYPE = "text/csv; charset=utf-8"
COLUMNS_OF_ANY = True


def table(rows: Iterable[Mapping[str, Any]], *, columns: Columns) -> Iterator[bytes]:
    """The table piece by piece. What is missing is an empty cell."""
    yield from pieces(CsvSheet(columns), batches(rows, columns=columns))


class CsvSheet:
    """A table that is being written."""

    def __init__(self, columns: Columns) -> None:
        self.page = io.StringIO()
        self.page.write("\ufeff")
        self.writer = csv.writer(self.page)
        self.writer.writerow(columns)

    def add(self, batch: Batch) -> bytes:
        """The rows as text, with what was waiting."""
        self.writer.writerows(zip(*map(_cells, batch.values()), strict=True))
        return self._taken()

    def end(self) -> bytes:
        """The header, where there is no row."""
        return self._taken()

    def _taken(self) -> bytes:
        found = self.page.getvalue().encode()
        self.page.seek(0)
        self.page.truncate()
        return found


def _cells(column: list[Any]) -> list[Any]:
    """A column with its free texts guarded; the library writes nothing for None, and numbers as Python does."""
    if FreeText not in set(map(type, column)):
        return column
    free = {cell for cell in column if type(cell) is FreeText}
    safe = {cell: guarded(cell) for cell in free}  # many are the same: each text is looked at once
    return [safe[cell] if type(cell) is FreeText else cell for cell in column]
