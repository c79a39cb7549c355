"""Does the file in StratMem's published form give every memory the role that the gold gives it?

The other benchmarks' files are held to it in `own_formats`.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from exports.verifying.difference import Difference
from exports.verifying.opened import Opened

ROLE = "role"


def stratmem(release: Opened) -> Iterator[Difference]:
    """Memories of a StratMem file that have another role than in the gold, and items that lack some."""
    names = [name for name in release.manifest["files"] if name.startswith("gold/stratmem")]
    wanted: dict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
    for row in release.plain_rows("gold") if names else ():
        if row["question"] == ROLE:
            wanted[row["item"]][row["text"] or "", row["label"] or ""] += 1
    for name in names:
        if not (release.folder / name).is_file():
            continue
        for record in json.loads((release.folder / name).read_text(encoding="utf-8")):
            yield from _of_record(name, record, wanted[str(record["id"])], is_cut=name.endswith("two-nice.json"))


def _of_record(
    name: str, record: Mapping[str, Any], wanted: Counter[tuple[str, str]], *, is_cut: bool
) -> Iterator[Difference]:
    place = (str(record["id"]), "", ROLE)
    found = Counter((str(entry["fact"]), role) for role, entries in record["memory"].items() for entry in entries)
    for text, role in (found - wanted).elements():
        right = next((label for other, label in wanted if other == text), None)
        yield Difference(name, f"{text!r} is {role!r}, and in tables/gold.csv it is {right!r}", place=place)
    if not is_cut and sum(found.values()) < sum(wanted.values()):
        n = sum(wanted.values()) - sum(found.values())
        yield Difference(name, f"{n} memories of the gold are missing", place=place)
