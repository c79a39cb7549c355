"""Comments leave as a table: in every format, under pseudonyms, literally."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import openpyxl
import pyarrow.parquet
import pytest
from typer.testing import CliRunner

from annotation import store
from annotation.discussion import talk
from exports.__main__ import app
from tests import studies, talks
from tests.studies import NOW, SLUG, screen_of

COLUMNS = ["item", "target", "question", "kind", "rater", "by", "text", "round", "time"]
TEXT = "=1+1 <img src=x onerror=alert(1)>"
NAMES = ("annabel.aardvark", "bohuslav.badger")


@pytest.fixture
def commented(sqlite_database: str) -> None:
    """One comment, by the second of two, who also flags and notes the item."""
    studies.make_project(studies.records(1))
    people = studies.add_people(*NAMES)
    studies.assign(*NAMES)
    talks.differ(people, {NAMES[0]: {"Must 1.": "must"}, NAMES[1]: {}})
    talks.open_discussion()
    bo = people[NAMES[1]]
    screen = screen_of(bo)
    assert screen.again is not None
    sent = talk.SentComment(
        account=str(bo), assignment=screen.assignment or 0, target=screen.again[0].target, question="role", text=TEXT,
        token="comment-to-export",
    )  # fmt: skip
    with store.writing() as session:
        talk.comment(session, account_id=bo, slug=SLUG, sent=sent, now=NOW)
    talks.submit_as(bo, talks.answers(screen, {}, note="Look at it.", flagged=True))


def written(out: Path, format_name: str) -> Path:
    done = CliRunner().invoke(app, ["comments", "--project", SLUG, "--format", format_name, "--out", str(out)])
    assert done.exit_code == 0, done.output
    return out


def test_a_comment_has_its_place_its_rater_and_its_time(commented: None, tmp_path: Path) -> None:
    rows = [json.loads(line) for line in written(tmp_path / "c.jsonl", "jsonl").read_text("utf-8").splitlines()]
    assert [list(row) for row in rows] == [COLUMNS] * 3
    first = rows[0]
    assert (first["item"], first["question"], first["rater"], first["round"]) == ("i1", "role", "rater-2", 2)
    assert (first["text"], first["time"]) == (TEXT, "2026-01-02T03:04:05Z")
    assert [(row["kind"], row["text"]) for row in rows[1:]] == [("flag", ""), ("note", "Look at it.")]


def test_every_format_has_the_same_and_nobodys_name(commented: None, tmp_path: Path) -> None:
    """N12; X1: what a spreadsheet would run is made harmless in csv and xlsx."""
    csv_file = written(tmp_path / "c.csv", "csv")
    in_csv = list(csv.DictReader(io.StringIO(csv_file.read_text("utf-8-sig"))))
    in_parquet = pyarrow.parquet.read_table(written(tmp_path / "c.parquet", "parquet")).to_pylist()
    sheet = openpyxl.load_workbook(written(tmp_path / "c.xlsx", "xlsx")).active
    assert sheet is not None
    cells = [list(row) for row in sheet.iter_rows(values_only=True)]
    assert (in_csv[0]["text"], in_parquet[0]["text"]) == ("'" + TEXT, TEXT)
    assert cells[0] == COLUMNS
    assert cells[1][COLUMNS.index("text")] == "'" + TEXT
    assert len(in_csv) == len(in_parquet) == len(cells) - 1 == 3
    for name in NAMES:
        assert name not in csv_file.read_text("utf-8") + str(in_parquet) + str(cells)
