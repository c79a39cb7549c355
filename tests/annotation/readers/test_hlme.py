"""HLME as we define it: its three tasks, the schema beside the reader, and what can be wrong with a record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

import annotation.readers
from annotation import readers
from annotation.readers import hlme
from annotation.readers.items import ReadFile

SCHEMA = json.loads((Path(annotation.readers.__file__).parent / "hlme.schema.json").read_text(encoding="utf-8"))
DIALOGUE = [
    {"id": "D1", "side": "user", "speaker": "Lin", "text": "I failed the exam again.", "time": "2025-03-01T09:00"},
    {"id": "D2", "side": "agent", "text": "I am sorry to hear that."},
]
USER = {"name": "Lin", "profile": {"age": 21}, "state": ["tired"], "preferences": "tea", "plan": {}}


def extraction(**changes: Any) -> dict[str, Any]:
    return {"id": "h1", "task": "extraction", "user": USER, "dialogue": DIALOGUE} | changes


def update(**changes: Any) -> dict[str, Any]:
    memory = {"text": "Lin is calm about exams.", "intensity": 1}
    return {"id": "h1", "task": "update", "dialogue": DIALOGUE, "before": memory, "after": "Lin fears exams."} | changes


def answer(**changes: Any) -> dict[str, Any]:
    made = {
        "id": "h1",
        "task": "answer",
        "kind": "temporal",
        "dialogue": DIALOGUE,
        "question": "How did Lin feel in March?",
        "reference": "Dejected.",
        "evidence": [{"id": "M1", "text": "Lin failed twice.", "time": "2025-02"}, "Lin likes tea."],
        "answers": [{"system": "m1", "setting": "base", "text": "Sad."}, {"system": "m2", "text": "Fine."}],
    }
    return made | changes


def as_lines(*records: Any) -> bytes:
    return "\n".join(json.dumps(record, ensure_ascii=False) for record in records).encode()


def read(*records: Any) -> ReadFile:
    return hlme.read(as_lines(*records))


def test_an_extraction_shows_dialogue_and_the_users_state() -> None:
    found = read(extraction())
    (item,) = found.items
    assert found.protocol == "hlme-extraction"
    first, second = item.content.dialogue
    assert (first.key, first.speaker, first.side, first.time) == ("t1", "Lin", "user", "2025-03-01T09:00")
    assert (second.key, second.speaker, second.side, second.time) == ("t2", "agent", "agent", "")
    assert item.content.profile is not None
    assert [(section.name, section.entries) for section in item.content.profile.sections] == [
        ("Profile", ("age: 21",)),
        ("Current state", ("tired",)),
        ("Preferences", ("tea",)),
    ]


def test_an_update_shows_the_memory_before_and_after_and_nothing_that_a_model_says_of_it() -> None:
    (item,) = read(update()).items
    assert [(section.name, section.entries) for section in item.content.sections] == [
        ("Memory before", ("Lin is calm about exams.",)),
        ("Memory after", ("Lin fears exams.",)),
    ]
    assert item.raw["before"]["intensity"] == 1


def test_an_answer_shows_question_evidence_and_reference_and_leaves_the_systems_apart() -> None:
    found = read(answer())
    (item,) = found.items
    assert found.protocol == "hlme-answer"
    assert item.content.query is not None
    assert item.content.query.text == "How did Lin feel in March?"
    assert {(memory.text, memory.date) for memory in item.content.memories} == {
        ("Lin failed twice.", "2025-02"),
        ("Lin likes tea.", ""),
    }
    assert [(section.name, section.entries) for section in item.content.sections] == [
        ("Reference answer", ("Dejected.",))
    ]
    assert [(each.item, each.system, each.setting, each.text) for each in found.responses] == [
        ("h1", "m1", "base", "Sad."),
        ("h1", "m2", "", "Fine."),
    ]
    assert item.tags == {"task": "answer", "kind": "temporal"}
    assert "m1" not in item.content.model_dump_json()


def test_the_sources_labels_are_written_as_the_codebook_writes_them() -> None:
    labels = {
        "emotion": "sadness",
        "intensity": 3,
        "polarity": "negative",
        "cause": " the exam ",
        "evidence": ["D2", "D1"],
    }
    (item,) = read(extraction(labels=labels)).items
    assert item.labels == {
        ("", "emotion"): "sadness",
        ("", "intensity"): "3",
        ("", "polarity"): "negative",
        ("", "cause"): "the exam",
        ("", "evidence"): "t1|t2",
    }
    (item,) = read(answer(labels={"evidence": ["M1"], "reference_wrong": False})).items
    assert item.labels == {("", "evidence"): item.keys[0], ("", "reference_wrong"): "0"}
    (item,) = read(extraction(labels={"evidence": []})).items
    assert item.labels == {("", "evidence"): "none"}


def test_turns_without_ids_are_called_by_their_places() -> None:
    turns = [{"side": "user", "text": "a"}, {"side": "agent", "text": "b"}]
    (item,) = read(extraction(dialogue=turns, labels={"evidence": [2]})).items
    assert item.labels == {("", "evidence"): "t2"}


def test_the_file_is_recognized_as_lines_and_as_a_list() -> None:
    for file in (as_lines(extraction(), extraction(id="h2")), json.dumps([answer()]).encode()):
        assert readers.find(file).NAME == "hlme"


BY_SCHEMA = [
    (extraction(id=" "), "the id is empty"),
    (extraction(id=1.5), "the id is empty"),
    (extraction(task="guess"), "the tasks are extraction, update, answer"),
    (extraction(dialogue=[]), "dialogue is missing"),
    (extraction(dialogue="x"), "dialogue is not a list"),
    (extraction(dialogue=[{"side": "bot", "text": "x"}]), "it must be user or agent"),
    (extraction(dialogue=[{"side": "user"}]), "dialogue[0].text is missing"),
    (extraction(dialogue=[{"side": "user", "text": " "}]), "dialogue[0].text is empty"),
    (extraction(dialogue=[{"side": "user", "text": "a", "time": 5}]), "dialogue[0].time is not text"),
    (extraction(user="Lin"), "user is not an object"),
    (extraction(labels=[]), "labels is not an object"),
    (update(before=None), "before is missing"),
    (update(after={"intensity": 1}), "after.text is missing"),
    (answer(question=None), "question is missing"),
    (answer(kind=3), "kind is not text"),
    (answer(kind="numeric"), "the kinds are factual"),
    (answer(evidence="x"), "evidence is not a list"),
    (answer(evidence=[{"id": "M1"}]), "evidence[0].text is missing"),
    (answer(answers=[{"text": "a"}]), "answers[0].system is missing"),
]
BEYOND_SCHEMA = [
    (extraction(labels={"mood": "x"}), "labels has 'mood'"),
    (extraction(labels={"emotion": "melancholy"}), "labels.emotion: 'melancholy' is not a label"),
    (extraction(labels={"intensity": "4,5"}), "labels.intensity: '4,5' is not a label"),
    (extraction(labels={"intensity": 4}), "labels.intensity: '4' is not a label"),
    (extraction(labels={"evidence": ["D9"]}), "labels.evidence: the item has no turns with the key 'D9'"),
    (extraction(labels={"cause": {"a": 1}}), "labels.cause: it is neither"),
    (extraction(dialogue=[DIALOGUE[0], DIALOGUE[0]]), "dialogue have 'D1' twice"),
    (answer(evidence=[{"id": "D1", "text": "x"}], labels={}), "dialogue and evidence have 'D1' twice"),
    (answer(answers=[{"system": "m", "text": "a"}, {"system": "m", "text": "b"}]), "answers have 'm' twice"),
    (extraction(note="a\0b"), "NUL"),
    (extraction(id="first"), "the id is already that of row 1"),
]


@pytest.mark.parametrize(("bad", "why"), [*BY_SCHEMA, *BEYOND_SCHEMA])
def test_a_bad_record_is_refused_by_its_line_and_the_others_are_read(bad: dict[str, Any], why: str) -> None:
    """J8 (a rating "4,5"), M3 (a kind by number is not given a name), N10 (a NUL)."""
    task = bad["task"] if bad["task"] in hlme.TASKS else "extraction"
    good = {"extraction": extraction, "update": update, "answer": answer}[task]
    found = read(good(id="first"), bad, good(id="last"))
    (refused,) = found.refused
    assert refused.row == 2
    assert why in refused.why
    assert [item.id for item in found.items] == ["first", "last"]


def test_a_second_task_is_refused_by_its_row() -> None:
    (refused,) = read(extraction(id="a"), update(id="b")).refused
    assert (refused.row, refused.id) == (2, "b")
    assert "give each task a file of its own" in refused.why


@pytest.mark.parametrize("good", [extraction(), update(), answer(), extraction(labels={"intensity": 3})])
def test_what_the_reader_takes_the_schema_takes(good: dict[str, Any]) -> None:
    assert len(read(good).items) == 1
    jsonschema.validate(good, SCHEMA)


@pytest.mark.parametrize("bad", [case[0] for case in BY_SCHEMA])
def test_what_the_schema_refuses_the_reader_refuses(bad: dict[str, Any]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(bad, SCHEMA)
