"""StratMem-Bench in its published form, with the memories regrouped by their gold roles.

Within a role, memories keep the source's order. `inferred_type` follows from the roles and is recomputed (A must only,
B nice only, C both, null neither); everything else is as it came.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from exports.writers.formats import GoldItem

NAME = "stratmem"
TITLE = "StratMem-Bench"
SUFFIX = "json"
MEDIA_TYPE = "application/json; charset=utf-8"
COLUMNS_OF_ANY = False
QUESTION = "role"
ROLES = ("must", "nice", "irr")
TYPES = {(True, False): "A", (False, True): "B", (True, True): "C", (False, False): None}


def gold(items: Iterable[GoldItem]) -> Iterator[str]:
    """The file in pieces of text: a JSON list, one complete item after the other."""
    separator = "[\n"
    for item in items:
        text = json.dumps(record(item), ensure_ascii=False, indent=2)
        yield separator + "\n".join(f"  {line}" for line in text.split("\n"))
        separator = ",\n"
    yield "\n]" if separator == ",\n" else "[]"


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
