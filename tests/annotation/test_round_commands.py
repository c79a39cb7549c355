"""Rounds, repeats, trainings, known items and pauses on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from annotation.__main__ import app
from tests import studies
from tests.studies import SLUG, label_file, records, texts

PROJECT = ("--project", SLUG)


def run(*arguments: object, exit_code: int = 0) -> Result:
    done = CliRunner().invoke(app, [str(each) for each in arguments])
    assert done.exit_code == exit_code, done.output
    return done


def as_json(*arguments: object) -> Any:
    return json.loads(run(*arguments, "--json").stdout)


@pytest.fixture
def study(sqlite_database: str, tmp_path: Path) -> Path:
    """Six items with two people, one each; a file with what is known of them."""
    content = records(6)
    studies.make_project(content)
    studies.add_people("ann", "bo")
    studies.assign("ann", "bo", overlap=1)
    rows = [(item["id"], text, "role", role) for item in content for text, role in texts(item)]
    path = tmp_path / "known.csv"
    path.write_bytes(label_file(rows, columns=("item", "target", "question", "label")))
    return path


def test_rounds_are_listed_closed_opened_again_and_opened(study: Path) -> None:
    (first,) = as_json("round", "list", *PROJECT)["rounds"]
    assert (first["number"], first["kind"], first["assigned"], first["closed_at"]) == (1, "independent", 6, None)
    refused = run("round", "open", *PROJECT, exit_code=1)
    assert "still open" in refused.output
    run("round", "close", *PROJECT)
    run("round", "reopen", *PROJECT, "--round", 1)
    run("round", "close", *PROJECT, "--round", 1)
    assert as_json("round", "open", *PROJECT) == {"round": 2, "kind": "independent"}
    made = as_json("round", "open", *PROJECT, "--kind", "calibration", "--annotators", "ann,bo", "--items", "i1,i2")
    assert made == {"round": 3, "kind": "calibration"}
    assert "round 3: calibration beside round 2, open; 2 annotators, 0 of 4" in run("round", "list", *PROJECT).stdout
    run("round", "open", *PROJECT, "--annotators", "ann", exit_code=2)
    assert study


def test_repeats_and_known_items_are_mixed_in(study: Path) -> None:
    options = ("repeats", *PROJECT, "--share", 0.5, "--distance", 1)
    assert as_json(*options, "--dry-run")["assignments_added"] == 4
    assert "Added 4 assignments." in run(*options).stdout
    run("known", "mix", *PROJECT, exit_code=1)
    assert as_json("known", "file", study, *PROJECT)["added"] == 18
    assert "Added 4 assignments." in run("known", "mix", *PROJECT, "--each", 2).stdout
    found = as_json("known", "list", *PROJECT)["items"]
    assert sum(each["annotators"] for each in found) == 4
    run("known", "forget", *PROJECT, "--items", "i1")
    assert len(as_json("known", "list", *PROJECT)["items"]) == 5
    run("known", "decisions", *PROJECT)


def test_a_training_is_opened_and_somebody_let_pass(study: Path) -> None:
    run("training", *PROJECT, "--annotators", "ann", exit_code=2)  # nothing is known yet
    run("known", "file", study, *PROJECT)
    (found,) = as_json("training", *PROJECT, "--annotators", "ann", "--items", "i1,i2", "--pass-mark", 0.9)["trainings"]
    assert (found["items"], found["pass_mark"], found["people"][0]["state"]) == (2, 0.9, "working")
    assert "let pass" in run("training", *PROJECT, "--let-pass", "ann").stdout


def test_an_annotator_is_paused_and_goes_on(study: Path) -> None:
    run("pause", "ann", *PROJECT)
    run("pause", "ann", *PROJECT, exit_code=1)
    run("resume", "ann", *PROJECT)
    assert study


def test_items_are_chosen_in_one_way(study: Path) -> None:
    run("known", "forget", *PROJECT, "--items", "i1", "--tag", "a=b", exit_code=2)
    run("known", "forget", *PROJECT, "--tag", "a", exit_code=2)
    assert study
