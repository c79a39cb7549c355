"""Rows of a table, many at a time and column by column: what csv and parquet are written from, each row taken once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Protocol

from exports.writers.formats import Columns

ROWS_AT_ONCE = 1_000

Batch = Mapping[str, list[Any]]  # as long as each other, in the order of the columns


class Sheet(Protocol):
    """A table that is being written: bytes come out as batches go in."""

    def add(self, batch: Batch) -> bytes:
        """The bytes that can leave now."""

    def end(self) -> bytes:
        """The last of them."""


def batches(rows: Iterable[Mapping[str, Any]], *, columns: Columns) -> Iterator[Batch]:
    """The rows as batches; none where there is no row."""
    waiting = iter(rows)
    while part := list(islice(waiting, ROWS_AT_ONCE)):
        yield {name: [row[name] for row in part] for name in columns}


def pieces(sheet: Sheet, found: Iterable[Batch]) -> Iterator[bytes]:
    """A whole table, piece by piece."""
    for batch in found:
        if piece := sheet.add(batch):
            yield piece
    if piece := sheet.end():
        yield piece
