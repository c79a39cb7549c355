"""Rows with named cells out of any table: comma, semicolon, tab or pipe, Excel, JSON Lines or a JSON list (pure).

Ids stay text as they stand there. What cannot be taken costs its own row, or its own cell where nobody asks for it.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotation.errors import Unreadable
from annotation.readers import excel
from annotation.readers.json_rows import Broken, json_records
from annotation.readers.text import decode
from label_formats.text import printable
from languages import message_of, worded

DELIMITERS = ",;\t|"
LOOKED_AT = 30  # rows, to tell the delimiter
MOST_ROWS = 1_000_000
MOST_COLUMNS = 1_000
LONGEST_CELL = 1_000_000  # characters

csv.field_size_limit(10_000_000)  # characters: a larger cell is a quote that nobody closed


@dataclass(frozen=True)
class Row:
    """One row: its number, from 1 (of a table's rows the header is 1, of JSON Lines the first line), and its cells.

    A cell is a text, or what JSON has there; a missing one is ''. One that cannot be read is Broken, and so may be the
    row as a whole.
    """

    number: int
    cells: Mapping[str, Any]
    broken: Broken | None = None


@dataclass(frozen=True)
class Rows:
    """A table. `guarded`: it comes from a spreadsheet, which may have an apostrophe before what it would run."""

    columns: tuple[str, ...]
    rows: list[Row]
    guarded: bool


def table(file: bytes) -> Rows:
    """The rows of a text table or an Excel file. Raises Unreadable where the file has no table."""
    if file.startswith(excel.OLD):
        raise Unreadable(
            worded("The file is an old Excel file (.xls), or protected by a password. Save it as .xlsx or CSV.")
        )
    lines = excel.lines(file) if file.startswith(excel.ZIP) else _text_lines(file)
    return _under_header(lines)


def objects(file: bytes) -> Rows:
    """The records of JSON Lines or of a JSON list; a field within a field is the column `outer.inner`.

    Raises Unreadable where the file is neither.
    """
    rows = []
    columns: dict[str, None] = {}
    for number, record in json_records(file):
        cells = {} if isinstance(record, Broken) else _flat(record)
        broken = record if isinstance(record, Broken) else None
        if cells is None:
            cells, broken = {}, Broken(worded("the row is not an object with fields, or has too many or too deep ones"))
        if strange := _no_name(name for name in cells if name not in columns):
            why = worded("the field name {name!r} holds a character that is no text", name=strange)
            cells, broken = {}, Broken(why)
        columns |= dict.fromkeys(cells)
        rows.append(Row(number, cells, broken))
        _check_count(len(rows), len(columns))
    if not rows:
        raise Unreadable(worded("The list in the file is empty: there is no item in it."))
    return Rows(tuple(columns), rows, guarded=False)


def _no_name(names: Iterable[str]) -> str:
    """The first name that no text can be (NUL, half of a surrogate pair), as it can be shown; '' for none."""
    return next((printable(name)[:60] for name in names if printable(name) != name), "")


def _check_count(rows: int, columns: int) -> None:
    if rows > MOST_ROWS:
        raise Unreadable(worded("The file has more than {most:,} rows. Split it.", most=MOST_ROWS))
    if columns > MOST_COLUMNS:
        raise Unreadable(
            worded(
                "The file has more than {most:,} columns. Keep those that are needed.",
                most=MOST_COLUMNS,
            )
        )


def _flat(record: Any, *, at: str = "", levels: int = 5) -> dict[str, Any] | None:
    if not isinstance(record, dict) or len(record) > MOST_COLUMNS:
        return None
    cells: dict[str, Any] = {}
    for name, value in record.items():
        inner = _flat(value, at=f"{at}{name}.", levels=levels - 1) if levels and isinstance(value, dict) else None
        cells |= {f"{at}{name}": value} if inner is None else inner
    return cells


def _text_lines(file: bytes) -> Iterable[tuple[int, Sequence[Any]]]:
    text = decode(file)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter(text), strict=True)
    try:
        yield from enumerate(reader, start=1)
    except csv.Error as error:
        raise Unreadable(
            worded("The table breaks off at line {line}: {why}.", line=reader.line_num, why=message_of(error))
        ) from error


def delimiter(text: str) -> str:
    """The sign between the cells of a table: the one with which most rows have as many cells as the header."""
    counts = {sign: _widths(text, sign) for sign in DELIMITERS}
    if all(set(widths) <= {1} for widths in counts.values()):
        return ","

    def fits(sign: str) -> tuple[float, int]:
        widths = counts[sign]
        return sum(width == widths[0] for width in widths) / len(widths), widths[0]

    several = [sign for sign, widths in counts.items() if widths and widths[0] > 1]
    if several:
        return max(several, key=fits)
    return min(counts, key=lambda sign: max(counts[sign], default=1))  # one column, whose texts have such signs


def _widths(text: str, sign: str) -> list[int]:
    """How many cells each of the first rows has, blank ones apart."""
    widths: list[int] = []
    try:
        for cells in csv.reader(io.StringIO(text[:LONGEST_CELL], newline=""), delimiter=sign):
            if cells:
                widths.append(len(cells))
            if len(widths) == LOOKED_AT:
                break
    except csv.Error:
        pass  # said when the rows are read
    return widths


def _under_header(lines: Iterable[tuple[int, Sequence[Any]]]) -> Rows:
    columns: tuple[str, ...] = ()
    width = 0
    rows: list[Row] = []
    for number, cells in lines:
        if not any(isinstance(cell, Broken) or cell.strip() for cell in cells):
            continue
        if not columns:
            columns, width = _header(cells), len(cells)
            continue
        rows.append(_row(number, cells, columns, width))
        _check_count(len(rows), len(columns))
    if not columns:
        raise Unreadable(worded("The table is empty."))
    return Rows(tuple(name for name in columns if name), rows, guarded=True)


def _header(cells: Sequence[Any]) -> tuple[str, ...]:
    """The names of the columns; a blank one is of a column that is not read."""
    names = ["" if isinstance(cell, Broken) else cell.strip().strip("\ufeff") for cell in cells]
    while names and not names[-1]:
        names.pop()
    _check_count(0, len(names))
    if strange := _no_name(names):
        raise Unreadable(
            worded("The column name {name!r} holds a character that is no text; give it another.", name=strange)
        )
    twice = [name for name, count in Counter(names).items() if name and count > 1]
    if twice:
        raise Unreadable(
            worded("The table has two columns {twice!r}; give each a name of its own.", twice=twice[0][:60])
        )
    return tuple(names)


def _row(number: int, cells: Sequence[Any], columns: Sequence[str], width: int) -> Row:
    """The row. With more cells than the header it has moved, as by a decimal comma, even if its last ones are blank."""
    surplus = [cell for cell in cells[len(columns) :] if isinstance(cell, Broken) or cell.strip()]
    broken = None
    if surplus or not len(columns) <= len(cells) <= width:
        broken = Broken(
            worded("the row has {n} cells where the header has {columns}", n=len(cells), columns=len(columns))
        )
    named = {name: _bounded(cell) for name, cell in zip(columns, cells, strict=False) if name}
    return Row(number, named, broken)


def _bounded(cell: Any) -> Any:
    if isinstance(cell, str) and len(cell) > LONGEST_CELL:
        return Broken(
            worded(
                "a cell has {count:,} characters; {most:,} can be read",
                count=len(cell),
                most=LONGEST_CELL,
            )
        )
    return cell
