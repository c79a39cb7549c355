"""Reading a JSON list of records row by row, so that one bad record does not hide the others."""

from __future__ import annotations

import json
import re
from typing import Any

from annotation.errors import Unreadable

SURROGATE = re.compile("[\ud800-\udfff]")


class RowError(ValueError):
    """Why one row is not taken; caught by the reader, which knows the row's number and id."""


def decode(file: bytes) -> str:
    """The text of a UTF-8 file, with or without a byte order mark.

    Raises Unreadable with the place of the first byte that is not UTF-8.
    """
    try:
        return file.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = file.count(b"\n", 0, error.start) + 1
        raise Unreadable(f"The file is not UTF-8 (byte {error.start}, line {line}). Save it as UTF-8.") from error


def json_list(file: bytes) -> list[Any]:
    """The records of a file that is one JSON list. Raises Unreadable where it is not."""
    try:
        value = json.loads(decode(file), parse_constant=_refuse_constant)
    except RecursionError as error:
        raise Unreadable("The file is nested too deeply to be a benchmark.") from error
    except ValueError as error:
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


def check_text(value: Any) -> None:
    """Raise RowError where a text within the value cannot be stored or shown: a NUL or half of a surrogate pair."""
    if isinstance(value, str):
        if "\0" in value:
            raise RowError(f"a text has a NUL character: {printable(value)[:40]!r}")
        if SURROGATE.search(value):
            raise RowError(f"a text has half of a surrogate pair (a broken emoji): {printable(value)[:40]!r}")
    elif isinstance(value, dict):
        for key, each in value.items():
            check_text(key)
            check_text(each)
    elif isinstance(value, list):
        for each in value:
            check_text(each)


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a JSON value")
