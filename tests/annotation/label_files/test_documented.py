"""docs/formats.md: every example of labels is recognized and read as it says, and every format has one.

An example is a fenced block whose first line names the language, `labels`, the format, and the file's name where it
matters.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from annotation.label_files import How, LabelFile, formats, read

DOCUMENT = (Path(__file__).parents[3] / "docs" / "formats.md").read_text(encoding="utf-8")
FOUND = re.findall(r"^```\w+ labels ([\w-]+)(.*)\n((?:.*\n)*?)```$", DOCUMENT, flags=re.MULTILINE)
EXAMPLES = {name: (more.strip(), body) for name, more, body in FOUND}


def example(name: str) -> LabelFile:
    file_name, body = EXAMPLES[name]
    return read(body.encode(), how=How(format_name="wide" if name == "wide" else None, file_name=file_name))


def test_every_format_has_an_example_and_a_row_in_the_table() -> None:
    assert set(EXAMPLES) == set(formats())
    assert all(f"| `{name}` |" in DOCUMENT for name in formats())


@pytest.mark.parametrize(
    ("name", "rows", "dropped"),
    [
        ("table", [("0001", "role", "7", "must"), ("0001", "role", "8", "must")], {"repeated": 1}),
        ("wide", [("0001", "role", "ann", "must"), ("0001", "role", "bo", "nice")], {}),
        (
            "label-studio",
            [("0001", "mood", "7", "joy|pride"), ("0001", "cause.EVENT", "7", "2-8")],
            {"cancelled": 1},
        ),
        ("prodigy", [("0001", "HAPPY", "ann", "accept"), ("0001", "", "bo", "joy")], {"ignored": 1}),
        (
            "argilla",
            [("0001", "mood", "u1", "joy"), ("0002", "mood", "u1", "calm"), ("0003", "mood", "u2", "calm")],
            {"discarded": 1},
        ),
        ("doccano", [("0001", "", "ann", "joy|pride"), ("0002", "EVENT", "ann", "2-8")], {"empty": 1}),
    ],
)
def test_an_example_is_read_as_it_is_said(
    name: str, rows: list[tuple[str, str, str, str]], dropped: dict[str, int]
) -> None:
    found = example(name)
    assert found.format == name
    assert found.refused == []
    assert [(row.item, row.question, row.rater, row.label) for row in found.rows] == rows
    assert found.dropped == dropped
