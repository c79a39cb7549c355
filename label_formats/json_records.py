"""Which records does a JSON text hold, one a line or in one list? One bad line does not hide the others."""

from __future__ import annotations

import json
import math
from itertools import islice
from typing import Any

from label_formats.errors import BadFile, BadRow

LISTS = ("items", "records")  # fields under which an API wraps its records
PEEKED = 20
MOST_DIGITS = 500


class NotJson:
    """Stands for a line that cannot be read."""


Record = tuple[int, Any]


def records(text: str) -> list[Record]:
    """Each record with its number: its line, or its place in the list, from 1. Raises BadFile for a broken list."""
    start = text.lstrip()[:1]
    if start == "[":
        return list(enumerate(_whole(text), start=1))
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    found = [(number, _line(line)) for number, line in lines]
    if start == "{" and len(found) > 1 and found[0][1] is NotJson:  # one object, written over several lines
        return list(enumerate(_wrapped(_whole(text)), start=1))
    return list(enumerate(_wrapped(found[0][1]), start=1)) if len(found) == 1 else found


def first_records(text: str) -> list[Any]:
    """The first few records that can be read, without reading the others: enough to know a format by."""
    begin = len(text) - len(text.lstrip())
    if text[begin : begin + 1] == "{":
        lines = islice((line for line in text[begin:].split("\n", PEEKED + 1)[: PEEKED + 1] if line.strip()), PEEKED)
        found = [record for record in map(_line, lines) if record is not NotJson]
        if found:
            return _wrapped(found[0]) if len(found) == 1 else found
    return _wrapped_all(_decoded_in_turn(text, begin))


def known_row(record: Any) -> Any:
    """The record, where it is an object with fields. Raises BadRow."""
    if record is NotJson:
        raise BadRow("the line is not JSON; a .jsonl file has one object a line")
    if not isinstance(record, dict):
        raise BadRow("the row is not an object with fields")
    return record


def _decoded_in_turn(text: str, place: int) -> list[Any]:
    decoder = json.JSONDecoder(strict=False, parse_int=_int)
    found: list[Any] = []
    inside = text[place : place + 1] == "["
    place += inside
    while len(found) < PEEKED:
        while text[place : place + 1] in (" ", "\t", "\r", "\n", ","):
            place += 1
        try:
            record, place = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):
            break
        found.append(record)
        if not inside:
            break
    return found


def _wrapped_all(found: list[Any]) -> list[Any]:
    return _wrapped(found[0]) if len(found) == 1 else found


def _wrapped(record: Any) -> list[Any]:
    """The records within the answer of an API; anything else is one record."""
    if isinstance(record, dict) and len(record) <= 3:
        inner = next((record[name] for name in LISTS if isinstance(record.get(name), list)), None)
        if inner is not None:
            return list(inner)
    return [record]


def _line(line: str) -> Any:
    try:
        return json.loads(line, strict=False, parse_int=_int)
    except (ValueError, RecursionError):
        return NotJson


def _whole(text: str) -> Any:
    try:
        return json.loads(text, strict=False, parse_int=_int)
    except RecursionError as error:
        raise BadFile("The file is nested too deeply to hold labels.") from error
    except json.JSONDecodeError as error:
        raise BadFile(f"The file is not JSON: line {error.lineno}, column {error.colno}: {error.msg}.") from error


def _int(digits: str) -> float:
    """A whole number; one of endless digits becomes infinite, which costs its own row only."""
    return int(digits) if len(digits) < MOST_DIGITS else math.inf
