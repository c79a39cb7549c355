"""The files of a release as they are written: hashed while they are, the same bytes for the same content.

Rows are taken once and written as csv and parquet side by side, so that no table is ever whole in memory.
"""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import tee
from pathlib import Path
from typing import Any

from exports import writers
from exports.writers import Columns

TABLE_FORMATS = ("csv", "parquet")
EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest moment that a zip file can tell: none of its own
PART = 1 << 20  # bytes


@dataclass(frozen=True)
class WrittenFile:
    """One file: its sha256, its size in bytes, and how many rows it has, where it is a table."""

    sha256: str
    size: int
    rows: int | None = None

    def as_json(self) -> dict[str, Any]:
        """As a manifest lists it."""
        return {"sha256": self.sha256, "size": self.size, **({} if self.rows is None else {"rows": self.rows})}


@dataclass
class Folder:
    """A folder that a release is written into, and what was written so far, by path within it."""

    path: Path
    files: dict[str, WrittenFile] = field(default_factory=dict)

    def write(self, name: str, pieces: Iterable[bytes], *, rows: Callable[[], int] | None = None) -> None:
        """Write one file piece by piece."""
        for _ in self._writing(name, pieces):
            pass
        if rows is not None:
            self.files[name] = WrittenFile(self.files[name].sha256, self.files[name].size, rows())

    def table(
        self, name: str, found: Iterable[Mapping[str, Any]], *, columns: Columns, formats: Iterable[str] = TABLE_FORMATS
    ) -> int:
        """Write a table in each of the formats; the name ends with the format's own ending. How many rows it has."""
        kinds = list(formats)
        taken = [0] * len(kinds)

        def side(place: int, rows: Iterator[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
            for row in rows:
                taken[place] += 1
                yield row

        writing = {
            place: self._writing(f"{name}.{kind}", writers.find_table(kind).table(side(place, rows), columns=columns))
            for place, (kind, rows) in enumerate(zip(kinds, tee(found, len(kinds)), strict=True))
        }
        while writing:  # whichever is behind goes on, so that few rows wait for the others
            place = min(writing, key=lambda each: taken[each])
            if next(writing[place], None) is None:
                del writing[place]
        for place, kind in enumerate(kinds):
            one = self.files[f"{name}.{kind}"]
            self.files[f"{name}.{kind}"] = WrittenFile(one.sha256, one.size, taken[place])
        return taken[0]

    def _writing(self, name: str, pieces: Iterable[bytes]) -> Iterator[bytes]:
        out = self.path / name
        out.parent.mkdir(parents=True, exist_ok=True)
        digest, size = hashlib.sha256(), 0
        with out.open("wb") as stream:
            for piece in pieces:
                stream.write(piece)
                digest.update(piece)
                size += len(piece)
                yield piece
        self.files[name] = WrittenFile(digest.hexdigest(), size)


def zipped(folder: Path, out: Path) -> None:
    """Put every file of a folder into a zip file; no moment, owner or order of the disk is told in it."""
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(each for each in folder.rglob("*") if each.is_file()):
            entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), date_time=EPOCH)
            entry.compress_type, entry.external_attr, entry.create_system = zipfile.ZIP_DEFLATED, 0o644 << 16, 3
            with path.open("rb") as source, archive.open(entry, "w", force_zip64=True) as target:
                while part := source.read(PART):
                    target.write(part)
