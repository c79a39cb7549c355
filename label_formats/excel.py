"""The cells of an Excel file as text, read without trust: it is a zip of XML, and both can be bombs.

A whole number is written as one (`7`, not `7.0`), a date as `2023-04-27`. What no text can be made of (a formula, an
error, a number of whose digits Excel keeps only fifteen) is a BadCell, with its place.
"""

from __future__ import annotations

import datetime
import io
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree.ElementTree import ParseError

from label_formats.errors import BadFile
from languages import worded

ZIP = b"PK\x03\x04"
OLD = b"\xd0\xcf\x11\xe0"  # an .xls, or an .xlsx with a password
LARGEST = 200_000_000  # bytes, as it comes and unpacked
MOST_ENTRIES = 1_000
MOST_ROWS = 1_048_576
MOST_COLUMNS = 16_384  # as Excel; how many can be read is said where the rows are
EXACT = 10**15  # from here on Excel does not keep every digit of a number
DAMAGED = (  # what zipfile and openpyxl raise where a file is not what it says; defusedxml's are ValueErrors
    zipfile.BadZipFile,
    ParseError,
    zlib.error,
    KeyError,
    IndexError,
    ValueError,
    TypeError,
    AttributeError,
    EOFError,
    OSError,
    NotImplementedError,
    RuntimeError,
    OverflowError,
    AssertionError,
)


@dataclass(frozen=True)
class BadCell:
    """Stands for a cell of which no text can be made, and says why."""

    why: str


def is_excel(file: bytes) -> bool:
    """Whether the bytes begin as an Excel file does. Raises BadFile for an old one, which nobody reads here."""
    if file.startswith(OLD):
        raise BadFile(
            worded("The file is an old Excel file (.xls), or protected by a password. Save it as .xlsx or CSV.")
        )
    return file.startswith(ZIP)


def lines(file: bytes) -> Iterator[tuple[int, Sequence[Any]]]:
    """The rows of the first sheet with something in it: their numbers, from 1, and their cells, a text or BadCell.

    Raises BadFile where the file is too large once unpacked, damaged, or no Excel file.
    """
    _check_archive(file)
    import openpyxl  # it loads NumPy, which nobody should wait for who has no Excel file

    if not openpyxl.DEFUSEDXML:
        raise BadFile(worded("Excel files cannot be read safely here: the package defusedxml is not installed."))
    try:
        workbook = openpyxl.load_workbook(io.BytesIO(file), read_only=True, keep_links=False)
        for sheet in workbook.worksheets:
            found = list(_lines_of(sheet))
            if found:
                yield from found
                return
    except DAMAGED as error:
        raise BadFile(
            worded("The Excel file is damaged, or is another kind of archive ({name}).", name=type(error).__name__)
        ) from error


def _check_archive(file: bytes) -> None:
    """Before anything is unpacked: how much would it be? (What an entry unpacks to never exceeds what it declares.)"""
    if len(file) > LARGEST:
        raise BadFile(
            worded("The file has {count:,} bytes; {largest:,} can be read. Split it.", count=len(file), largest=LARGEST)
        )
    try:
        entries = zipfile.ZipFile(io.BytesIO(file)).infolist()
    except DAMAGED as error:
        raise BadFile(worded("The file begins as an archive (such as .xlsx), but is damaged.")) from error
    size = sum(entry.file_size for entry in entries)
    if len(entries) > MOST_ENTRIES or size > LARGEST:
        raise BadFile(
            worded(
                "The archive has {count:,} entries with {size:,} bytes; {most:,} with {largest:,} can be read. "
                "Save it as CSV, or split it.",
                count=len(entries),
                size=size,
                most=MOST_ENTRIES,
                largest=LARGEST,
            )
        )
    if not any(entry.filename == "[Content_Types].xml" for entry in entries):
        raise BadFile(worded("The file is an archive, but no Excel file (.xlsx). Unpack it."))


def _lines_of(sheet: Any) -> Iterator[tuple[int, Sequence[Any]]]:
    if not hasattr(sheet, "reset_dimensions"):
        return  # a sheet that is only a chart
    sheet.reset_dimensions()  # what the file says of its size need not be so
    width = 0
    for number, cells in enumerate(sheet.iter_rows(), start=1):
        if number > MOST_ROWS:
            raise BadFile(worded("The sheet has more than {most:,} rows. Split it.", most=MOST_ROWS))
        if len(cells) > MOST_COLUMNS:
            raise BadFile(worded("The sheet has more than {most:,} columns.", most=MOST_COLUMNS))
        last = max((column for column, cell in enumerate(cells, start=1) if cell.value is not None), default=0)
        if last:
            width = width or last  # of the header, which is the first row with something in it
            yield number, [*map(_text, cells[:last]), *[""] * (width - last)]


def _text(cell: Any) -> Any:
    """The cell as it stands there, as text; BadCell where that cannot be."""
    value = cell.value
    if value is None:
        return ""
    place = f"the cell {cell.coordinate}"
    if cell.data_type == "f":
        return BadCell(worded("{place} has a formula; save its value instead", place=place))
    if cell.data_type == "e":
        return BadCell(worded("{place} has the error {value}", place=place, value=str(value)[:20]))
    if isinstance(value, float):
        return _number(value, place)
    if isinstance(value, datetime.datetime):
        return str(value.date()) if value.time() == datetime.time() else str(value)
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    return str(value)


def _number(value: float, place: str) -> Any:
    if abs(value) >= EXACT:
        return BadCell(
            worded(
                "{place} has a number of more than 15 digits, of which Excel keeps no more; make it text there",
                place=place,
            )
        )
    return str(int(value)) if value.is_integer() else repr(value)
