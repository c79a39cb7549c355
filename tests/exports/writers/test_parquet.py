"""The Parquet writer: columns of one type each, in pieces that are one file, nothing guarded."""

from __future__ import annotations

import io
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from exports.writers import FreeText, batches, parquet

COLUMNS = {"id": str, "text": str, "n": int, "share": float}


def rows(number: int) -> list[dict[str, Any]]:
    return [
        {"id": f"{n:05}", "text": FreeText("=1+1"), "n": None if n % 2 else n, "share": n / 3} for n in range(number)
    ]


def test_every_column_has_its_type_and_every_value_comes_back() -> None:
    """X8, X11: null is null, ids are text."""
    file = b"".join(parquet.table(rows(4), columns=COLUMNS))
    found = pq.read_table(io.BytesIO(file))
    assert [field.type for field in found.schema] == [pa.string(), pa.string(), pa.int64(), pa.float64()]
    assert found.to_pylist() == rows(4)


def test_a_column_without_a_value_keeps_its_type() -> None:
    empty = [dict.fromkeys(COLUMNS)]
    found = pq.read_table(io.BytesIO(b"".join(parquet.table(empty, columns=COLUMNS))))
    assert found.schema.field("share").type == pa.float64()
    assert found.to_pylist() == empty


def test_no_row_at_all_is_a_file_too() -> None:
    found = pq.read_table(io.BytesIO(b"".join(parquet.table([], columns=COLUMNS))))
    assert (found.num_rows, found.column_names) == (0, list(COLUMNS))


def test_a_long_table_comes_in_pieces_and_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "ROWS_AT_ONCE", 5)
    monkeypatch.setattr(parquet, "ROWS_OF_A_GROUP", 10)
    pieces = list(parquet.table(iter(rows(25)), columns=COLUMNS))
    assert len(pieces) == 4
    assert pq.read_table(io.BytesIO(b"".join(pieces))).to_pylist() == rows(25)
