"""Texts out of a value that may be a text, a list or a mapping: the sections of profiles come in all three shapes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def entries(value: Any) -> tuple[str, ...]:
    """The value as texts to show, one for each thing that it lists; empty where there is nothing in it.

    >>> entries({"家人": ["母亲", "妹妹"], "朋友": "小李"})
    ('家人：母亲；妹妹', '朋友：小李')
    """
    if isinstance(value, Mapping):
        return tuple(_named(str(name), inner) for name, inner in value.items() if entries(inner))
    if isinstance(value, list):
        return tuple(text for each in value if (text := "；".join(entries(each))))
    text = _plain(value)
    return (text,) if text else ()


def _named(name: str, value: Any) -> str:
    colon = ": " if name.isascii() else "："
    return f"{name}{colon}{'；'.join(entries(value))}"


def _plain(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return "" if value is None else str(value).lower()
    return str(value).strip()
