"""What an item shows on a screen: scene, profile, dialogue, query and memories, and the keys that name them.

The keys are neutral: made from the memory's text alone, so that they are the same in every project and say nothing
about roles. Memories are stored in the order of their keys, never in the order of the source, which often gives the
answer away.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from typing import Literal

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
    """Who answers."""

    name: str
    sections: tuple[Section, ...] = ()


class Query(Part):
    """The utterance that the answer is to."""

    speaker: str
    text: str
    time: str = ""


class Memory(Part):
    """A candidate memory."""

    key: str
    text: str


class Content(Part):
    """Everything that a labelling screen may show of an item. Any part may be empty."""

    scene: str = ""
    profile: Profile | None = None
    dialogue: tuple[Turn, ...] = ()
    query: Query | None = None
    memories: tuple[Memory, ...] = ()


def memory_keys(item_id: str, texts: Sequence[str]) -> list[str]:
    """A key for each memory of an item, in the order of `texts`.

    A key is `m` and the first digits of the text's sha256. Where an item has one text twice, the copies are numbered
    in an order drawn from a hash of the item and the place, so that their numbers say nothing about their roles.

    >>> memory_keys("i1", ["She paints."])
    ['m7f04831a9944']
    """
    keys = ["m" + _hash(text)[:KEY_DIGITS] for text in texts]
    repeated = {key for key, count in Counter(keys).items() if count > 1}
    numbered = list(keys)
    for key in repeated:
        places = [place for place, each in enumerate(keys) if each == key]
        places.sort(key=lambda place: _hash(f"{item_id}\0{place}"))
        for number, place in enumerate(places, start=1):
            numbered[place] = f"{key}-{number}"
    return numbered


def memories(item_id: str, texts: Sequence[str]) -> tuple[tuple[Memory, ...], list[str]]:
    """The memories in the neutral order of their keys, and the keys in the order of the source."""
    keys = memory_keys(item_id, texts)
    pairs = sorted(zip(keys, texts, strict=True))
    return tuple(Memory(key=key, text=text) for key, text in pairs), keys


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
