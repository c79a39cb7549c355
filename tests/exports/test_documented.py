"""docs/formats.md and docs/release.md: the columns and the card that they show are those that there are."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from exports import layers
from exports.__main__ import app
from exports.release_options import CardTold, read_card

DOCS = Path(__file__).parents[2] / "docs"
FORMATS = (DOCS / "formats.md").read_text(encoding="utf-8")
RELEASE = (DOCS / "release.md").read_text(encoding="utf-8")
EXAMPLES = dict(re.findall(r"^```csv layer (\w+)\n((?:.*\n)*?)```$", FORMATS, flags=re.MULTILINE))


def test_every_layer_has_an_example() -> None:
    assert set(EXAMPLES) == set(layers.COLUMNS)


@pytest.mark.parametrize("name", list(layers.COLUMNS))
def test_an_example_has_the_columns_of_its_layer_and_their_kinds(name: str) -> None:
    rows = list(csv.DictReader(io.StringIO(EXAMPLES[name])))
    assert rows
    for row in rows:
        assert list(row) == list(layers.columns(name))
        assert None not in row.values()
        for column, kind in layers.columns(name).items():
            kind(row[column] or "0")  # a number where one belongs


def test_the_example_of_a_card_says_all_that_can_be_said(tmp_path: Path) -> None:
    (body,) = re.findall(r"^```yaml\n((?:.*\n)*?)```$", RELEASE, flags=re.MULTILINE)
    (tmp_path / "card.yaml").write_text(body, encoding="utf-8")
    told = read_card(tmp_path / "card.yaml").model_dump()
    assert set(told) == set(CardTold.model_fields)
    assert all(told.values())


def test_the_options_of_the_command_are_documented() -> None:
    helped = CliRunner().invoke(app, ["release", "--help"], env={"COLUMNS": "200", "NO_COLOR": "1"}).output
    for option in ("--splits", "--group-by", "--seed", "--card", "--new-splits"):
        assert option in helped
        assert option in RELEASE
