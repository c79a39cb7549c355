"""Are the files those of the manifest, and is every csv the same table as the parquet beside it?"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

from annotation.label_files import plain
from exports.following import place_of
from exports.manifest import NAME
from exports.verifying.difference import Difference
from exports.verifying.opened import COLUMNS, Opened

PART = 1 << 20  # bytes
MOST_OF_A_TABLE = 20  # differences named of one table; more are counted


def files(release: Opened) -> Iterator[Difference]:
    """Files that are missing, that nobody listed, or that are others than were listed."""
    listed = release.manifest["files"]
    there = {each.relative_to(release.folder).as_posix() for each in release.folder.rglob("*") if each.is_file()}
    for name, told in listed.items():
        if name not in there:
            yield Difference(name, "the file is missing")
            continue
        size, sha256 = _digest(release.folder / name)
        if sha256 != told["sha256"]:
            why = f", and it has {size} bytes for {told['size']}" if size != told["size"] else ""
            yield Difference(name, f"the file is another one than was released: its sha256 is {sha256}{why}")
    for name in sorted(there - set(listed) - {NAME}):
        yield Difference(name, "the manifest does not list this file")


def tables(release: Opened) -> Iterator[Difference]:
    """Rows of a csv that are others than those of the parquet beside it."""
    for table in COLUMNS:
        file = f"tables/{table}.csv"
        if file not in release.manifest["files"] or not release.has(table):
            continue
        found = list(_first(_apart(release, table)))
        yield from found


def _apart(release: Opened, table: str) -> Iterator[Difference]:
    name = f"tables/{table}.csv"
    beside = f"tables/{table}.parquet"
    try:
        for one, other in zip_longest(release.rows(table), _parquet(release.folder / beside)):
            if one is None or other is None:
                shorter = name if one is None else beside
                yield Difference(shorter, "it has fewer rows than the same table in the other format")
                return
            number, row = one
            for column in COLUMNS[table]:
                if _same(row[column], other.get(column)):
                    continue
                said = f"{column} is {row[column]!r}, and in {beside} it is {other.get(column)!r}"
                yield Difference(name, said, number, place_of({"target": "", "question": "", **row}))
    except (OSError, ValueError, UnicodeDecodeError) as error:
        yield Difference(name, f"it cannot be compared with {beside}: {' '.join(str(error).split())}")


def _first(found: Iterator[Difference]) -> Iterator[Difference]:
    more = 0
    last: Difference | None = None
    for place, each in enumerate(found):
        if place < MOST_OF_A_TABLE:
            yield each
        else:
            more, last = more + 1, each
    if last is not None:
        yield Difference(last.file, f"and {more} more such differences in this table")


def _parquet(file: Path) -> Iterator[dict[str, Any]]:
    """The rows of a parquet file. Raises ValueError where it is none."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(file) as found:
            for part in found.iter_batches():
                yield from part.to_pylist()
    except (pa.ArrowException, OSError) as error:
        raise ValueError(f"{file.name} is no parquet file that can be read ({type(error).__name__})") from error


def _same(one: Any, other: Any) -> bool:
    """Whether a cell of a csv says what the parquet says: there, nothing and an empty text are one."""
    return one == (plain(other) if isinstance(other, str) else other) or (one is None and other in (None, ""))


def _digest(file: Path) -> tuple[int, str]:
    digest, size = hashlib.sha256(), 0
    with file.open("rb") as stream:
        while part := stream.read(PART):
            digest.update(part)
            size += len(part)
    return size, digest.hexdigest()
