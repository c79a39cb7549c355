"""A table as JSON Lines: one object a row, UTF-8, nothing guarded; what is missing is null."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from exports.writers.formats import Columns

NAME = "jsonl"
TITLE = "JSON Lines"
SUFFIX = "jsonl"
MEDIA_TYPE = "application/x-ndjson; charset=utf-8"
COLUMNS_OF_ANY = True


def table(rows: Iterable[Mapping[str, Any]], *, columns: Columns) -> Iterator[bytes]:
    """The table piece by piece, one line each."""
    for row in rows:
        yield (json.dumps({column: row[column] for column in columns}, ensure_ascii=False) + "\n").encode()
