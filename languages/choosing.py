"""Which language does somebody get? The first of their wishes that there is: a choice, or what the browser asks for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeGuard, get_args

from babel import Locale, UnknownLocaleError

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
# Each in its own words, since whoever looks for one may read no other.
NAMES: Mapping[Language, str] = {"en": "English", "zh": "中文"}
LONGEST_HEADER = 1_000  # characters; nobody reads so many languages


def is_language(code: str | None) -> TypeGuard[Language]:
    """Whether there is an interface in the language of this code."""
    return code in LANGUAGES


def chosen(*choices: str | None, header: str | None = None) -> Language:
    """The first choice that is a language of ours, else what a browser's Accept-Language likes best, else English.

    >>> chosen("", None, header="fr, zh-TW;q=0.8, en;q=0.5")
    'zh'
    """
    for choice in choices:
        if is_language(choice):
            return choice
    return next((code for code in map(_language_of, _liked(header or "")) if is_language(code)), "en")


def _liked(header: str) -> list[str]:
    """The tags of an Accept-Language, the best liked first; those of equal weight as they stand (RFC 9110, 12.5.4)."""
    weighed = []
    for part in header[:LONGEST_HEADER].split(","):
        tag, _, parameter = part.strip().partition(";")
        weight = _weight(parameter)
        if tag and weight > 0:
            weighed.append((weight, tag.strip()))
    return [tag for _, tag in sorted(weighed, key=lambda pair: -pair[0])]


def _weight(parameter: str) -> float:
    name, _, value = parameter.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0


def _language_of(tag: str) -> str:
    """The language of a tag such as `zh-Hant-TW`; empty where it is none."""
    try:
        return Locale.parse(tag, sep="-").language
    except (ValueError, UnknownLocaleError):
        return ""
