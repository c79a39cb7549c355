"""The records of a plain table of labels, whatever it is written in, and the cells that every such table has."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from annotation.errors import Unreadable
from annotation.label_files.guards import plain
from annotation.label_files.options import How
from annotation.readers import rows
from annotation.readers.json_rows import Broken, RowError, check_storable
from label_formats.text import beginning
from languages import worded

ROUND = re.compile(r"[0-9]{1,9}")
CONFIDENCE = re.compile(r"[123]")


def is_json(file: bytes) -> bool:
    """Whether a file begins as JSON does."""
    return beginning(file).lstrip()[:1] in ("{", "[")


def records(file: bytes, *, needed: Sequence[str], how: How) -> rows.Rows:
    """The rows of the table under our names for its columns. Raises Unreadable where it has none, or lacks a column."""
    found = rows.objects(file) if is_json(file) else rows.table(file)
    missing = [how.columns.get(name, name) for name in needed if how.columns.get(name, name) not in found.columns]
    if missing and (found.guarded or not all(row.broken for row in found.rows)):
        raise Unreadable(
            worded(
                "The table has no column {missing!r}; it has {columns}. A label file has the columns item, target, "
                "question, rater, label.",
                missing=missing[0],
                columns=", ".join(found.columns) or worded("none"),
            )
        )
    if not how.columns:
        return found
    ours = {name: name for name in found.columns if name not in how.columns}
    ours |= {theirs: name for name, theirs in how.columns.items()}
    renamed = [
        rows.Row(row.number, {ours[name]: cell for name, cell in row.cells.items() if name in ours}, row.broken)
        for row in found.rows
    ]
    return rows.Rows(tuple(ours[name] for name in found.columns if name in ours), renamed, found.guarded)


def cell(record: Mapping[str, Any], name: str, *, fraction: bool = False) -> str:
    """A cell as text; a number that is no whole one only where a `fraction` makes sense. Raises RowError."""
    value = record.get(name)
    if value is None:
        return ""
    if isinstance(value, Broken):
        raise RowError(value.why)
    if isinstance(value, float) and value.is_integer() and not fraction:
        value = int(value)  # JSON that once was a table with a blank writes the rater 7 as 7.0
    if isinstance(value, int | float if fraction else int) and not isinstance(value, bool):
        return str(value)
    if not isinstance(value, str):
        raise RowError(worded("the {name} is neither text nor a whole number", name=name))
    check_storable(value)
    return value


def beside(record: Mapping[str, Any], *, guarded: bool) -> dict[str, Any]:
    """What stands beside a label: its round, time, comment and confidence, and why it could not be given."""
    number = cell(record, "round").strip()
    if number and not ROUND.fullmatch(number):
        raise RowError(worded("the round {number!r} is not a whole number", number=number[:20]))
    sure = cell(record, "confidence").strip()
    if sure and not CONFIDENCE.fullmatch(sure):
        raise RowError(worded("the confidence {sure!r} is none of 1, 2 and 3", sure=sure[:20]))
    texts = {name: cell(record, name) for name in ("comment", "cannot")}
    return {
        "round": int(number) if number else None,
        "time": _time(cell(record, "time").strip()),
        "confidence": int(sure) if sure else None,
        **{name: plain(text) if guarded else text for name, text in texts.items()},
    }


def _time(text: str) -> datetime | None:
    """When the label was given; a time without a zone is UTC."""
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise RowError(worded("the time {text!r} is not written like 2026-01-02T03:04:05Z", text=text[:40])) from error
