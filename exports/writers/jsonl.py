"""A table as JSON Lines: one object a row, UTF-8, nothing guarded; what is missing is null."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

NAME = "jsonl"
TITLE = "JSON Lines"
SUFFIX = "jsonl"
MEDIA_TYPE = "application/x-ndjson; charset=utf-8"
COLUMNS_OF_ANY = True


def table(rows: Iterable[Mapping[str, Any]], *, columns: Sequence[str], free_text: Sequence[str]) -> Iterator[str]:  # noqa: ARG001 - JSON needs no guard
    """The table in pieces of text, one line each."""
    for row in rows:
        yield json.dumps({column: row[column] for column in columns}, ensure_ascii=False) + "\n"
