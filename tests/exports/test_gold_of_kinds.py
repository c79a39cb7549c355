"""Gold of every kind of question: only where it is asked, in words too; and each benchmark's own file, read again."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from typing import Any

import openpyxl
import pyarrow.parquet as pq
import pytest

from annotation import readers, store
from annotation.demo import SAMPLES
from annotation.errors import WrongUse
from annotation.imports import importing
from exports import files, gold
from tests import studies
from tests.exports import kinds
from tests.studies import NOW, SLUG


def written(format_name: str, *, slug: str = SLUG, left_out: list[str] | None = None) -> bytes:
    told = [] if left_out is None else left_out
    with store.reading() as session:
        return b"".join(gold.stream(session, slug=slug, format_name=format_name, left_out=told.append))


def lines(file: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.decode().split("\n") if line]


# --- The table --------------------------------------------------------------------------------------------------------


def test_a_question_that_depends_on_another_has_gold_only_where_it_is_asked(sqlite_database: str) -> None:
    kinds.make_project()
    kinds.agree_on_everything()
    rows = lines(written("jsonl"))
    used = {(row["item"], row["target"]) for row in rows if (row["question"], row["label"]) == ("used", "yes")}
    assert used
    assert {(row["item"], row["target"]) for row in rows if row["question"] == "words"} == used
    assert {row["method"] for row in rows if row["label"] is not None} == {"unanimous"}


def test_gold_is_said_in_words_and_a_pair_names_its_memory(sqlite_database: str) -> None:
    kinds.make_project()
    kinds.agree_on_everything()
    rows = lines(written("jsonl"))
    for row in rows:
        if row["question"] == "words" and row["label"] != "none":
            start, end = map(int, row["label"].partition(":")[2].split("-"))
            assert len(row["words"]) == end - start
            assert row["text"] in ("=1+1", f"Must {int(row['item'])}.", f"No {int(row['item'])}.")
    assert {row["words"] for row in rows if row["question"] == "score"} <= {"Bad", "Fair", "Good"}


@pytest.mark.parametrize("format_name", ["parquet", "xlsx", "csv"])
def test_every_table_holds_the_same_gold(sqlite_database: str, format_name: str) -> None:
    """X1, X8, X11: in every format the same texts, and numbers as numbers."""
    kinds.make_project()
    kinds.agree_on_everything(but=["0002"])
    file, same = written(format_name), lines(written("jsonl"))
    if format_name == "parquet":
        assert pq.read_table(io.BytesIO(file)).to_pylist() == same
        return
    if format_name == "csv":
        rows: list[Sequence[Any]] = list(csv.reader(io.StringIO(file.decode("utf-8-sig"), newline="")))
        assert [row[4] for row in rows[1:]] == [shown(row, "") for row in same]
    else:
        sheet = openpyxl.load_workbook(io.BytesIO(file)).active
        assert sheet is not None
        rows = list(sheet.iter_rows(values_only=True))
        assert [row[4] for row in rows[1:]] == [shown(row, None) for row in same]
        assert [row[8:10] for row in rows[1:]] == [(row["n_raters"], row["agreement"]) for row in same]
    assert [row[0] for row in rows[1:]] == [row["item"] for row in same]
    assert [row[2] for row in rows[1:] if str(row[2]).endswith("1+1")] == ["'=1+1"] * sum(
        row["text"] == "=1+1" for row in same
    )


def shown(row: dict[str, Any], nothing: str | None) -> str | None:
    """A label as a spreadsheet has it: guarded where it is a free text."""
    label: str | None = row["label"]
    if label is None:
        return nothing
    return f"'{label}" if row["question"] == "why" and label[0] in "=-" else label


# --- Model outputs ----------------------------------------------------------------------------------------------------


def test_model_outputs_come_back_with_their_gold_and_are_read_again(sqlite_database: str) -> None:
    kinds.make_project()
    kinds.agree_on_everything(but=["0003"])
    left_out: list[str] = []
    file = written("outputs", left_out=left_out)
    assert left_out == ["0003"]
    rows = lines(file)
    assert [(row["item"], row["system"], row["setting"]) for row in rows[:3]] == [
        ("0001", *origin) for origin in kinds.SYSTEMS
    ]
    assert len(rows) == 11 * 3
    used = [memory for row in rows for memory in row["pairs"] if memory["labels"]["used"] == "yes"]
    assert {tuple(row["labels"]) for row in rows} == {("score",)}
    assert {tuple(memory["labels"]) for memory in used} == {("used", "words")}
    for row in rows:
        quoted = [word for memory in row["pairs"] for word in memory.get("words", {}).get("words", ())]
        assert all(word in row["response"] for word in quoted)
    with store.writing() as session:
        again = importing.import_items(session, file, slug=SLUG, now=NOW)
    assert (again.responses, again.rows_refused) == (0, ())


# --- HLME -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("task", ["extraction", "update", "answer"])
def test_an_hlme_file_comes_back_with_the_gold_as_its_labels(sqlite_database: str, task: str) -> None:
    """Each value is found again by the reader: turns and memories by the ids of the source."""
    kinds.take(f"hlme-{task}", f"hlme-{task}.jsonl")
    kinds.agree_on_everything()
    file = written("hlme")
    source = lines((SAMPLES / f"hlme-{task}.jsonl").read_bytes())
    assert [{**row, "labels": 0, "answers": 0} for row in lines(file)] == [
        {**row, "labels": 0, "answers": 0} for row in source
    ], "all else is as it came"
    decided = {(row["item"], row["question"]): row["label"] for row in lines(written("jsonl")) if not row["target"]}
    read = readers.find(file).read(file)
    assert read.refused == []
    found = {(item.id, question): label for item in read.items for (_, question), label in item.labels.items()}
    assert found == {place: label for place, label in decided.items() if label is not None}


def test_the_answers_of_systems_have_their_gold(sqlite_database: str) -> None:
    kinds.take("hlme-answer", "hlme-answer.jsonl")
    kinds.agree_on_everything()
    rights = {(row["item"], row["text"]): row["label"] for row in lines(written("jsonl")) if row["question"] == "right"}
    for row in lines(written("hlme")):
        assert {str(each["labels"]["right"]) for each in row["answers"]} <= {"0", "1"}
        assert [str(each["labels"]["right"]) for each in row["answers"]] == [
            rights[row["id"], each["text"]] for each in row["answers"]
        ]


# --- ENPMR ------------------------------------------------------------------------------------------------------------


def test_an_enpmr_file_comes_back_with_the_outcome_of_its_validation(sqlite_database: str) -> None:
    kinds.take("enpmr-validation", "enpmr.json")
    kinds.agree_on_everything()
    file = written("enpmr")
    source, found = json.loads((SAMPLES / "enpmr.json").read_bytes()), json.loads(file)
    assert [each["id"] for each in found] == [each["id"] for each in source]
    for persona, told in zip(source, found, strict=True):
        assert list(told) == list(persona)
        assert {**told, "dialog": None} == {**persona, "dialog": None}, "the persona is as it came"
        outcomes = [each.pop("validation") for each in told["dialog"]]
        assert told["dialog"] == persona["dialog"], "the dialogue records are as they came"
        assert {tuple(each) for each in outcomes} == {("item", "appropriateness", "relevance", "correctness")}
        assert {value for each in outcomes for name, value in each.items() if name != "item"} <= {0, 1}
    read, before = readers.find(file).read(file), readers.find(file).read((SAMPLES / "enpmr.json").read_bytes())
    assert read.refused == []
    assert [(each.id, each.content, each.tags) for each in read.items] == [
        (each.id, each.content, each.tags) for each in before.items
    ], "what is written is read again as the same items"
    assert read.banks == before.banks


def test_ratings_of_responses_stand_in_the_dialogue_that_they_answer(sqlite_database: str) -> None:
    kinds.take("enpmr-rating", "enpmr.json", "enpmr-outputs.jsonl")
    kinds.agree_on_everything()
    responses = [
        each for persona in json.loads(written("enpmr")) for told in persona["dialog"] for each in told["responses"]
    ]
    assert responses
    for each in responses:
        assert set(each["labels"]) == {"fluency", "humanoid", "information", "empathy"}
        assert set(each["labels"].values()) <= {1, 2, 3, 4, 5}


# --- What fits --------------------------------------------------------------------------------------------------------


def test_a_project_is_offered_the_formats_that_it_fits(sqlite_database: str) -> None:
    kinds.take("enpmr-rating", "enpmr.json", "enpmr-outputs.jsonl")
    kinds.make_project("kinds")
    with store.reading() as session:
        offered = {
            slug: [file.name for file in files.offered(session, slug=slug) if file.what == "gold"]
            for slug in (SLUG, "kinds")
        }
    tables = ["gold.csv", "gold.jsonl", "gold.parquet", "gold.xlsx"]
    assert offered == {
        SLUG: ["gold.json", "gold-outputs.jsonl", *tables],
        "kinds": ["gold-outputs.jsonl", "gold.json", *tables],
    }


def test_a_format_that_does_not_fit_is_refused_with_the_reason(sqlite_database: str) -> None:
    kinds.take("enpmr-validation", "enpmr.json")
    studies.make_project(slug="roles")
    with store.reading() as session:
        for slug, name, why in (
            (SLUG, "hlme", "came as enpmr"),
            (SLUG, "outputs", "asks nothing about responses"),
            ("roles", "enpmr", "came as stratmem"),
        ):
            with pytest.raises(WrongUse, match=why):
                gold.stream(session, slug=slug, format_name=name)


def test_an_optional_question_that_nobody_answered_holds_no_item_back(sqlite_database: str) -> None:
    kinds.make_project()
    kinds.agree_on_everything(without=("why",))
    left_out: list[str] = []
    assert len(lines(written("outputs", left_out=left_out))) == 36
    assert left_out == []
