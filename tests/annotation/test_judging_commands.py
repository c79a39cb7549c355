"""`python -m annotation judge` and `tuned`: what they print, take and refuse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from annotation import judges, store
from annotation.__main__ import app
from tests import studies
from tests.studies import SLUG, label_file, record

STUDY = ("--project", SLUG)
COLUMNS = ("item", "target", "question", "label")
ROWS = [
    ["i1", "Ida is allergic to nuts.", "role", "Must use"],
    ["i1", "Ida likes plums.", "role", "I cannot rate this"],
]


@pytest.fixture
def scores(sqlite_database: str, tmp_path: Path) -> Path:
    """A study of one item, and a file of a judge's answers."""
    studies.make_project([record("i1")])
    path = tmp_path / "gpt-4o.csv"
    path.write_bytes(label_file(ROWS, columns=COLUMNS))
    return path


def run(*arguments: object) -> Result:
    done = CliRunner().invoke(app, [str(each) for each in arguments])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def test_scores_are_taken_and_the_answers_without_a_label_named(scores: Path) -> None:
    done = run("judge", scores, *STUDY, "--version", "2026-01", "--map", "Must use=must")
    assert (done.exit_code, "Added 2 scores of gpt-4o 2026-01, of which 1 give no label" in done.stdout) == (0, True)
    assert "row 3 (i1): 'I cannot rate this'" in done.stderr


def test_json_has_the_counts_the_rows_and_the_judges(scores: Path) -> None:
    """DESIGN 5: the keys of `judge`."""
    found = json.loads(run("judge", scores, *STUDY, "--map", "Must use=must", "--json").stdout)
    assert (found["judgments_added"], found["judgments_skipped"], found["rows_refused"]) == (2, 0, [])
    assert (found["n_unparsed"], [each["row"] for each in found["unparsed"]]) == (1, [3])
    assert found["judges"] == [{"name": "gpt-4o", "version": "", "run": ""}]


def test_a_refused_row_saves_nothing_and_ends_with_1(scores: Path) -> None:
    scores.write_bytes(label_file([*ROWS, ["i9", "", "role", "must"]], columns=COLUMNS))
    done = run("judge", scores, *STUDY, "--json")
    assert (done.exit_code, [each["row"] for each in json.loads(done.stdout)["rows_refused"]]) == (1, [4])
    with store.reading() as session:
        assert judges.listed(session, slug=SLUG) == []
    assert run("judge", scores, *STUDY, "--partial").exit_code == 0


def test_a_wrong_map_is_wrong_usage(scores: Path) -> None:
    done = run("judge", scores, *STUDY, "--map", "must")
    assert (done.exit_code, "not OLD=NEW" in done.stderr) == (2, True)


def test_the_tuned_items_are_those_of_the_file(scores: Path, tmp_path: Path) -> None:
    run("judge", scores, *STUDY)
    ids = tmp_path / "ids.txt"
    ids.write_text("i1\n\n", encoding="utf-8")
    assert "1 items are left out" in run("tuned", ids, *STUDY, "--name", "gpt-4o").stdout
    ids.write_text("", encoding="utf-8")
    assert "0 items are left out" in run("tuned", ids, *STUDY, "--name", "gpt-4o").stdout
    ids.write_text("i9", encoding="utf-8")
    refused = run("tuned", ids, *STUDY, "--name", "gpt-4o")
    assert (refused.exit_code, "no item 'i9'" in refused.stderr) == (1, True)
