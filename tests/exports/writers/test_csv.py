"""The CSV writer: what any table holds comes back from the file, and no spreadsheet runs it."""

from __future__ import annotations

import csv
import io
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from annotation.label_files import plain
from exports.writers import FreeText
from exports.writers import csv as writer
from exports.writers.batches import ROWS_AT_ONCE

CELLS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8)
ROWS = st.lists(st.fixed_dictionaries({"id": CELLS, "text": CELLS}), max_size=6)


def written(rows: list[dict[str, Any]], columns: tuple[str, ...] = ("id", "text")) -> str:
    free = [{**row, "text": row["text"] and FreeText(row["text"])} for row in rows]
    return b"".join(writer.table(free, columns=dict.fromkeys(columns, str))).decode()


def read(text: str) -> list[dict[str, str]]:
    assert text.startswith("\ufeff"), "X10: Excel takes it for UTF-8"
    return list(csv.DictReader(io.StringIO(text[1:], newline="")))


@given(ROWS)
def test_every_text_comes_back(rows: list[dict[str, str]]) -> None:
    assert [{**row, "text": plain(row["text"])} for row in read(written(rows))] == rows


def test_free_text_is_guarded_and_ids_and_numbers_are_not() -> None:
    """X1."""
    rows = [{"id": text, "text": text} for text in ("=1+1", "+x", "-1", "@y", "\tz")]
    assert [row["text"] for row in read(written(rows))] == ["'=1+1", "'+x", "'-1", "'@y", "'\tz"]
    assert [row["id"] for row in read(written(rows))] == ["=1+1", "+x", "-1", "@y", "\tz"]
    assert read(written([{"id": -1.5, "text": ""}]))[0]["id"] == "-1.5"


def test_what_is_missing_is_an_empty_cell() -> None:
    """X8."""
    assert read(written([{"id": None, "text": None}])) == [{"id": "", "text": ""}]


def test_zero_is_not_missing() -> None:
    assert read(written([{"id": 0, "text": 0.0}])) == [{"id": "0", "text": "0.0"}]


def test_a_long_table_comes_in_pieces_and_whole() -> None:
    rows = [{"id": str(n), "text": "x"} for n in range(2 * ROWS_AT_ONCE + 1)]
    pieces = list(writer.table(rows, columns={"id": str, "text": str}))
    assert len(pieces) == 3
    assert [row["id"] for row in read(b"".join(pieces).decode())] == [row["id"] for row in rows]
