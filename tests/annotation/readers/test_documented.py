"""docs/formats.md: every example of items is recognized and read whole, every format has one, and what is said holds.

An example is a fenced block whose first line names the language, the format, and for a table what its columns are.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from annotation import readers
from annotation.readers import columns, excel, json_rows, rows
from annotation.readers.columns import ColumnMap
from label_formats import text

DOCUMENT = (Path(__file__).parents[3] / "docs" / "formats.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```\w+ (\w+)(.*)\n((?:.*\n)*?)```$", DOCUMENT, flags=re.MULTILINE)
EXAMPLES = [(name, more.split(), body) for name, more, body in BLOCKS if name in readers.names()]


@pytest.mark.parametrize(("name", "mapping", "body"), EXAMPLES)
def test_an_example_is_recognized_and_read_whole(name: str, mapping: list[str], body: str) -> None:
    file = body.encode()
    reader: Any = readers.find(file)
    assert name == reader.NAME
    found = reader.read(file, ColumnMap.parsed(mapping)) if mapping else reader.read(file)
    assert found.refused == []
    assert found.items or found.responses


def test_every_format_has_an_example() -> None:
    assert {name for name, _, _ in EXAMPLES} == set(readers.names())


def test_every_role_of_a_column_is_documented() -> None:
    for role in (*columns.SINGLE, *columns.SEVERAL, "tag:NAME", "label:QUESTION"):
        assert f"`{role}`" in DOCUMENT


def test_the_limits_are_those_that_are_documented() -> None:
    """200 MB, a million rows, a thousand columns, a million characters, 100 levels."""
    assert (text.LARGEST, rows.MOST_ROWS, rows.MOST_COLUMNS) == (200_000_000, 1_000_000, 1_000)
    assert (rows.LONGEST_CELL, json_rows.DEEPEST, excel.EXACT) == (1_000_000, 100, 10**15)


def test_the_ids_of_the_enpmr_example_are_those_that_are_said() -> None:
    body = next(body for name, _, body in EXAMPLES if name == "enpmr")
    found = readers.find(body.encode()).read(body.encode())
    assert [item.id for item in found.items] == ["7-1"]
    assert len(found.items[0].content.memories) == 3, "the target and the two others of its type and theme"
