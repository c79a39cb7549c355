"""Spans without a key lie in the only text that there is."""

from __future__ import annotations

import pytest

from annotation.label_files import keyed


@pytest.mark.parametrize(
    ("label", "keys", "expected"),
    [
        ("2-8", ["query"], "query:2-8"),
        ("2-8 | 9-10", ["r1"], "r1:2-8 | r1:9-10"),
        ("t1:2-8|9-10", ["t1"], "t1:2-8|t1:9-10"),
        ("2-8", ["t1", "t2"], "2-8"),
        ("2-8", [], "2-8"),
        ("none", ["query"], "none"),
        ("t2-8", ["query"], "t2-8"),
        ("2-8-9", ["query"], "2-8-9"),
    ],
)
def test_a_span_gets_the_key_of_the_only_text(label: str, keys: list[str], expected: str) -> None:
    assert keyed(label, keys) == expected
