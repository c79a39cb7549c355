"""`python -m agreement … --judge … --epsilon`: the alternative annotator test on a label file."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agreement.report_command import app

LABELS = ("a", "b", "c")


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """Three people on sixty items, and a judge that is as good as they are."""
    draw = random.Random(5)

    def said(right: str) -> str:
        return right if draw.random() < 0.8 else draw.choice(LABELS)

    right = {f"i{n}": draw.choice(LABELS) for n in range(60)}
    people = ["item,rater,label"] + [f"{item},{who},{said(label)}" for item, label in right.items() for who in "xyz"]
    judge = ["item,label"] + [f"{item},{said(label)}" for item, label in right.items()]
    for name, lines in (("people.csv", people), ("gpt.csv", judge)):
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return tmp_path / "people.csv", tmp_path / "gpt.csv"


def test_a_judge_is_tested_where_an_epsilon_is_given_and_the_epsilon_is_printed(files: tuple[Path, Path]) -> None:
    people, judge = map(str, files)
    command = [people, "--judge", judge, "--bootstrap", "0"]
    found = json.loads(CliRunner().invoke(app, [*command, "--epsilon", "0.2", "--json"]).stdout)
    (test,) = found["questions"][0]["alternative_annotator"]
    assert (test["judge"], test["epsilon"], test["passes"]) == ("gpt", 0.2, True)
    assert [one["rater"] for one in test["people"]] == ["x", "y", "z"]
    told = CliRunner().invoke(app, [*command, "--epsilon", "0.2"]).stdout
    assert "epsilon 0.2 (to be chosen beforehand)" in told
    assert "passed" in told


def test_without_an_epsilon_no_test_is_made(files: tuple[Path, Path]) -> None:
    people, judge = map(str, files)
    found = json.loads(CliRunner().invoke(app, [people, "--judge", judge, "--bootstrap", "0", "--json"]).stdout)
    assert found["questions"][0]["alternative_annotator"] == []


def test_an_epsilon_that_is_none_is_refused(files: tuple[Path, Path]) -> None:
    people, judge = map(str, files)
    done = CliRunner().invoke(app, [people, "--judge", judge, "--epsilon", "1.5"])
    assert done.exit_code == 2
