"""Reading a JSON list or JSON Lines record by record, so that one bad record does not hide the others."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import orjson

from annotation.errors import Unreadable
from annotation.readers import quick_json
from annotation.readers.text import decode
from label_formats.text import LARGEST, LOOKED_AT, printable
from languages import message_of, worded

SURROGATE = re.compile("[\ud800-\udfff]")
MOST_PARTS = 10_000_000  # objects and lists of a file: some hundred bytes of memory each
DEEPEST = 100  # levels of a record; a fixed limit, so that what is imported here can also be stored and written


class RowError(ValueError):
    """Why one row is not taken; caught by the reader, which knows the row's number and id."""


@dataclass(frozen=True)
class Broken:
    """Stands for a line that is no JSON, and says why."""

    why: str


def json_records(file: bytes) -> list[tuple[int, Any]]:
    """The records of a file, one JSON list or one object a line, each with its place in the list or its line.

    A line that cannot be read is Broken and costs itself only. Raises Unreadable for a list that cannot be read.
    """
    quick = _quick_list(file)
    if quick is not None:
        return list(enumerate(quick, start=1))
    text = decode(file)
    _check_size(text.count("{") + text.count("["))
    if text.lstrip()[:1] == "[":
        return list(enumerate(_list_in(text), start=1))
    whole = _only_object(text)
    if whole is not None:
        return [(1, whole)]
    lines = enumerate(text.split("\n"), start=1)  # a text may hold other signs that end a line
    return [(number, _object_in(line)) for number, line in lines if line.strip()]


def json_list(file: bytes) -> list[Any]:
    """The records of a file that is one JSON list. Raises Unreadable where it is not.

    What no database can store (NaN, a NUL) is let through, so that it costs its own row only: see `check_storable`.
    """
    quick = _quick_list(file)
    if quick is not None:
        return quick
    text = decode(file)
    _check_size(text.count("{") + text.count("["))
    return _list_in(text)


def json_pieces(file: bytes) -> Iterator[Any]:
    """The records of a large file that is one JSON list, one after the other, never all of them in memory.

    Raises ValueError, perhaps after some of them, where only `json_list` can read the file or say what is wrong.
    """
    if len(file) > LARGEST:
        raise ValueError("the file is too large")
    _check_size(file.count(b"{") + file.count(b"["))
    return quick_json.in_pieces(file)


def _quick_list(file: bytes) -> list[Any] | None:
    """The records of a plain list in UTF-8; None where the file has to be looked at more closely, or refused."""
    if len(file) > LARGEST or not file[:LOOKED_AT].lstrip().startswith(b"["):
        return None
    _check_size(file.count(b"{") + file.count(b"["))
    try:
        value = quick_json.quickly(file)
    except ValueError:
        return None
    return value if isinstance(value, list) else None


def _check_size(parts: int) -> None:
    """Raises Unreadable where what is in a file would not fit into memory, before it is read."""
    if parts > MOST_PARTS:
        raise Unreadable(worded("The file has more than {most:,} objects and lists. Split it.", most=MOST_PARTS))


def _list_in(text: str) -> list[Any]:
    try:
        value = parsed(text)
    except RecursionError as error:
        raise Unreadable(worded("The file is nested too deeply to be a benchmark.")) from error
    except json.JSONDecodeError as error:
        raise Unreadable(
            worded(
                "The file is not JSON: line {line}, column {column}: {msg}.",
                line=error.lineno,
                column=error.colno,
                msg=error.msg,
            )
        ) from error
    if not isinstance(value, list):
        raise Unreadable(worded("The file is JSON, but not a list of records."))
    return value


def _only_object(text: str) -> dict[str, Any] | None:
    """The record of a file that is one object, over as many lines as it likes; None where it is not."""
    if text.lstrip()[:1] != "{":
        return None
    try:
        value = parsed(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _object_in(line: str) -> Any:
    try:
        value = parsed(line)
    except RecursionError:
        return Broken(worded("the line is nested too deeply"))
    except ValueError as error:
        return Broken(worded("the line is not JSON: {why}", why=message_of(error)))
    return value if isinstance(value, dict) else Broken(worded("the line is not an object with fields"))


def parsed(text: str) -> Any:
    """The value that a JSON text stands for. A number of endless digits becomes infinite, which costs its own row."""
    try:
        return quick_json.quickly(text.encode())
    except ValueError:  # half of a surrogate pair cannot even be encoded
        return quick_json.slowly(text)


def row_id(record: Any, name: str = "id") -> str:
    """The id in a field of a record as text, as it came; empty where there is none."""
    value = record.get(name) if isinstance(record, dict) else None
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return printable(value) if isinstance(value, str) else ""


def text_field(record: Any, name: str, at: str = "", *, optional: bool = False, empty: bool = False) -> str:
    """The text in a field. Raises RowError where it is missing, not text, or blank where it may not be."""
    if not isinstance(record, dict):
        raise RowError(worded("{what} is not an object with fields", what=at.rstrip(".") or worded("the row")))
    value = record.get(name)
    if value is None and optional:
        return ""
    if not isinstance(value, str):
        raise RowError(
            worded("{at}{name} is missing", at=at, name=name)
            if value is None
            else worded("{at}{name} is not text", at=at, name=name)
        )
    if not value.strip() and not (optional or empty):
        raise RowError(worded("{at}{name} is empty", at=at, name=name))
    return value


def sound(record: Any) -> dict[str, Any]:
    """A record of `json_records` that can be stored. Raises RowError."""
    if isinstance(record, Broken):
        raise RowError(record.why)
    if not isinstance(record, dict):
        raise RowError(worded("the row is not an object with fields"))
    check_storable(record)
    return record


def needed_id(record: dict[str, Any], name: str = "id") -> str:
    """The id in a field of a record, as it came. Raises RowError where there is none."""
    found = row_id(record, name)
    if not found.strip():
        if record.get(name) is None:
            raise RowError(worded("the {name} is missing", name=name))
        raise RowError(worded("the {name} is empty; it must be text or a whole number", name=name))
    return found


def check_storable(value: Any, *, deepest: int = DEEPEST) -> bytes | None:
    """Raise RowError where something within the value cannot be stored, shown or written again.

    That is a NUL or half of a surrogate pair in a text, a number that JSON cannot write, and nesting without end.
    Gives the value as JSON where it was written for that, to be stored.
    """
    written = _written(value)
    if written is None or _may_be_unstorable(written, deepest):
        _look_through(value, deepest)
    return written


def _look_through(value: Any, deepest: int) -> None:
    level = [value]
    while level:
        inner: list[Any] = []
        for each in level:
            if isinstance(each, str):
                if not each.isascii() or "\0" in each:
                    _check_text(each)
            elif isinstance(each, dict | list):
                if not deepest:
                    raise RowError(worded("the row is nested too deeply, more than {deepest} levels", deepest=DEEPEST))
                inner += each
                if isinstance(each, dict):
                    inner += each.values()
            elif isinstance(each, float) and not math.isfinite(each):
                raise RowError(worded("{each} is not a number that JSON can write", each=each))
        level = inner
        deepest -= 1


def _written(value: Any) -> bytes | None:
    """The value as JSON, where the quick library writes it: no surrogate, no whole number of more than 64 bits."""
    try:
        return orjson.dumps(value)
    except TypeError:
        return None


def _may_be_unstorable(written: bytes, deepest: int) -> bool:
    """A quick look that is never wrong in saying no: most records have nothing that needs a second one.

    The library writes what is no number as null; there are no more levels than brackets.
    """
    return b"\\u0000" in written or b"null" in written or written.count(b"[") + written.count(b"{") > deepest


def _check_text(text: str) -> None:
    if "\0" in text:
        raise RowError(worded("a text has a NUL character: {text!r}", text=printable(text)[:40]))
    if SURROGATE.search(text):
        raise RowError(
            worded("a text has half of a surrogate pair (a broken emoji): {text!r}", text=printable(text)[:40])
        )
