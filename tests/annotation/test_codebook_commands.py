"""`python -m annotation codebook …`: what is said, what is saved, and the exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from annotation import codebook, store
from annotation.__main__ import app
from annotation.codebook_history import versions
from tests import studies

pytestmark = pytest.mark.usefixtures("sqlite_database")
ROLES = codebook.written(codebook.built_in("stratmem-roles"))


@pytest.fixture
def labelled() -> None:
    studies.make_project()
    studies.take_labels(studies.votes({"a": "nice", "b": "must"}))


@pytest.fixture
def optional(tmp_path: Path) -> Path:
    """The codebook of roles in which nice is called otherwise."""
    file = tmp_path / "own.yaml"
    file.write_text(ROLES.replace("key: nice", "key: optional"), encoding="utf-8")
    return file


def run(*words: object) -> Result:
    return CliRunner().invoke(app, ["codebook", *map(str, words)])


def test_a_built_in_codebook_is_printed_as_it_can_be_read_back() -> None:
    assert codebook.read(run("show", "stratmem-usage").stdout, name="x") == codebook.built_in("stratmem-usage")
    assert "stratmem-usage " in run("list").stdout
    assert {each["name"] for each in json.loads(run("list", "--json").stdout)["codebooks"]} == {
        *codebook.built_in_names()
    }


def test_an_earlier_version_of_a_projects_is_printed(labelled: None, optional: Path) -> None:
    assert run("save", optional, "--project", "study", "--map", "role:nice=optional").exit_code == 0
    assert "key: nice" in run("show", "--project", "study", "--version", 1).stdout
    shown = json.loads(run("show", "--project", "study", "--json").stdout)
    assert (shown["version"], shown["codebook"]["questions"][0]["labels"][1]["key"]) == (2, "optional")
    assert run("show", "--project", "study", "--version", 9).exit_code == 1
    assert run("show").exit_code == 2


def test_j1_a_renamed_label_is_refused_until_it_is_said_what_it_becomes(labelled: None, optional: Path) -> None:
    refused = run("save", optional, "--project", "study")
    assert refused.exit_code == 1
    assert "role: 9 answers say nice" in refused.stderr
    saved = run("save", optional, "--project", "study", "--map", "role:nice=optional", "--note", "Clearer.", "--json")
    assert json.loads(saved.stdout) == {"version": 2, "reopened": 0, "completed": 0}
    with store.reading() as session:
        newest = versions(session, slug="study")[0]
    assert (newest.note, newest.who, newest.became) == ("Clearer.", None, {"role": {"nice": "optional"}})


def test_checking_says_line_and_field_and_what_a_project_would_feel(labelled: None, optional: Path) -> None:
    found = run("check", optional, "--project", "study")
    assert found.exit_code == 1
    assert "9 answers say nice: --map role:nice=…" in found.stdout
    mapped = run("check", optional, "--project", "study", "--map", "role:nice=optional", "--json")
    assert mapped.exit_code == 0
    assert json.loads(mapped.stdout)["to_map"] == [{"question": "role", "count": 9, "label": "nice"}]
    optional.write_text(ROLES.replace("about: memory", "about: sentence"), encoding="utf-8")
    wrong = run("check", optional, "--json")
    (problem,) = json.loads(wrong.stdout)["problems"]
    assert (wrong.exit_code, problem["field"]) == (1, "questions[0].about")
    assert ROLES.splitlines()[problem["line"] - 1].strip().endswith("about: memory")


@pytest.mark.parametrize("mapping", ["nice=optional", "role:nice", ":nice=x"])
def test_a_mapping_that_is_none_is_wrong_usage(labelled: None, optional: Path, mapping: str) -> None:
    assert run("save", optional, "--project", "study", "--map", mapping).exit_code == 2


def test_a_file_that_is_no_text_is_a_sentence(labelled: None, tmp_path: Path) -> None:
    file = tmp_path / "own.yaml"
    file.write_bytes(b"\xff\xfe\x00")
    refused = run("save", file, "--project", "study")
    assert (refused.exit_code, refused.stderr.strip()) == (1, "own.yaml: this is not text in UTF-8")
