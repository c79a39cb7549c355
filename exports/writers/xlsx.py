"""A table as an Excel file: ids and texts are text, never numbers or formulas; what a spreadsheet would run is guarded.

An Excel file is a zip and comes whole. Its cells hold 32,767 characters and no control characters: what does not fit is
refused with its place, and never cut.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Mapping
from typing import IO, Any

from annotation.errors import WrongUse
from annotation.label_files import guarded
from exports.writers.formats import Columns, FreeText
from languages import worded

NAME = "xlsx"
TITLE = "Excel"
SUFFIX = "xlsx"
MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
COLUMNS_OF_ANY = True
LONGEST = 32_767  # characters of a cell
MOST_ROWS = 1_048_576
PART = 64_000  # bytes
TOO_MANY = worded("An Excel sheet has {most:,} rows, and these are more. Take csv, jsonl or parquet instead.")
TOO_LONG = worded(
    "A cell of Excel holds {most:,} characters; the column {column!r} of row {row} has {n:,}. "
    "Take csv, jsonl or parquet instead."
)
NO_CHARACTER = worded(
    "Excel cannot hold the character {character} in the column {column!r} of row {row}. "
    "Take csv, jsonl or parquet instead."
)


def table(rows: Iterable[Mapping[str, Any]], *, columns: Columns) -> Iterator[bytes]:
    """The file piece by piece. Raises WrongUse, before the first piece, for what Excel cannot hold."""
    with tempfile.TemporaryFile() as page:
        _write(page, rows, columns)
        page.seek(0)
        while part := page.read(PART):
            yield part


def _write(page: IO[bytes], rows: Iterable[Mapping[str, Any]], columns: Columns) -> None:
    from openpyxl import Workbook

    workbook = Workbook(write_only=True)
    sheet = workbook.create_sheet(title="Accord")
    sheet.freeze_panes = "A2"
    sheet.append(list(columns))
    try:
        for number, row in enumerate(rows, start=2):
            if number > MOST_ROWS:
                raise WrongUse(worded(TOO_MANY, most=MOST_ROWS))
            sheet.append([_cell(sheet, row[name], column=name, row=number) for name in columns])
    finally:
        workbook.save(page)  # also where it is refused: the library's own temporary file goes with it


def _cell(sheet: Any, value: Any, *, column: str, row: int) -> Any:
    from openpyxl.cell import WriteOnlyCell

    cell = WriteOnlyCell(sheet, value=None)
    cell.value = _fitting(value, column=column, row=row) if isinstance(value, str) else value
    if isinstance(value, str):
        cell.data_type = "s"  # a text that begins with = would be a formula
    return cell


def _fitting(text: str, *, column: str, row: int) -> str:
    """The text of a cell. Raises WrongUse where Excel cannot hold it."""
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    shown = guarded(text) if isinstance(text, FreeText) else str(text)
    if len(shown) > LONGEST:
        raise WrongUse(worded(TOO_LONG, most=LONGEST, column=column, row=row, n=len(shown)))
    if found := ILLEGAL_CHARACTERS_RE.search(shown):
        character = f"U+{ord(found[0]):04X}"
        raise WrongUse(worded(NO_CHARACTER, character=character, column=column, row=row))
    return shown
