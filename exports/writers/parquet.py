"""A table as Apache Parquet: typed columns, nothing guarded; what is missing is null."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from exports.writers.batches import Batch, batches, pieces
from exports.writers.formats import Columns
from exports.writers.pieces import Pieces

NAME = "parquet"
TITLE = "Parquet"
SUFFIX = "parquet"
MEDIA_TYPE = "application/vnd.apache.parquet"
COLUMNS_OF_ANY = True
ROWS_OF_A_GROUP = 20_000  # a multiple of those of a batch


def table(rows: Iterable[Mapping[str, Any]], *, columns: Columns) -> Iterator[bytes]:
    """The table piece by piece, one group of rows each."""
    yield from pieces(ParquetSheet(columns), batches(rows, columns=columns))


class ParquetSheet:
    """A table that is being written: batches wait as columns of Arrow until a group of rows is full."""

    def __init__(self, columns: Columns) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        kinds = {str: pa.string(), int: pa.int64(), float: pa.float64()}
        self.schema = pa.schema([(name, kinds[kind]) for name, kind in columns.items()])
        self.page = Pieces()
        self.writer = pq.ParquetWriter(self.page, self.schema)
        self.waiting: list[Any] = []

    def add(self, batch: Batch) -> bytes:
        """A group of rows where one is full."""
        import pyarrow as pa

        self.waiting.append(pa.table(dict(batch), schema=self.schema))
        if sum(part.num_rows for part in self.waiting) >= ROWS_OF_A_GROUP:
            self._write()
        return self.page.taken()

    def end(self) -> bytes:
        """The last group and the foot."""
        if self.waiting:
            self._write()
        self.writer.close()
        return self.page.taken()

    def _write(self) -> None:
        import pyarrow as pa

        self.writer.write_table(pa.concat_tables(self.waiting).combine_chunks())
        self.waiting.clear()
