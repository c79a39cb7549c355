"""A table as CSV: UTF-8 with a byte order mark for Excel, and what a spreadsheet would run is guarded."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from annotation.label_files import guarded
from exports.writers.formats import Columns, FreeText

NAME = "csv"
TITLE = "CSV"
SUFFIX = "csv"
MEDIA_TYPE = "text/csv; charset=utf-8"
COLUMNS_OF_ANY = True
ROWS_AT_ONCE = 500


def table(rows: Iterable[Mapping[str, Any]], *, columns: Columns) -> Iterator[bytes]:
    """The table piece by piece. What is missing is an empty cell."""
    page = io.StringIO()
    page.write("\ufeff")
    writer = csv.writer(page)
    writer.writerow(columns)
    for number, row in enumerate(rows, start=1):
        writer.writerow([_cell(row[column]) for column in columns])
        if number % ROWS_AT_ONCE == 0:
            yield page.getvalue().encode()
            page.seek(0)
            page.truncate()
    yield page.getvalue().encode()


def _cell(value: Any) -> str:
    text = "" if value is None else str(value)
    return guarded(text) if isinstance(value, FreeText) else text
