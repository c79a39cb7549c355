"""What is a text of ours, as against what people and files say? One that is marked where it is written.

A marked text is English, and a `str` like any other; besides, it knows the template that it was made from and what
fills it, so that whoever shows it can say it in another language (`languages.say`). The marks are also what the
catalog is extracted by: https://babel.pocoo.org/en/latest/messages.html.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any


class Worded(str):
    """A text of ours in English, with its template, what fills it, and the context that tells it from its like."""

    template: str
    fills: Mapping[str, Any]
    context: str | None

    def __new__(cls, template: str, *, fills: Mapping[str, Any] | None = None, context: str | None = None) -> Worded:
        """Fill the template, where there is something to fill it with."""
        made = super().__new__(cls, template.format(**fills) if fills else template)
        made.template, made.fills, made.context = str(template), fills or {}, context
        return made


def worded(template: str, /, **fills: Any) -> Worded:
    """Mark a text of ours; `{name}` in it is filled in, now or when it is said.

    >>> worded("There is no project {slug!r}.", slug="demo")
    "There is no project 'demo'."
    """
    return Worded(template, fills=fills)


def meant(context: str, template: str, /, **fills: Any) -> Worded:
    """Mark a text that means different things in different places: `context` says which, for the translator.

    >>> meant("of a round", "Close")
    'Close'
    """
    return Worded(template, fills=fills, context=context)


def joined(parts: Iterable[str]) -> str:
    """Several notes as one, each of which is said by itself where it is one of ours; empty where there is none.

    >>> joined([worded("Saved"), "as usual"])
    'Saved; as usual'
    """
    listed = list(parts)
    if not listed:
        return ""
    return reduce(lambda some, another: worded("{some}; {another}", some=some, another=another), listed)


def message_of(error: Exception) -> str:
    """What an error says, still a text of ours where it was raised with one; `str(error)` would be English for good."""
    said = error.args[0] if error.args else ""
    return said if isinstance(said, str) else str(error)
