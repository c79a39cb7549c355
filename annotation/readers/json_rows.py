"""Reading a JSON list of records row by row, so that one bad record does not hide the others."""

from __future__ import annotations

import json
import math
import re
from typing import Any

from annotation.errors import Unreadable

SURROGATE = re.compile("[\ud800-\udfff]")
DEEPEST = 100  # levels of a record; a fixed limit, so that what is imported here can also be stored and written


class RowError(ValueError):
    """Why one row is not taken; caught by the reader, which knows the row's number and id."""


def decode(file: bytes) -> str:
    """The text of a UTF-8 file, with or without a byte order mark.

    Half of a surrogate pair is let through, so that it costs its own row only: `check_storable` refuses it.
    Raises Unreadable with the place of the first byte that is not UTF-8.
    """
    try:
        return file.decode("utf-8-sig", errors="surrogatepass")
    except UnicodeDecodeError as error:
        line = file.count(b"\n", 0, error.start) + 1
        raise Unreadable(f"The file is not UTF-8 (byte {error.start}, line {line}). Save it as UTF-8.") from error


def json_list(file: bytes) -> list[Any]:
    """The records of a file that is one JSON list. Raises Unreadable where it is not.

    What no database can store (NaN, a NUL) is let through, so that it costs its own row only: see `check_storable`.
    """
    try:
        value = json.loads(decode(file), strict=False)
    except RecursionError as error:
        raise Unreadable("The file is nested too deeply to be a benchmark.") from error
    except json.JSONDecodeError as error:
        raise Unreadable(f"The file is not JSON: line {error.lineno}, column {error.colno}: {error.msg}.") from error
    except ValueError as error:  # a number with more digits than Python reads
        raise Unreadable(f"The file is not JSON: {error}.") from error
    if not isinstance(value, list):
        raise Unreadable("The file is JSON, but not a list of records.")
    return value


def row_id(record: Any) -> str:
    """The id of a record as text, as it came; empty where there is none."""
    value = record.get("id") if isinstance(record, dict) else None
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return printable(value) if isinstance(value, str) else ""


def printable(text: str) -> str:
    """The text with what no file or terminal can carry replaced by `?`; for messages only."""
    return text.encode("utf-8", errors="replace").decode("utf-8").replace("\0", "?")


def text_field(record: Any, name: str, at: str = "", *, optional: bool = False, empty: bool = False) -> str:
    """The text in a field. Raises RowError where it is missing, not text, or blank where it may not be."""
    if not isinstance(record, dict):
        raise RowError(f"{at.rstrip('.') or 'the row'} is not an object with fields")
    value = record.get(name)
    if value is None and optional:
        return ""
    if not isinstance(value, str):
        raise RowError(f"{at}{name} is missing" if value is None else f"{at}{name} is not text")
    if not value.strip() and not (optional or empty):
        raise RowError(f"{at}{name} is empty")
    return value


def check_storable(value: Any, *, deepest: int = DEEPEST) -> None:
    """Raise RowError where something within the value cannot be stored, shown or written again.

    That is a NUL or half of a surrogate pair in a text, a number that JSON cannot write, and nesting without end.
    """
    if isinstance(value, str):
        _check_text(value)
    elif isinstance(value, float) and not math.isfinite(value):
        raise RowError(f"{value} is not a number that JSON can write")
    elif isinstance(value, dict | list):
        if not deepest:
            raise RowError(f"the row is nested too deeply, more than {DEEPEST} levels")
        for each in value if isinstance(value, list) else [*value, *value.values()]:
            check_storable(each, deepest=deepest - 1)


def _check_text(text: str) -> None:
    if "\0" in text:
        raise RowError(f"a text has a NUL character: {printable(text)[:40]!r}")
    if SURROGATE.search(text):
        raise RowError(f"a text has half of a surrogate pair (a broken emoji): {printable(text)[:40]!r}")
