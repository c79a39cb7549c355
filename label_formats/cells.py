"""What does a value in a record say, as text? Ids stay what they are, and what cannot be stored is refused."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from label_formats.errors import BadRow
from label_formats.text import UNSTORABLE, printable

EXACT = 2**53  # from here on a float has lost digits, and what is written would be another number


def text_of(value: Any, what: str) -> str:
    """The text in a value; a whole number is written without a point, nothing at all is the empty text.

    >>> text_of(7, "id"), text_of(7.0, "id"), text_of(" 07", "id"), text_of(None, "id")
    ('7', '7', ' 07', '')
    """
    if value is None:
        return ""
    if isinstance(value, str):
        if UNSTORABLE.search(value):
            raise BadRow(f"{what} has a character that is no text (a NUL, or half of a surrogate pair)")
        return value
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadRow(f"{what} is neither text nor a number")
    if isinstance(value, int):
        return str(value)
    if not math.isfinite(value) or abs(value) >= EXACT:
        raise BadRow(f"{what} is no number that can be read exactly")
    return str(int(value)) if value.is_integer() else repr(value)


def number_of(value: Any, what: str) -> str:
    """The number in a value, as text; a number that was written as text is taken for one only if it is plain."""
    text = text_of(value, what).strip()
    if not re.fullmatch(r"[+-]?[0-9]+(\.[0-9]+)?", text):
        raise BadRow(f"{what} is {text[:40]!r}, which is not one number")
    return text


def whole_of(value: Any, what: str) -> int:
    """The whole number in a value, 0 or more."""
    text = text_of(value, what).strip()
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise BadRow(f"{what} is {text[:40]!r}, which is not a whole number")
    return int(text)


def moment_of(value: Any, what: str) -> datetime | None:
    """When something happened: a time as text, UTC where it does not say, or seconds since 1970; None where blank."""
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    try:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return datetime.fromtimestamp(value, UTC)
        found = datetime.fromisoformat(value.strip()) if isinstance(value, str) else None
        if found is not None:
            return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        pass
    raise BadRow(f"{what} is {printable(str(value))[:40]!r}, which is no time like 2026-01-02T03:04:05Z")


def object_of(value: Any, what: str) -> Mapping[str, Any]:
    """The object with fields that a value is."""
    if not isinstance(value, Mapping):
        raise BadRow(f"{what} is missing" if value is None else f"{what} is not an object with fields")
    return value


def list_of(value: Any, what: str) -> list[Any]:
    """The list that a value is."""
    if not isinstance(value, list):
        raise BadRow(f"{what} is missing" if value is None else f"{what} is not a list")
    return value
