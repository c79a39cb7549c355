"""Model outputs with their gold: the JSON Lines that `annotation.readers.outputs` reads, one response a line.

Every response has the `labels` that it was given, by question. Where questions are about a memory in a response, each
such memory is listed under `pairs` with its key, its text and its labels; `words` are those that were quoted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from annotation.codebook import Codebook
from annotation.content import pair_key
from exports.writers.formats import GoldItem, GoldResponse
from exports.writers.json_pieces import json_lines
from languages import worded

NAME = "outputs"
TITLE = worded("Model outputs (JSON Lines)")
SUFFIX = "jsonl"
MEDIA_TYPE = "application/x-ndjson; charset=utf-8"
COLUMNS_OF_ANY = False
NOT_KEPT = ("text", "labels", "words", "pairs")  # of the source: what is written anew


def unfit(book: Codebook, formats: Collection[str]) -> str:  # noqa: ARG001 - responses can be joined to any items
    """Why the gold of a project cannot be written in this form; empty where it can."""
    if not book.kinds & {"response", "pair"}:
        return worded("The codebook asks nothing about responses, of which model outputs are made.")
    return ""


def gold(items: Iterable[GoldItem]) -> Iterator[bytes]:
    """The file piece by piece: the responses of one complete item after the other."""
    yield from json_lines(record(item, response) for item in items for response in item.responses)


def record(item: GoldItem, response: GoldResponse) -> dict[str, Any]:
    """One response as its file had it, with its gold."""
    source = {name: value for name, value in response.raw.items() if name not in NOT_KEPT}
    told = {"item": item.id, "system": response.system, "setting": response.setting, "response": response.text}
    pairs = [
        {"memory": memory.key, "text": memory.text, **_gold(item, pair_key(response.key, memory.key))}
        for memory in item.content.memories
        if item.of_target(pair_key(response.key, memory.key))
    ]
    return {**told, **source, **told, **_gold(item, response.key), **({"pairs": pairs} if pairs else {})}


def _gold(item: GoldItem, target: str) -> dict[str, Any]:
    """The labels of a target, and the words of those that are places in a text."""
    labels = {question: label for question, label in item.of_target(target).items() if label is not None}
    words = {question: list(item.words.get((target, question), ())) for question in labels if item.points(question)}
    return {"labels": labels, **({"words": words} if words else {})}
