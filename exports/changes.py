"""What has changed in the gold since the release before? Place by place: added, changed or withdrawn."""

from __future__ import annotations

import csv
import io
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from annotation.label_files import plain
from exports.following import Place, place_of
from exports.writers import Columns

COLUMNS: Columns = dict.fromkeys(("item", "target", "question", "change", "before", "after"), str)
LONGEST_CELL = 1 << 27  # characters; the csv module would stop at 131,072
GOLD, SPLITS = "tables/gold.csv", "tables/splits.csv"


@dataclass(frozen=True)
class Earlier:
    """What the release before said: its number, the gold by place, and the split of every item, if it had any."""

    number: int
    gold: Mapping[Place, str]
    splits: Mapping[str, str]


def read_earlier(number: int, archive: bytes) -> Earlier:
    """The release before, from its zip file."""
    with zipfile.ZipFile(io.BytesIO(archive)) as found:
        gold = {place_of(row): plain(row["label"]) for row in _rows(found, GOLD) if row["label"]}
        there = SPLITS in found.namelist()
        splits = {row["item"]: row["split"] for row in _rows(found, SPLITS) if row["split"]} if there else {}
    return Earlier(number, gold, splits)


def changes(before: Mapping[Place, str], after: Mapping[Place, str]) -> Iterator[dict[str, Any]]:
    """The places whose gold is another one, those of the new gold in its order first."""
    for place, label in after.items():
        if before.get(place) != label:
            yield _row(place, "changed" if place in before else "added", before.get(place), label)
    for place, label in before.items():
        if place not in after:
            yield _row(place, "withdrawn", label, None)


def counted(found: Iterator[dict[str, Any]], counts: Counter[str]) -> Iterator[dict[str, Any]]:
    """The same rows, counted by kind as they pass."""
    for row in found:
        counts[row["change"]] += 1
        yield row


def _row(place: Place, change: str, before: str | None, after: str | None) -> dict[str, Any]:
    item, target, question = place
    return {
        "item": item,
        "target": target,
        "question": question,
        "change": change,
        "before": before,
        "after": after,
    }


def _rows(found: zipfile.ZipFile, name: str) -> Iterator[dict[str, str]]:
    csv.field_size_limit(LONGEST_CELL)
    with found.open(name) as stream:
        yield from csv.DictReader(io.TextIOWrapper(stream, encoding="utf-8-sig", newline=""))
