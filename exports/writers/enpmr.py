"""ENPMR-Bench in its published form: persona records, each dialogue with the outcome of its validation.

A dialogue record is as it came, and has besides `validation`, the gold about the dialogue by question, and `responses`
where systems have answered, each with its `labels`. A persona is as it came, but that it has the complete dialogues
alone; memories that a later file brought stand behind its own. Of one that an earlier version imported Accord has what
it shows: the sections of the profile, and the memories. What is written is read again as the same items.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from annotation.codebook import Codebook
from annotation.content import Memory
from annotation.readers.entries import entries
from exports.writers.formats import GoldItem
from exports.writers.json_pieces import came_otherwise, json_list, only_about

NAME = "enpmr"
TITLE = "ENPMR-Bench"
SUFFIX = "json"
MEDIA_TYPE = "application/json; charset=utf-8"
COLUMNS_OF_ANY = False
NUMBER = re.compile(r"0|-?[1-9][0-9]{0,8}")
NAMED = re.compile(r"(?P<name>[^：:]+)(?:：|: )(?P<value>.+)", re.DOTALL)


def unfit(book: Codebook, formats: Collection[str]) -> str:
    """Why the gold of a project cannot be written in this form; empty where it can."""
    return came_otherwise(formats, NAME) or only_about(book, ("item", "response"), NAME)


def gold(items: Iterable[GoldItem]) -> Iterator[bytes]:
    """The file piece by piece: a JSON list, one persona with its complete dialogues after the other."""
    yield from json_list(persona(list(own)) for _, own in groupby(items, key=lambda item: item.content.bank))


def persona(items: Sequence[GoldItem]) -> dict[str, Any]:
    """One persona with these dialogues."""
    content, bank, record = items[0].content, items[0].bank, items[0].bank_record
    if record:
        there = {entry["event"] for entry in record["memory_bank"]}
        further = [_memory(memory) for memory in bank if memory.text not in there]
        told = {**record, "memory_bank": [*record["memory_bank"], *further]}
        return {**told, "dialog": [dialogue(item) for item in items]}
    sections = content.profile.sections if content.profile else ()
    return {
        "id": content.bank,
        **{section.name: _shaped(section.entries) for section in sections},
        "dialog": [dialogue(item) for item in items],
        "memory_bank": [_memory(memory) for memory in bank],
    }


def dialogue(item: GoldItem) -> dict[str, Any]:
    """One dialogue with the outcome of its validation."""
    responses = [
        {
            "system": each.system,
            "setting": each.setting,
            "response": each.text,
            "memory_used": each.memory_used,
            "labels": _labels(item, each.key),
        }
        for each in item.responses
    ]
    validation = {"item": item.id, **_labels(item, "")}
    return {**item.raw, "validation": validation, **({"responses": responses} if responses else {})}


def _labels(item: GoldItem, target: str) -> dict[str, Any]:
    """The gold of a target by question; a number as a number."""
    return {
        question: int(label) if item.kind(question) == "one" and NUMBER.fullmatch(label) else label
        for question, label in item.of_target(target).items()
        if label is not None
    }


def _memory(memory: Memory) -> dict[str, str]:
    told = {"date": memory.date, "type": memory.type, "big_event": memory.theme}
    return {**told, "event": memory.text, "dialog": memory.detail}


def _shaped(texts: Sequence[str]) -> Any:
    """A section as a mapping where all its texts are `name: value`, else as a list."""
    found = [NAMED.fullmatch(text) for text in texts]
    mapping = {each["name"]: each["value"] for each in found if each}
    return mapping if entries(mapping) == tuple(texts) else list(texts)
