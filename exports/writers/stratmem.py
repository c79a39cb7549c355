"""StratMem-Bench in its published form, with the memories regrouped by their gold roles.

Within a role, memories keep the source's order. `inferred_type` follows from the roles and is recomputed (A must only,
B nice only, C both, null neither); everything else is as it came.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from annotation.codebook import Codebook
from exports.writers.formats import GoldItem
from exports.writers.json_pieces import came_otherwise, json_list
from languages import worded

NAME = "stratmem"
TITLE = "StratMem-Bench"
SUFFIX = "json"
MEDIA_TYPE = "application/json; charset=utf-8"
COLUMNS_OF_ANY = False
QUESTION = "role"
ROLES = ("must", "nice", "irr")
NO_ROLES = worded("The codebook asks no {question!r} of memories ({roles}), of which {name} files are made.")
TYPES = {(True, False): "A", (False, True): "B", (True, True): "C", (False, False): None}


def unfit(book: Codebook, formats: Collection[str]) -> str:
    """Why the gold of a project cannot be written in this form; empty where it can."""
    if other := came_otherwise(formats, NAME):
        return other
    question = book.question(QUESTION)
    if question is None or question.about != "memory" or not set(question.label_keys) <= set(ROLES):
        roles = ", ".join(ROLES)
        return worded(NO_ROLES, question=QUESTION, roles=roles, name=NAME)
    return ""


def gold(items: Iterable[GoldItem]) -> Iterator[bytes]:
    """The file piece by piece: a JSON list, one complete item after the other."""
    yield from json_list(record(item) for item in items)


def record(item: GoldItem) -> dict[str, Any]:
    """One published record with its memories under their gold roles."""
    source = [entry for role in ROLES for entry in item.raw["memory"].get(role, [])]
    by_role: dict[str, list[Any]] = {role: [] for role in (*item.raw["memory"], *ROLES)}
    for key, entry in zip(item.keys, source, strict=True):
        by_role[str(item.labels[key, QUESTION])].append(entry)
    kind = TYPES[bool(by_role["must"]), bool(by_role["nice"])]
    # A role that the source leaves out is left out again, unless something has it now.
    named = {role: entries for role, entries in by_role.items() if entries or role in item.raw["memory"]}
    computed = {"memory": named, "inferred_type": kind}
    return {name: computed.get(name, value) for name, value in item.raw.items()}
