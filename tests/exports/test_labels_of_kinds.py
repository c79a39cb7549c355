"""Labels of every kind of question in every format: each judgment once, in words too, and read again as the same."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import openpyxl
import pyarrow.parquet as pq
import pytest

from annotation import store
from annotation.errors import WrongUse
from annotation.imports import label_import
from annotation.label_files import How
from exports import gold, labels
from exports.labels import Shape
from exports.study import study
from tests.exports import kinds
from tests.studies import NOW, SLUG

TEXTS = ("=because", "-1", "It says so.\nTwice, “really”.", "none", "记忆")


@pytest.fixture
def project(sqlite_database: str) -> None:
    """Three people have answered everything; one label was shown beforehand."""
    kinds.make_project()
    kinds.label_everything(prelabels={"mood": "joy"})


def written(format_name: str, *, shape: Shape = "long") -> bytes:
    with store.reading() as session:
        return b"".join(labels.stream(session, slug=SLUG, format_name=format_name, shape=shape))


def table(format_name: str) -> list[dict[str, Any]]:
    """The rows of a file as its own library reads them."""
    file = written(format_name)
    if format_name == "csv":
        return list(csv.DictReader(io.StringIO(file.decode("utf-8-sig"), newline="")))
    if format_name == "jsonl":
        return [json.loads(line) for line in file.decode().split("\n") if line]
    if format_name == "parquet":
        rows: list[dict[str, Any]] = pq.read_table(io.BytesIO(file)).to_pylist()
        return rows
    sheet = openpyxl.load_workbook(io.BytesIO(file)).active
    assert sheet is not None
    head, *cells = sheet.iter_rows(values_only=True)
    return [dict(zip(map(str, head), row, strict=True)) for row in cells]


def take_into(slug: str, file: bytes, *, how: How | None = None) -> None:
    kinds.make_project(slug)
    with store.writing() as session:
        taken = label_import.import_labels(session, file, slug=slug, now=NOW, how=how)
        assert taken.rows_refused == ()


def numbers(slug: str) -> Any:
    """The agreement of a project, without what was shown beforehand, which a file does not bring along."""
    with store.reading() as session:
        return study(session, slug=slug, bootstrap=10).report


@pytest.mark.parametrize("format_name", ["csv", "jsonl", "parquet", "xlsx"])
def test_every_judgment_is_a_row_with_item_rater_and_time(project: None, format_name: str) -> None:
    """X3, X5, X6, X12: 36 item questions and more, three raters, each once."""
    found = table(format_name)
    places = [(row["item"], row["target"] or "", row["question"], row["rater"]) for row in found]
    assert len(found) == len(set(places)) == len(kinds.stored())
    assert {row["rater"] for row in found} == {"eve", "bo", "7"}, "G11"
    assert {row["time"] for row in found} == {"2026-01-02T03:04:05Z"}
    assert {row["item"] for row in found} == {f"{n:04}" for n in range(1, 13)}, "G5, X11: leading zeros stay"


@pytest.mark.parametrize("format_name", ["csv", "jsonl", "parquet", "xlsx"])
def test_a_label_is_said_in_words_beside_it(project: None, format_name: str) -> None:
    words = {(row["question"], row["label"]): row["words"] for row in table(format_name) if row["item"] == "0001"}
    told = {question: {label: words[question, label] for question_, label in words if question_ == question}
            for question, _ in words}  # fmt: skip
    assert told["used"] == {"yes": "Used", "no": "Not used"}
    assert told["moods"].get("joy|pride", "Joy | Pride") == "Joy | Pride"
    assert all(not said for question in told.values() for label, said in question.items() if label == "none")
    quotes = {label: said for label, said in told["words"].items() if label not in ("none", None)}
    assert quotes
    for label, said in quotes.items():
        start, end = map(int, label.partition(":")[2].split("-"))
        texts = [f"+{system} {setting} says 1 🎉." for system, setting in kinds.SYSTEMS]
        assert said.removeprefix("'") in {text[start:end] for text in texts}, "code points, the emoji is one"


@pytest.mark.parametrize("format_name", ["csv", "jsonl", "parquet", "xlsx"])
def test_what_was_not_said_is_an_empty_cell_or_null(project: None, format_name: str) -> None:
    """X8: never nan or None; a row that cannot be judged has its reason and no label."""
    nothing = "" if format_name == "csv" else None
    found = table(format_name)
    cannot = [row for row in found if row["cannot"] not in (None, "")]
    assert {row["question"] for row in cannot} == {"mood", "score"}
    for row in cannot:
        assert (row["label"], row["words"], row["confidence"]) == (nothing, nothing, nothing)
        assert row["cannot"].removeprefix("'") == "=too short"
    assert {row["cannot"] for row in found if row["label"]} == {nothing}
    assert {row["prelabel"] for row in found if row["question"] != "mood"} == {nothing}
    assert {row["prelabel"] for row in found if row["question"] == "mood" and row["label"]} == {"joy"}
    assert {str(row["confidence"]) for row in found if row["question"] == "mood" and row["label"]} == {"1", "2", "3"}
    assert {str(row["codebook"]) for row in found} == {"1"}


@pytest.mark.parametrize("format_name", ["csv", "xlsx"])
def test_free_text_is_guarded_and_labels_are_not(project: None, format_name: str) -> None:
    """X1: a text answer is free text; the key of a label, an id and a number never get an apostrophe."""
    found = table(format_name)
    texts = {row["label"] for row in found if row["question"] == "why"}
    assert texts == {f"'{text}" if text[0] in "=-" else text for text in TEXTS}
    assert not [row for row in found if row["question"] != "why" and str(row["label"]).startswith("'")]
    assert {row["text"] for row in found if str(row["text"]).startswith(("=", "+", "'"))} <= {
        "'=1+1",
        *(f"'+{system} {setting} says {n} 🎉." for system, setting in kinds.SYSTEMS for n in range(1, 13)),
    }


def test_formats_of_programs_are_not_guarded(project: None) -> None:
    for format_name in ("jsonl", "parquet"):
        assert {row["label"] for row in table(format_name) if row["question"] == "why"} == set(TEXTS)


def test_a_csv_begins_with_a_mark_for_excel(project: None) -> None:
    """X10."""
    assert written("csv").startswith(b"\xef\xbb\xbf")
    assert written("csv", shape="wide").startswith(b"\xef\xbb\xbf")


@pytest.mark.parametrize("format_name", ["csv", "jsonl", "xlsx"])
def test_export_import_and_recompute_give_the_same(project: None, format_name: str) -> None:
    """G9: every kind of question, with cannot judge and confidence, into a new project."""
    take_into("again", written(format_name))
    assert kinds.stored("again") == kinds.stored()
    assert numbers("again") == numbers(SLUG)


@pytest.mark.parametrize("format_name", ["csv", "jsonl", "xlsx"])
def test_the_wide_shape_has_a_column_for_each_rater_and_is_read_again(project: None, format_name: str) -> None:
    """G9, X5: the labels alone; who could not judge has an empty cell."""
    file = written(format_name, shape="wide")
    if format_name == "jsonl":
        rows = [json.loads(line) for line in file.decode().split("\n") if line]
        assert list(rows[0]) == ["item", "target", "question", "round", "7", "bo", "eve"]
        places = [(row["item"], row["target"], row["question"]) for row in rows]
        assert len(places) == len(set(places))
        assert any(row["eve"] is None for row in rows)
    take_into("again", file, how=How(format_name="wide"))
    assert [row[:5] for row in kinds.stored("again")] == [row[:5] for row in kinds.stored() if row[4]]
    assert numbers("again") == numbers(SLUG)


def test_a_rater_called_like_a_column_is_refused_in_the_wide_shape(project: None) -> None:
    with store.writing() as session:
        kinds.answer_once(session, "question")
        with pytest.raises(WrongUse, match="A rater is called 'question'"):
            labels.stream(session, slug=SLUG, format_name="csv", shape="wide")


def test_every_kind_is_written_from_either_database(database: str) -> None:
    """Words are looked up while the rows still stream."""
    kinds.make_project()
    kinds.label_everything()
    rows = [json.loads(line) for line in written("jsonl").decode().split("\n") if line]
    assert len(rows) == len(kinds.stored())
    assert all(row["words"] for row in rows if row["question"] == "words" and row["label"] != "none")
    with store.reading() as session:
        found = [row.words for row in gold.rows(session, slug=SLUG) if row.label is not None]
    assert found == []
