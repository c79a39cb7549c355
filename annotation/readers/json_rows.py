"""Reading a JSON list or JSON Lines record by record, so that one bad record does not hide the others."""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from typing import Any

import orjson

from annotation.errors import Unreadable
from annotation.readers.text import decode
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
    text = decode(file)
    _check_size(text)
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
    text = decode(file)
    _check_size(text)
    return _list_in(text)


def _check_size(text: str) -> None:
    """Raises Unreadable where what is in the text would not fit into memory, before it is read."""
    if text.count("{") + text.count("[") > MOST_PARTS:
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
    return json.loads(text, strict=False, parse_int=lambda digits: int(digits) if len(digits) < 500 else math.inf)


def row_id(record: Any, name: str = "id") -> str:
    """The id in a field of a record as text, as it came; empty where there is none."""
    value = record.get(name) if isinstance(record, dict) else None
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return printable(value) if isinstance(value, str) else ""


def printable(text: str) -> str:
    """The text with what no file or terminal can carry replaced by `?`; for messages only."""
    return text.encode("utf-8", errors="replace").decode("utf-8").replace("\0", "?")


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


def check_storable(value: Any, *, deepest: int = DEEPEST) -> None:
    """Raise RowError where something within the value cannot be stored, shown or written again.

    That is a NUL or half of a surrogate pair in a text, a number that JSON cannot write, and nesting without end.
    """
    if not _may_be_unstorable(value, deepest):
        return
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


def _may_be_unstorable(value: Any, deepest: int) -> bool:
    """A quick look that is never wrong in saying no: most records have nothing that needs a second one.

    The library writes no surrogate, and what is no number as null; there are no more levels than brackets.
    """
    try:
        text = orjson.dumps(value)
    except TypeError:
        return True
    return b"\\u0000" in text or b"null" in text or text.count(b"[") + text.count(b"{") > deepest


def _check_text(text: str) -> None:
    if "\0" in text:
        raise RowError(worded("a text has a NUL character: {text!r}", text=printable(text)[:40]))
    if SURROGATE.search(text):
        raise RowError(
            worded("a text has half of a surrogate pair (a broken emoji): {text!r}", text=printable(text)[:40])
        )
