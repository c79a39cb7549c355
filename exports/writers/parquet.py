"""A table as Apache Parquet: typed columns, nothing guarded; what is missing is null."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from exports.writers.formats import Columns
from exports.writers.pieces import Pieces

NAME = "parquet"
TITLE = "Parquet"
SUFFIX = "parquet"
MEDIA_TYPE = "application/vnd.apache.parquet"
COLUMNS_OF_ANY = True
ROWS_AT_ONCE = 20_000


def table(rows: Iterable[Mapping[str, Any]], *, columns: Columns) -> Iterator[bytes]:
    """The table piece by piece, one group of rows each."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    kinds = {str: pa.string(), int: pa.int64(), float: pa.float64()}
    schema = pa.schema([(name, kinds[kind]) for name, kind in columns.items()])
    page, waiting = Pieces(), iter(rows)
    with pq.ParquetWriter(page, schema) as writer:
        while part := list(islice(waiting, ROWS_AT_ONCE)):
            cells = {name: [_plain(row[name]) for row in part] for name in columns}
            writer.write_table(pa.table(cells, schema=schema))
            yield page.taken()
    yield page.taken()


def _plain(value: Any) -> Any:
    """A text without what only other formats need to know of it."""
    return str(value) if isinstance(value, str) else value
