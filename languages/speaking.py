"""In which language does this request or screen speak, and how is a text of ours said in it?

The language belongs to what is being answered (a context variable), not to the process: two people are served at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from string import Formatter
from typing import Any

from babel.numbers import format_decimal

from languages.catalog import translations
from languages.choosing import Language
from languages.worded import Worded, message_of

_SPOKEN: ContextVar[Language] = ContextVar("language", default="en")


def speak(language: Language) -> None:
    """Say everything in this language from here on: in this request, or in this run of a screen."""
    _SPOKEN.set(language)


def spoken() -> Language:
    """The language that is spoken now."""
    return _SPOKEN.get()


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Speak a language for a while, and then the one before it."""
    before = _SPOKEN.set(language)
    try:
        yield
    finally:
        _SPOKEN.reset(before)


def say(text: str, /, **fills: Any) -> str:
    """A text of ours in the language spoken now, filled in; what has no translation is said as it is written.

    Fills that are texts of ours themselves are said too; a number with the format `,` is grouped as the language does.

    >>> say("{count:,} rows", count=1200)
    '1,200 rows'
    """
    template, context = text, None
    if isinstance(text, Worded):
        template, context, fills = text.template, text.context, {**text.fills, **fills}
    if spoken() != "en" and template:
        found = translations(spoken())
        template = found.pgettext(context, template) if context else found.gettext(template)
    return _FILLING.vformat(template, (), fills) if fills else str(template)


def told(error: Exception) -> str:
    """What an error says, in the language spoken now."""
    return say_if_ours(message_of(error))


def say_if_ours(text: str) -> str:
    """A text that may be one of ours or somebody else's: said, or as it stands."""
    return say(text) if isinstance(text, Worded) else text


class _Filling(Formatter):
    """`str.format` that says texts of ours, and writes numbers as the language does."""

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Any) -> Any:
        value = super().get_value(key, args, kwargs)
        return say(value) if isinstance(value, Worded) else value

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "," and isinstance(value, int | float):
            return format_decimal(value, locale=spoken())
        return str(super().format_field(value, format_spec))


_FILLING = _Filling()
