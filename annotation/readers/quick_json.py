"""What does a JSON text stand for? orjson where it says the same as the standard library, which else has the word.

The two differ in whole numbers of more than 64 bits, which orjson makes decimal fractions of, and in what orjson
refuses: NaN, half of a surrogate pair, a control character within a text, and nesting without end.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any

import orjson

LONG = 19  # digits: a whole number with fewer fits into 64 bits
LONGEST = 500  # digits of a whole number; with more it is taken for infinite, which costs its own row
AT_ONCE = 1_000_000  # bytes
_DIGITS = bytes.maketrans(b"123456789", b"000000000")
_RUN = b"0" * LONG
_FIRST = re.compile(rb'[ \t\r\n]*\[[ \t\r\n]*(?P<record>\{[ \t\r\n]*(?P<key>"[^"\\]{1,60}"))')


def quickly(text: bytes) -> Any:
    """The value that UTF-8 stands for. Raises ValueError where it has to be asked `slowly`: perhaps it is JSON."""
    if _has_long_number(text):
        raise ValueError("a number of more than 64 bits, perhaps")
    return orjson.loads(text)


def in_pieces(file: bytes) -> Iterator[dict[str, Any]]:
    """The records of a list in UTF-8 one after the other, so that the whole list is never in memory.

    They are divided where one may begin: at a comma between braces, before the key that the first one begins with.
    If each piece by itself is JSON, the divisions were right: one within a text or a record leaves a piece that is not.
    Raises ValueError, perhaps after some records, where the file has to be read whole.
    """
    first = _FIRST.match(file)
    if first is None or _has_long_number(file):
        raise ValueError("no list of records that can be divided")
    between = re.compile(rb"\}[ \t\r\n]*,[ \t\r\n]*(?=\{[ \t\r\n]*" + re.escape(first["key"]) + rb"[ \t\r\n]*:)")
    end = len(file.rstrip(b" \t\r\n")) - 1
    if file[end : end + 1] != b"]":
        raise ValueError("the list has no end")
    whole = memoryview(file)
    start = first.start("record")
    for seam in between.finditer(file, start, end):
        yield orjson.loads(whole[start : seam.start() + 1])
        start = seam.end()
    yield orjson.loads(whole[start:end])


def slowly(text: str) -> Any:
    """The value that a text stands for. Raises JSONDecodeError, and RecursionError where it is nested too deeply."""
    return json.loads(text, strict=False, parse_int=lambda digits: int(digits) if len(digits) < LONGEST else math.inf)


def _has_long_number(text: bytes) -> bool:
    """Whether that many digits follow each other somewhere. A search for a pattern would take a hundred times this."""
    if len(text) <= AT_ONCE:
        return _RUN in text.translate(_DIGITS)
    starts = range(0, len(text), AT_ONCE)
    return any(_RUN in text[start : start + AT_ONCE + LONG].translate(_DIGITS) for start in starts)
