"""The files of a release as they are written: hashed while they are, the same bytes for the same content.

Rows are taken once and written as csv and parquet side by side, so that no table is ever whole in memory.
"""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from exports.writers import Columns
from exports.writers.batches import Sheet, batches
from exports.writers.csv import CsvSheet
from exports.writers.parquet import ParquetSheet

TABLE_FORMATS = ("csv", "parquet")
SHEETS: Mapping[str, Callable[[Columns], Sheet]] = {"csv": CsvSheet, "parquet": ParquetSheet}
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

    def write(self, name: str, pieces: Iterable[bytes]) -> None:
        """Write one file piece by piece."""
        with self._file(name) as file:
            for piece in pieces:
                file.write(piece)

    def table(
        self, name: str, found: Iterable[Mapping[str, Any]], *, columns: Columns, formats: Iterable[str] = TABLE_FORMATS
    ) -> int:
        """Write a table in each of the formats; the name ends with the format's own ending. How many rows it has."""
        rows = 0
        with ExitStack() as opened:
            sides = [(SHEETS[kind](columns), opened.enter_context(self._file(f"{name}.{kind}"))) for kind in formats]
            for batch in batches(found, columns=columns):
                rows += len(next(iter(batch.values())))
                for sheet, file in sides:
                    file.write(sheet.add(batch))
            for sheet, file in sides:
                file.write(sheet.end())
                file.rows = rows
        return rows

    @contextmanager
    def _file(self, name: str) -> Iterator[_Hashed]:
        """A file to write to while the block lasts; it is listed with what was written."""
        out = self.path / name
        out.parent.mkdir(parents=True, exist_ok=True)
        with out.open("wb") as stream:
            file = _Hashed(stream)
            yield file
        self.files[name] = WrittenFile(file.digest.hexdigest(), file.size, file.rows)


class _Hashed:
    """A file that is hashed while it is written."""

    def __init__(self, stream: IO[bytes]) -> None:
        self.stream, self.digest, self.size = stream, hashlib.sha256(), 0
        self.rows: int | None = None

    def write(self, piece: bytes) -> None:
        self.stream.write(piece)
        self.digest.update(piece)
        self.size += len(piece)


def zipped(folder: Path, out: Path) -> None:
    """Put every file of a folder into a zip file; no moment, owner or order of the disk is told in it."""
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(each for each in folder.rglob("*") if each.is_file()):
            entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), date_time=EPOCH)
            entry.compress_type, entry.external_attr, entry.create_system = zipfile.ZIP_DEFLATED, 0o644 << 16, 3
            with path.open("rb") as source, archive.open(entry, "w", force_zip64=True) as target:
                while part := source.read(PART):
                    target.write(part)
