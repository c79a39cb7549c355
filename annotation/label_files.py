"""Human labels in a file: a long table as csv, tsv or jsonl, read into rows without touching a database (pure).

Columns are `item, target, question, rater, label`, and `round, time, comment` where they are there; target and question
may be missing. A judge's file is the same, only that its rater may be missing too and that it may have `version` and
`run`. A row has the number that a spreadsheet shows (the header is row 1), or that of its line in jsonl.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

from annotation.errors import RefusedRow, Unreadable
from annotation.readers.json_rows import RowError, check_storable, decode, printable

NEEDED = {"people": ("item", "rater", "label"), "judge": ("item", "label")}
KNOWN = ("item", "target", "question", "rater", "label", "round", "time", "comment")
OF_A_JUDGE = ("version", "run")
Who = Literal["people", "judge"]
ROUND = re.compile(r"[0-9]{1,9}")
NOT_JSON = object()  # stands for a line that cannot be read
CELLS = object()  # the key of a number of cells that does not fit the header; no column can have it
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")

csv.field_size_limit(10_000_000)  # characters in a cell: the library's own limit is below what a response may have


@dataclass(frozen=True)
class LabelRow:
    """One row of a label file. An empty label is missing; an empty question means the codebook's only one."""

    row: int
    item: str
    target: str
    question: str
    rater: str
    label: str
    round: int | None
    time: datetime | None
    comment: str
    version: str = ""
    run: str = ""


@dataclass(frozen=True)
class LabelFile:
    """The rows that can be read, and what is wrong with the others."""

    rows: list[LabelRow]
    refused: list[RefusedRow]


def read(file: bytes, *, of: Who = "people") -> LabelFile:
    """The rows of a label file, whose labels people or a judge gave. Raises Unreadable where it has no such table."""
    text = decode(file)
    is_json = text.lstrip()[:1] == "{"
    rows: list[LabelRow] = []
    refused: list[RefusedRow] = []
    for number, record in _json_records(text) if is_json else _csv_records(text, NEEDED[of]):
        item = str(record.get("item") or "") if isinstance(record, Mapping) else ""
        try:
            rows.append(_row(number, record, of=of, is_guarded=not is_json))
        except RowError as error:
            refused.append(RefusedRow(number, printable(item), str(error)))
    return LabelFile(rows, refused)


def plain(text: str) -> str:
    """A free text as it was before a spreadsheet export put an apostrophe in front of what it would run."""
    return text[1:] if text.startswith("'") and text.lstrip("'").startswith(FORMULA_STARTS) else text


def guarded(text: str) -> str:
    """A free text as a spreadsheet export writes it, so that no program runs it; `plain` takes it back exactly."""
    return f"'{text}" if text.lstrip("'").startswith(FORMULA_STARTS) else text


def _row(number: int, record: Any, *, of: Who, is_guarded: bool) -> LabelRow:
    if record is NOT_JSON:
        raise RowError("the line is not JSON; a .jsonl file has one object a line")
    if not isinstance(record, Mapping):
        raise RowError("the row is not an object with fields")
    if CELLS in record:
        raise RowError(f"the row has {record[CELLS]} cells where the header has {len(record) - 1}")
    cells = {name: _cell(record, name, fraction=of == "judge" and name == "label") for name in KNOWN}
    cells |= {name: _cell(record, name, fraction=True) if of == "judge" else "" for name in OF_A_JUDGE}
    check_storable(list(cells.values()))
    for name in ("item", "rater") if of == "people" else ("item",):
        if not cells[name].strip():
            raise RowError(f"the {name} is empty")
    number_of_round = cells["round"].strip()
    if number_of_round and not ROUND.fullmatch(number_of_round):
        raise RowError(f"the round {number_of_round[:20]!r} is not a whole number")
    return LabelRow(
        row=number,
        item=cells["item"],
        target=cells["target"],
        question=cells["question"].strip(),
        rater=cells["rater"].strip(),
        label=cells["label"].strip(),
        round=int(number_of_round) if number_of_round else None,
        time=_time(cells["time"].strip()),
        comment=plain(cells["comment"]) if is_guarded else cells["comment"],
        version=cells["version"].strip(),
        run=cells["run"].strip(),
    )


def _time(text: str) -> datetime | None:
    """When the label was given; a time without a zone is UTC."""
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise RowError(f"the time {text[:40]!r} is not written like 2026-01-02T03:04:05Z") from error


def _cell(record: Mapping[str, Any], name: str, *, fraction: bool) -> str:
    """A cell as text; a number that is no whole one only where a `fraction` makes sense."""
    value = record.get(name)
    if value is None:
        return ""
    if isinstance(value, int | float if fraction else int) and not isinstance(value, bool):
        return str(value)
    if not isinstance(value, str):
        raise RowError(f"the {name} is neither text nor a whole number")
    return value


def _json_records(text: str) -> Iterator[tuple[int, Any]]:
    for number, line in enumerate(text.split("\n"), start=1):  # a text may hold other signs that end a line
        if line.strip():
            try:
                yield number, json.loads(line, strict=False)
            except (ValueError, RecursionError):
                yield number, NOT_JSON


def _csv_records(text: str, needed: Sequence[str]) -> Iterator[tuple[int, Mapping[Any, Any]]]:
    """Each row by its columns; one with too many or too few cells says how many under CELLS."""
    first_line = text.partition("\n")[0]
    delimiter = max(",;\t", key=first_line.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        header = _header(next(reader, []), needed)
        for number, cells in enumerate(reader, start=2):
            if any(cell.strip() for cell in cells):
                row: dict[Any, Any] = dict.fromkeys(header, "") | dict(zip(header, cells, strict=False))
                yield number, row if len(cells) == len(header) else row | {CELLS: len(cells)}
    except csv.Error as error:
        raise Unreadable(f"The table breaks off at line {reader.line_num}: {error}.") from error


def _header(cells: list[str], needed: Sequence[str]) -> list[str]:
    found = [cell.strip() for cell in cells]
    missing = [name for name in needed if name not in found]
    if missing:
        raise Unreadable(
            f"The table has no column {missing[0]!r}; it has {', '.join(found) or 'none'}. "
            "A label file has the columns item, target, question, rater, label."
        )
    twice = [name for name in found if found.count(name) > 1]
    if twice:
        raise Unreadable(f"The table has two columns {twice[0]!r}; give each a name of its own.")
    return found
