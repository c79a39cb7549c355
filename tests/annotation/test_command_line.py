"""`python -m annotation`: one JSON document or plain sentences, messages on standard error, and exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from annotation import models as m
from annotation import store
from annotation.__main__ import app
from tests import studies
from tests.studies import as_file, label_file, memory, record, records, votes

pytestmark = pytest.mark.usefixtures("quick_passwords")

STUDY = ("--project", "study")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A good file of three items."""
    path = tmp_path / "items.json"
    path.write_bytes(as_file(records()))
    return path


def run(*arguments: object) -> Result:
    """Run a command as the shell does; a traceback is a fault of its own."""
    done = CliRunner().invoke(app, [str(each) for each in arguments])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def document(*arguments: object, code: int = 0) -> dict[str, Any]:
    """What a command prints with --json: one document and nothing else on standard output."""
    done = run(*arguments, "--json")
    assert done.exit_code == code, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def refused(*arguments: object, code: int = 1) -> str:
    """What is said on standard error where a command refuses; standard output is empty then."""
    done = run(*arguments)
    assert (done.exit_code, done.stdout) == (code, ""), (done.exit_code, done.stdout, done.stderr)
    return done.stderr


def write(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


# --- The whole way ----------------------------------------------------------------------------------------------------


def test_the_main_job_as_documents(sqlite_database: str, file: Path, tmp_path: Path) -> None:
    assert document("import", file, *STUDY, "--protocol", "stratmem-roles") == {
        "items_added": 3,
        "items_skipped": 0,
        "memories": 9,
        "responses": 0,
        "responses_skipped": 0,
        "rows_refused": [],
    }
    labels = write(tmp_path / "labels.csv", votes({"a": "source", "b": "source", "c": "irr"}))
    taken = document("labels", labels, *STUDY)
    assert (taken["judgments_added"], taken["judgments_skipped"], taken["rows_refused"]) == (27, 0, [])
    assert document("settle", *STUDY, "--policy", "unanimous") == {"decided": 3, "undecided": 6}
    assert document("settle", *STUDY, "--policy", "majority") == {"decided": 9, "undecided": 0}
    for name in ("ann", "bo"):
        assert run("people", "add", name, "--role", "annotator").exit_code == 0
    assigned = document("assign", *STUDY, "--annotators", "ann, bo", "--overlap", "2", "--seed", "7")
    assert assigned == {"assignments_added": 6, "loads": {"ann": 3, "bo": 3}, "kept_away": 0, "items_short": 0}
    status = document("status", *STUDY)
    assert {key: status[key] for key in ("project", "items", "targets", "judgments", "tags")} == {
        "project": "study",
        "items": 3,
        "targets": 9,
        "judgments": 27,
        "tags": {"persona": {"Otto": 3}, "scenario": {"must+nice": 3}},
    }
    assert [(each["annotator"], each["done"], each["total"]) for each in status["annotators"]] == [
        ("ann", 0, 3),
        ("bo", 0, 3),
    ]
    assert document("status") == {"projects": [status]}


def test_the_same_in_plain_sentences(sqlite_database: str, file: Path) -> None:
    assert "Added 3 items with 9 memories" in run("import", file, *STUDY).stdout
    assert "3 were there already" in run("import", file, *STUDY).stdout, "G7"
    assert "0 decided, 9 undecided" in run("settle", *STUDY, "--policy", "majority").stdout
    assert "study: 3 items, 9 targets, 0 judgments" in run("status").stdout


def test_the_module_runs_as_a_program(tmp_path: Path) -> None:
    """What a shell gets: the exit code, and standard output that is JSON whatever the terminal's encoding."""
    items = write(tmp_path / "items.json", as_file([record("é-記憶"), record("bad", query=None)]))
    python = [sys.executable, "-m", "annotation"]
    environment = {"ACCORD_DATABASE_URL": f"sqlite:///{tmp_path / 'new' / 'a.sqlite'}", "PATH": "", "LC_ALL": "C"}

    def shell(*arguments: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run([*python, *arguments], capture_output=True, env=environment, check=False)

    assert shell("init").returncode == 0
    done = shell("import", str(items), "--project", "study", "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["rows_refused"] == [{"row": 2, "id": "bad", "why": "query is missing"}]
    assert b"row 2 (bad): query is missing" in done.stderr


# --- Refused rows -----------------------------------------------------------------------------------------------------


def test_refused_rows_are_one_document_exit_1_and_nothing_saved(sqlite_database: str, tmp_path: Path) -> None:
    mixed = write(tmp_path / "mixed.json", as_file([record("a"), record("bad", memory=memory())]))
    done = run("import", mixed, *STUDY, "--json")
    assert done.exit_code == 1
    assert json.loads(done.stdout) == {
        "items_added": 0,
        "items_skipped": 0,
        "memories": 0,
        "responses": 0,
        "rows_refused": [{"row": 2, "id": "bad", "why": "the item has no memory to judge"}],
    }
    assert "row 2 (bad)" in done.stderr
    assert "nothing was saved" in done.stderr
    assert studies.number_of(m.Item) == 0


def test_partial_takes_the_good_rows_and_exits_0(sqlite_database: str, tmp_path: Path) -> None:
    """N10."""
    mixed = write(tmp_path / "mixed.json", as_file([record("a"), record("nul", query="a\0b")]))
    done = document("import", mixed, *STUDY, "--partial")
    assert (done["items_added"], [each["id"] for each in done["rows_refused"]]) == (1, ["nul"])
    labels = write(tmp_path / "labels.csv", votes({"a": "must"}, content=[record("a"), record("b")]))
    assert document("labels", labels, *STUDY, code=1)["judgments_added"] == 0
    done = document("labels", labels, *STUDY, "--partial")
    assert (done["judgments_added"], [each["row"] for each in done["rows_refused"]]) == (3, [5, 6, 7])


def test_a_dry_run_saves_nothing_and_says_by_its_code_whether_it_would(sqlite_database: str, tmp_path: Path) -> None:
    good = write(tmp_path / "good.json", as_file([record("a")]))
    mixed = write(tmp_path / "mixed.json", as_file([record("a"), {}]))
    assert document("import", good, *STUDY, "--dry-run")["items_added"] == 1
    assert document("import", mixed, *STUDY, "--dry-run", code=1)["items_added"] == 1
    assert document("import", mixed, *STUDY, "--dry-run", "--partial")["items_added"] == 1
    assert studies.number_of(m.Project) == 0


def test_many_refused_rows_are_named_in_part_and_listed_whole(sqlite_database: str, tmp_path: Path) -> None:
    bad = write(tmp_path / "bad.json", as_file([record("x", query=None, memory={"must": []})] * 50))
    done = run("import", bad, *STUDY, "--json")
    assert len(json.loads(done.stdout)["rows_refused"]) == 50
    assert "and 30 more" in done.stderr


def test_labels_take_their_options(sqlite_database: str, file: Path, tmp_path: Path) -> None:
    run("import", file, *STUDY)
    run("people", "add", "ann", "--role", "annotator")
    labels = write(tmp_path / "labels.csv", votes({"ann": "must"}))
    assert "--as-account" in document("labels", labels, *STUDY, code=1)["rows_refused"][0]["why"]
    assert document("labels", labels, *STUDY, "--as-account")["judgments_added"] == 9
    assert document("labels", labels, *STUDY, "--as-account")["judgments_skipped"] == 9
    other = write(tmp_path / "other.csv", votes({"ann": "irr"}))
    assert len(document("labels", other, *STUDY, "--as-account", code=1)["rows_refused"]) == 9
    assert document("labels", other, *STUDY, "--as-account", "--revise")["judgments_added"] == 9
    assert "no round 2" in refused("labels", other, *STUDY, "--round", "2")


# --- Refusals as a whole ----------------------------------------------------------------------------------------------


def test_what_is_not_there_is_refused_with_1(sqlite_database: str, file: Path, tmp_path: Path) -> None:
    run("import", file, *STUDY)
    table = write(tmp_path / "table.csv", label_file([]))
    nonsense = write(tmp_path / "nonsense.json", b"[1")
    for arguments, said in (
        (("status", "--project", "nowhere"), "study"),
        (("labels", table, "--project", "nowhere"), "study"),
        (("settle", "--project", "nowhere", "--policy", "majority"), "study"),
        (("assign", *STUDY, "--annotators", "zoe"), "zoe"),
        (("import", nonsense, *STUDY), "not JSON"),
        (("import", file, "--project", "new", "--protocol", "unheard-of"), "stratmem-roles"),
        (("import", file, *STUDY, "--format", "excel"), "stratmem"),
        (("people", "close", "zoe"), "zoe"),
        (("people", "reset", "zoe"), "zoe"),
    ):
        assert said in refused(*arguments), arguments


def test_wrong_usage_is_2(sqlite_database: str, file: Path, tmp_path: Path) -> None:
    run("import", file, *STUDY)
    run("people", "add", "ann", "--role", "annotator")
    for arguments in (
        ("nonsense",),
        ("import", tmp_path / "missing.json", *STUDY),
        ("import", tmp_path, *STUDY),
        ("import", file),
        ("import", file, "--project", "Not A Slug"),
        ("import", file, *STUDY, "--protocol", "another"),
        ("settle", *STUDY),
        ("settle", *STUDY, "--policy", "sometimes"),
        ("settle", *STUDY, "--policy", "majority", "--min-raters", "1"),
        ("settle", *STUDY, "--policy", "majority", "--round", "0"),
        ("assign", *STUDY, "--annotators", "ann", "--overlap", "2"),
        ("assign", *STUDY, "--annotators", ""),
        ("assign", *STUDY, "--annotators", "ann", "--overlap", "one"),
        ("people", "add", "bo", "--role", "boss"),
        ("people", "add", "a b", "--role", "annotator"),
        ("people", "add", "ann", "--role", "annotator"),
    ):
        done = run(*arguments)
        assert (done.exit_code, done.stdout) == (2, ""), arguments
        assert done.stderr, arguments


def test_every_command_says_how_to_make_the_database(
    tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ACCORD_DATABASE_URL", f"sqlite:///{tmp_path / 'none.sqlite'}")
    for arguments in (
        ("status",),
        ("import", file, *STUDY),
        ("labels", file, *STUDY),
        ("settle", *STUDY, "--policy", "majority"),
        ("assign", *STUDY, "--annotators", "ann"),
        ("people", "list"),
        ("people", "add", "ann", "--role", "annotator"),
    ):
        assert "python -m annotation init" in refused(*arguments), arguments
    store.engine().dispose()


@pytest.mark.parametrize("address", ["nonsense", "sqlite://"])
def test_a_database_address_that_cannot_be_is_wrong_usage(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACCORD_DATABASE_URL", address)
    for command in ("init", "status", "demo"):
        assert "ACCORD_DATABASE_URL" in refused(command, code=2)


# --- People -----------------------------------------------------------------------------------------------------------


def test_a_password_is_printed_once_or_taken_from_a_file(sqlite_database: str, tmp_path: Path) -> None:
    made = run("people", "add", "ann", "--role", "annotator")
    assert (made.exit_code, len(made.stdout.strip())) == (0, 19), "the password alone, for a script"
    file = write(tmp_path / "password", b"\xef\xbb\xbfcorrect horse\nsecond line\n")
    silent = run("people", "add", "bo", "--role", "adjudicator", "--password-file", file)
    assert (silent.exit_code, silent.stdout) == (0, "")
    assert "correct horse" not in silent.stderr
    again = run("people", "reset", "ann")
    assert again.stdout.strip() not in ("", made.stdout.strip())
    for content in (b"", b"short\n", b"\xff\xfe\n"):
        write(file, content)
        assert run("people", "reset", "ann", "--password-file", file).exit_code == 2


def test_people_are_listed_closed_ones_too(sqlite_database: str) -> None:
    assert document("people", "list") == {"people": []}
    run("people", "add", "ann", "--role", "annotator")
    run("people", "add", "dana", "--role", "adjudicator")
    run("people", "close", "ann")
    assert document("people", "list") == {
        "people": [
            {"name": "ann", "role": "annotator", "closed": True},
            {"name": "dana", "role": "adjudicator", "closed": False},
        ]
    }
    assert [line.split() for line in run("people", "list").stdout.splitlines()] == [
        ["ann", "annotator", "closed"],
        ["dana", "adjudicator"],
    ]


# --- The demo ---------------------------------------------------------------------------------------------------------


def test_the_demo_makes_the_database_and_prints_the_sign_ins_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ACCORD_DATABASE_URL", f"sqlite:///{tmp_path / 'new' / 'demo.sqlite'}")
    first = run("demo", "--if-empty")
    assert first.exit_code == 0
    assert [line.split()[0] for line in first.stdout.splitlines()[1:]] == ["ann", "bo", "chen", "dana", "rui"]
    again = run("demo", "--if-empty")
    assert (again.exit_code, again.stdout) == (0, "")
    assert "no demo was made" in again.stderr
    assert "already" in refused("demo", code=2)
    store.engine().dispose()
