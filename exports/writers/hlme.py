"""HLME as `annotation.readers.hlme` reads it: one item a line as it came, with the gold as its labels.

Turns and memories are named by the ids of the source. An answer of a system has the labels that it was given.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from annotation.codebook import Codebook
from annotation.readers.json_rows import row_id
from annotation.values import parts
from exports.writers.formats import GoldItem
from exports.writers.json_pieces import came_otherwise, json_lines, only_about

NAME = "hlme"
TITLE = "HLME (JSON Lines)"
SUFFIX = "jsonl"
MEDIA_TYPE = "application/x-ndjson; charset=utf-8"
COLUMNS_OF_ANY = False
NUMBER = re.compile(r"0|-?[1-9][0-9]{0,8}")


def unfit(book: Codebook, formats: Collection[str]) -> str:
    """Why the gold of a project cannot be written in this form; empty where it can."""
    return came_otherwise(formats, NAME) or only_about(book, ("item", "response"), NAME)


def gold(items: Iterable[GoldItem]) -> Iterator[bytes]:
    """The file piece by piece, one complete item a line."""
    yield from json_lines(map(record, items))


def record(item: GoldItem) -> dict[str, Any]:
    """One item with its gold."""
    names = _names(item)
    found = {**item.raw, "labels": _labels(item, "", names)}
    if item.responses:
        found["answers"] = _answers(item, names)
    return found


def _labels(item: GoldItem, target: str, names: Mapping[str, str]) -> dict[str, Any]:
    """The gold of a target as the reader takes it: what was picked as a list of ids, numbers as numbers."""
    return {
        question: _value(item, question, label, names)
        for question, label in item.of_target(target).items()
        if label is not None
    }


def _value(item: GoldItem, question: str, label: str, names: Mapping[str, str]) -> Any:
    kind = item.kind(question)
    if kind == "pick":
        return [names.get(key, key) for key in parts(label)]
    return int(label) if kind == "one" and NUMBER.fullmatch(label) else label


def _names(item: GoldItem) -> dict[str, str]:
    """The ids that the source gives turns and memories, by our keys."""
    turns = {f"t{place}": row_id(turn) or str(place) for place, turn in enumerate(item.raw["dialogue"], start=1)}
    evidence = item.raw.get("evidence") or []
    memories = {key: row_id(entry) for key, entry in zip(item.keys, evidence, strict=True)} if item.keys else {}
    return turns | {key: name for key, name in memories.items() if name}


def _answers(item: GoldItem, names: Mapping[str, str]) -> list[dict[str, Any]]:
    """The answers as the source has them, and behind them those that came from elsewhere, with their gold."""
    source = {
        (str(each.get("system", "")).strip(), str(each.get("setting", "")).strip()): each
        for each in item.raw.get("answers") or []
    }
    return [
        {
            **source.get((each.system, each.setting), {"system": each.system, "setting": each.setting}),
            "text": each.text,
            "labels": _labels(item, each.key, names),
        }
        for each in item.responses
    ]
