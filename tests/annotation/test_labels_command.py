"""`python -m annotation labels`: the files of other tools into a project, and what is said of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from annotation import store
from annotation.__main__ import app
from annotation.judgments import current
from tests import studies
from tests.label_formats.files import annotation, chosen, line, lines, task
from tests.studies import SLUG, label_file, record

pytestmark = pytest.mark.usefixtures("sqlite_database")

MUST, NICE = "Ida is allergic to nuts.", "Ida likes plums."


@pytest.fixture(autouse=True)
def project(sqlite_database: str) -> None:
    """A study of one item."""
    studies.make_project([record("i1")])


def run(path: Path, content: bytes, *options: str) -> Result:
    path.write_bytes(content)
    done = CliRunner().invoke(app, ["labels", str(path), "--project", SLUG, *options])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def document(done: Result, code: int = 0) -> dict[str, Any]:
    assert done.exit_code == code, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def said() -> list[tuple[str, str, str]]:
    with store.reading() as session:
        return [(row.question, row.rater, row.label) for row in current(session, slug=SLUG)]


def export(*annotations: dict[str, Any], target: str = MUST, **fields: Any) -> bytes:
    return json.dumps([task(*annotations, item="i1", target=target, **fields)]).encode()


def test_an_export_of_label_studio_becomes_judgments_of_its_people(tmp_path: Path) -> None:
    file = export(
        annotation(1, chosen("role", "irr")),
        annotation(1, chosen("role", "must"), time="2026-02-01T00:00:00Z"),
        annotation(2, chosen("role", "nice")),
        annotation(3, was_cancelled=True),
    )
    done = run(tmp_path / "export.json", file, "--json")
    assert document(done) == {
        "judgments_added": 2,
        "judgments_skipped": 0,
        "blank": 0,
        "rows_refused": [],
        "format": "label-studio",
        "dropped": {"cancelled": 1, "repeated": 1},
        "understood": [
            "An item is named by the field 'item'.",
            "Each control is a question: role.",
            "A rater is the id of completed_by.",
            "Dropped: 1 cancelled by the annotator (row 1).",
            "Dropped: 1 answered again later by the same person (row 1).",
        ],
    }
    assert said() == [("role", "1", "must"), ("role", "2", "nice")]
    again = run(tmp_path / "export.json", file)  # G7
    assert again.stdout == (
        "Added 0 judgments; 2 were there already; 0 rows are blank; 2 answers are dropped; 0 rows are refused.\n"
    )
    assert "Each control is a question: role." in again.stderr


def test_two_labels_where_one_is_asked_for_are_refused_with_the_row(tmp_path: Path) -> None:
    """J8."""
    done = run(tmp_path / "export.json", export(annotation(1, chosen("role", "must", "nice"))), "--json")
    (refused,) = document(done, code=1)["rows_refused"]
    assert (refused["row"], refused["id"]) == (1, "i1")
    assert "'must|nice' is not a label" in refused["why"]
    done = run(tmp_path / "labels.csv", label_file([["i1", MUST, "role", "eve", "4,5"]]))
    assert "row 2 (i1): '4,5' is not a label" in done.stderr


def test_where_everything_is_refused_it_is_said_how_the_file_was_read(tmp_path: Path) -> None:
    done = run(tmp_path / "export.json", json.dumps([task(annotation(1, chosen("role", "must")))]).encode())
    assert "row 1 (1): the project has no item with this id" in done.stderr
    assert "An item is named by the task's own id." in done.stderr


def test_labels_and_questions_are_renamed_and_fields_named(tmp_path: Path) -> None:
    file = lines(
        line("ann", label="USED", doc="i1", about=MUST), line("bo", "reject", label="USED", doc="i1", about=NICE)
    )
    renamed = ("--rename", "USED=role", "--map", "accept=must", "--map", "reject=irr")
    done = run(tmp_path / "p.jsonl", file.encode(), "--item", "doc", "--target", "about", *renamed, "--json")
    assert document(done)["judgments_added"] == 2
    assert sorted(said()) == [("role", "ann", "must"), ("role", "bo", "irr")]


def test_a_wide_table_is_read_where_it_is_asked_for(tmp_path: Path) -> None:
    file = f"item,target,ann,bo\ni1,{MUST},must,nice\ni1,{NICE},,irr\n".encode()
    assert "no column 'rater'" in run(tmp_path / "wide.csv", file).stderr
    found = document(run(tmp_path / "wide.csv", file, "--format", "wide", "--json"))
    assert (found["judgments_added"], found["blank"], found["format"]) == (3, 1, "wide")


def test_doccano_s_rater_is_who_its_file_is_named_after(tmp_path: Path) -> None:
    file = json.dumps({"id": 1, "text": MUST, "label": ["must"], "meta": {"item": "i1", "target": MUST}}).encode()
    assert document(run(tmp_path / "ann.jsonl", file, "--json"))["judgments_added"] == 1
    assert said() == [("role", "ann", "must")]


@pytest.mark.parametrize(
    ("options", "code", "why"),
    [
        (("--format", "potato"), 1, "There are: table, wide, label-studio, prodigy, argilla, doccano"),
        (("--map", "must"), 2, "is not written OLD=NEW"),
        (("--item", "a", "--target", "a"), 2, "is said to be two things"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: tuple[str, ...], code: int, why: str, tmp_path: Path) -> None:
    done = run(tmp_path / "labels.csv", label_file([["i1", MUST, "role", "eve", "must"]]), *options)
    assert (done.exit_code, done.stdout) == (code, "")
    assert why in done.stderr
