"""The JSON Lines writer: one object a line, nothing guarded, what is missing is null."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from exports.writers import FreeText, jsonl

VALUES = st.none() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=6)


@given(st.lists(st.fixed_dictionaries({"a": VALUES, "b": VALUES}), max_size=5))
def test_every_value_comes_back_on_a_line_of_its_own(rows: list[dict[str, Any]]) -> None:
    written = b"".join(jsonl.table(rows, columns={"a": str, "b": str})).decode()
    assert [json.loads(line) for line in written.split("\n")[:-1]] == rows


def test_only_the_named_columns_are_written_in_their_order() -> None:
    (line,) = jsonl.table([{"c": 1, "a": FreeText("=x"), "b": None}], columns={"b": str, "a": str})
    assert line == b'{"b": null, "a": "=x"}\n'
