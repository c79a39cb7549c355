"""A release as it lies there: its manifest and its tables, read without trusting either."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from annotation.codebook import Codebook, read
from annotation.errors import Unreadable
from annotation.label_files import plain
from exports import changes, decided, gold, labels, raw, remarks, soft
from exports.following import PassOfLabelling
from exports.manifest import FORMAT, NAME
from exports.release_splits import Placed
from exports.writers import Columns
from languages import worded

COLUMNS: Mapping[str, Columns] = {
    "labels": labels.COLUMNS,
    "gold": gold.COLUMNS,
    "raw": raw.COLUMNS,
    "decisions": decided.COLUMNS,
    "soft": soft.COLUMNS,
    "comments": remarks.COLUMNS,
    "splits": Placed.COLUMNS,
    "changes": changes.COLUMNS,
}
NO_MANIFEST = worded("{place} is no release: it has no {name} that can be read.")
OTHER_FORMAT = worded("{place} is no release that this version can check: its format is {found!r}, not {wanted!r}.")


@dataclass(frozen=True)
class Opened:
    """The folder of a release."""

    folder: Path

    @cached_property
    def manifest(self) -> Mapping[str, Any]:
        """What the release says of itself. Raises Unreadable where that cannot be read, or is of another format."""
        try:
            found = json.loads((self.folder / NAME).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise Unreadable(worded(NO_MANIFEST, place=self.folder.name, name=NAME)) from error
        told = found.get("format") if isinstance(found, dict) else None
        if told != FORMAT:
            raise Unreadable(worded(OTHER_FORMAT, place=self.folder.name, found=told, wanted=FORMAT))
        return dict(found)

    @property
    def rounds(self) -> list[PassOfLabelling]:
        """The rounds of the project."""
        return [PassOfLabelling(each["number"], each["kind"], each["beside"]) for each in self.manifest["rounds"]]

    @cached_property
    def book(self) -> Codebook:
        """The newest version of the codebook. Raises what `annotation.codebook.read` does, and OSError."""
        newest = self.manifest["codebooks"][-1]["file"]
        return read((self.folder / newest).read_text(encoding="utf-8"), name=newest)

    def has(self, table: str) -> bool:
        """Whether the table is there as csv."""
        return (self.folder / f"tables/{table}.csv").is_file()

    def rows(self, table: str) -> Iterator[tuple[int, dict[str, Any]]]:
        """The rows of a table by their numbers, read from its csv: numbers as numbers, what is empty as None.

        Raises ValueError for a cell that is no number where one belongs, and for a file that is no csv in UTF-8.
        """
        kinds = COLUMNS[table]
        csv.field_size_limit(changes.LONGEST_CELL)
        with (self.folder / f"tables/{table}.csv").open(encoding="utf-8-sig", newline="") as stream:
            for number, row in enumerate(csv.DictReader(stream), start=2):
                yield number, {name: _cell(row.get(name), kind, number, name) for name, kind in kinds.items()}

    def plain_rows(self, table: str) -> Iterator[dict[str, Any]]:
        """The rows of a table without their numbers."""
        return (row for _, row in self.rows(table))


def _cell(text: str | None, kind: type, row: int, column: str) -> Any:
    if not text:
        return None
    if kind is str:
        return plain(text)
    try:
        return kind(text)
    except ValueError as error:
        raise ValueError(f"row {row}: {column} is {text!r}, and should be a number") from error
