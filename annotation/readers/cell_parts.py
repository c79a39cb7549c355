"""A dialogue and memories as they stand in one cell: JSON, or lines that people wrote (pure)."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from annotation.content import Memory, Turn
from annotation.readers.json_rows import RowError, check_storable, text_field
from languages import worded

AGENTS = frozenset(
    {"ai", "agent", "assistant", "bot", "chatbot", "model", "character", "助手", "智能助手", "机器人", "角色"}
)
USERS = frozenset({"user", "human", "用户", "我"})
SPEAKERS = ("speaker", "role", "name", "from")  # the field of a turn that says who speaks
WORDS = ("text", "content", "utterance", "value")  # the field that says what
MEMORY_TEXTS = ("text", "fact", "event", "content", "memory")
_SPOKEN = re.compile(r"(?P<speaker>[^:：]{1,60})[:：]\s*(?P<text>.*)", re.DOTALL)


def turns_in(value: Any) -> list[Turn]:
    """The turns of a cell: a JSON list of texts or objects, or lines `Name: text`; a line without a name goes on.

    Where no name says who is the assistant, whoever speaks first is taken for the user. Raises RowError.
    """
    found = _text_or_list(value, "dialogue")
    turns = _spoken_lines(found) if isinstance(found, str) else found
    spoken = [_spoken(place, turn) for place, turn in enumerate(turns)]
    agents = _agents([speaker for speaker, _, _ in spoken])
    return [
        Turn(key=f"t{place}", speaker=speaker, side="agent" if speaker in agents else "user", text=text, time=time)
        for place, (speaker, text, time) in enumerate(spoken, start=1)
    ]


def memories_in(value: Any) -> list[Memory]:
    """The memories of a cell, whose keys do not count yet: a JSON list of texts or objects, or a text each line.

    A text of one line is divided at `|`. Raises RowError.
    """
    found = _text_or_list(value, "memories")
    if isinstance(found, list):
        return [_memory(place, entry) for place, entry in enumerate(found)]
    texts = found.split("\n") if "\n" in found.strip() else found.split("|")
    return [Memory(key="", text=text.strip()) for text in texts if text.strip()]


def _text_or_list(value: Any, what: str) -> str | list[Any]:
    """What stands in a cell: a list, or the list that its text is in JSON; else its text."""
    if value is None or isinstance(value, list):
        return value or []
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise RowError(worded("{what} is neither a text nor a list", what=what))
    text = str(value)
    if not text.lstrip().startswith("["):
        return text
    try:
        found = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return text
    check_storable(found)
    return found if isinstance(found, list) else text


def _spoken_lines(text: str) -> list[str]:
    turns: list[str] = []
    for line in filter(str.strip, text.splitlines()):
        if turns and not _SPOKEN.fullmatch(line.strip()):
            turns[-1] += f"\n{line.strip()}"
        else:
            turns.append(line.strip())
    return turns


def _spoken(place: int, turn: Any) -> tuple[str, str, str]:
    """Who says what when."""
    at = f"dialogue[{place}]"
    if isinstance(turn, str):
        found = _SPOKEN.fullmatch(turn.strip())
        if found is None or not found["text"].strip():
            raise RowError(worded("{at} does not begin with a name and a colon, with words behind it", at=at))
        return found["speaker"].strip(), found["text"].strip(), ""
    if not isinstance(turn, dict):
        raise RowError(worded("{at} is neither a text nor an object", at=at))
    who, what = _field(turn, SPEAKERS, at), _field(turn, WORDS, at)
    return (
        text_field(turn, who, f"{at}.").strip(),
        text_field(turn, what, f"{at}."),
        text_field(turn, "time", f"{at}.", optional=True),
    )


def _field(record: dict[str, Any], names: Sequence[str], at: str) -> str:
    found = next((name for name in names if name in record), None)
    if found is None:
        raise RowError(worded("{at} has none of the fields {listed}", at=at, listed=", ".join(names)))
    return found


def _agents(speakers: Sequence[str]) -> set[str]:
    named = {speaker for speaker in speakers if speaker.casefold() in AGENTS}
    if named:
        return named
    users = {speaker for speaker in speakers if speaker.casefold() in USERS} or set(speakers[:1])
    return set(speakers) - users


def _memory(place: int, entry: Any) -> Memory:
    at = f"memories[{place}]"
    if isinstance(entry, str):
        entry = {"text": entry}
    if not isinstance(entry, dict):
        raise RowError(worded("{at} is neither a text nor an object", at=at))
    text = text_field(entry, _field(entry, MEMORY_TEXTS, at), f"{at}.")
    more = {name: text_field(entry, name, f"{at}.", optional=True) for name in ("date", "type", "theme", "detail")}
    return Memory(key="", text=text, **more)
