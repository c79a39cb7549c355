"""What an item shows on a screen: scene, profile, dialogue, query, memories and responses, and the keys that name them.

The keys are neutral: made from the text alone, so that they are the same in every project and say nothing about roles
or systems. Memories and responses are stored in the order of their keys, never in the order of the source, which often
gives the answer away. What a response came from (system, setting) is no content: it has a table of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

KEY_DIGITS = 12


class Part(BaseModel):
    """A frozen piece of content; an unknown field is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Turn(Part):
    """One utterance of the dialogue. `side` says whether the human or the character under judgment speaks."""

    key: str
    speaker: str
    side: Literal["user", "agent"]
    text: str
    time: str = ""


class Section(Part):
    """A named part of a profile, such as traits or values."""

    name: str
    entries: tuple[str, ...]


class Profile(Part):
    """Somebody in the dialogue: the character who answers, or the user who is answered."""

    name: str
    sections: tuple[Section, ...] = ()
    side: Literal["user", "agent"] = "agent"


class Query(Part):
    """The utterance that the answer is to."""

    speaker: str
    text: str
    time: str = ""


class Memory(Part):
    """A candidate memory. `detail` is what it was made from, such as a past conversation."""

    key: str
    text: str
    date: str = ""
    type: str = ""
    theme: str = ""
    detail: str = ""


class Response(Part):
    """A model's utterance under judgment, and nothing of where it came from."""

    key: str
    text: str


class Content(Part):
    """Everything that a labelling screen may show of an item. Any part may be empty.

    `sections` are further named texts, such as a memory before and after. `recalled` is the key of the memory that the
    item recalls, `recalled_at` the turns at which. `bank` names further memories, stored once for many items.
    """

    scene: str = ""
    profile: Profile | None = None
    dialogue: tuple[Turn, ...] = ()
    query: Query | None = None
    memories: tuple[Memory, ...] = ()
    responses: tuple[Response, ...] = ()
    sections: tuple[Section, ...] = ()
    recalled: str = ""
    recalled_at: tuple[str, ...] = ()
    bank: str = ""


FROM_THE_START = ("scene", "profile", "dialogue", "query", "memories")  # fields of a content; of a memory: key, text


def as_ever(data: Mapping[str, Any]) -> dict[str, Any]:
    """A dumped content without the later fields where they are empty: the same for an item of any version."""
    kept = {name: value for name, value in data.items() if value or name in FROM_THE_START}
    if kept.get("profile") and kept["profile"].get("side") == "agent":
        kept["profile"] = {name: value for name, value in kept["profile"].items() if name != "side"}
    kept["memories"] = [
        {name: value for name, value in memory.items() if value or name in ("key", "text")}
        for memory in data["memories"]
    ]
    return kept


def told(content: Content) -> bytes:
    """A content as JSON without what is as it is by default: short, and the same for an item of any version."""
    return content.__pydantic_serializer__.to_json(content, exclude_defaults=True)


def pair_key(response: str, memory: str) -> str:
    """The key of a pair: one memory in one response."""
    return f"{response}.{memory}"


def memory_keys(item_id: str, texts: Sequence[str]) -> list[str]:
    """A key for each memory of an item, in the order of `texts`.

    A key is `m` and the first digits of the text's sha256. Where an item has one text twice, the copies are numbered
    in an order drawn from a hash of the item and the place, so that their numbers say nothing about their roles.

    >>> memory_keys("i1", ["She paints."])
    ['m7f04831a9944']
    """
    return _keys("m", item_id, texts)


def response_keys(item_id: str, texts: Sequence[str]) -> list[str]:
    """A key for each response to an item, made as a memory's key is, with `r` before it."""
    return _keys("r", item_id, texts)


def _keys(sign: str, item_id: str, texts: Sequence[str]) -> list[str]:
    keys = [sign + sha256(text.encode()).hexdigest()[:KEY_DIGITS] for text in texts]
    if len({*keys}) == len(keys):
        return keys
    repeated = {key for key, count in Counter(keys).items() if count > 1}
    numbered = list(keys)
    for key in repeated:
        places = [place for place, each in enumerate(keys) if each == key]
        places.sort(key=lambda place: _hash(f"{item_id}\0{place}"))
        for number, place in enumerate(places, start=1):
            numbered[place] = f"{key}-{number}"
    return numbered


def memories(item_id: str, entries: Sequence[str | Memory]) -> tuple[tuple[Memory, ...], list[str]]:
    """The memories in the neutral order of their keys, and the keys in the order of the source.

    An entry is a text, or a memory whose key does not count yet.
    """
    keys = memory_keys(item_id, [entry if isinstance(entry, str) else entry.text for entry in entries])
    named = [
        Memory(key=key, text=entry) if isinstance(entry, str) else entry.model_copy(update={"key": key})
        for key, entry in zip(keys, entries, strict=True)
    ]
    return tuple(sorted(named, key=lambda memory: memory.key)), keys


def plain_memories(item_id: str, texts: Sequence[str]) -> tuple[list[dict[str, str]], list[str]]:
    """What `memories` gives, of texts alone and as plain data: to be validated together with the rest of an item."""
    keys = memory_keys(item_id, texts)
    return [{"key": key, "text": text} for key, text in sorted(zip(keys, texts, strict=True))], keys


def responses(item_id: str, texts: Sequence[str]) -> tuple[tuple[Response, ...], list[str]]:
    """The responses in the neutral order of their keys, and the keys in the order of the source."""
    keys = response_keys(item_id, texts)
    return tuple(Response(key=key, text=text) for key, text in sorted(zip(keys, texts, strict=True))), keys


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()
