"""The sample files: each is read whole, and together they show what the formats and the people of a study can hold."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

from annotation import codebook, demo, readers
from annotation.readers import ReadFile

FILES = sorted(path.name for path in demo.SAMPLES.iterdir() if path.suffix in (".json", ".jsonl"))
OUTPUTS = [name for name in FILES if name.endswith("-outputs.jsonl")]
PERSONAS = ["enpmr.json", "enpmr-en.json"]
TYPES = {"preference", "relationship", "highlight", "goal", "power"}
SECTIONS = ("基本信息", "人格特质", "日常习惯与作息", "社交关系", "情绪模式", "个人目标", "沟通风格")
JOINER = "\u200d"


def sample(name: str) -> bytes:
    return (demo.SAMPLES / name).read_bytes()


def read(name: str) -> ReadFile:
    return readers.find(sample(name)).read(sample(name))


def personas(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(sample(name))
    return found


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in sample(name).decode().splitlines()]


def items_of(outputs: str) -> set[str]:
    """The ids of the items that the file's lines may name."""
    return {
        item.id
        for name in FILES
        if name.split("-")[0].split(".")[0] == outputs.split("-")[0]
        for item in read(name).items
    }


@pytest.mark.parametrize("name", FILES)
def test_every_sample_is_recognized_and_read_whole(name: str) -> None:
    found = read(name)
    reader = readers.find(sample(name)).NAME
    assert reader == ("outputs" if name in OUTPUTS else name.split("-")[0].split(".")[0])
    assert found.refused == []
    assert len(found.items) + len(found.responses) >= 4


def test_every_sample_of_items_and_responses_is_in_the_demo() -> None:
    assert {file for made in demo.TO_LABEL for file in made.files} == set(FILES)


@pytest.mark.parametrize("name", PERSONAS)
def test_every_bank_has_all_five_types_and_other_candidates_for_each_dialogue(name: str) -> None:
    for persona in personas(name):
        kinds = Counter(each["type"] for each in persona["memory_bank"])
        assert set(kinds) == TYPES
        assert kinds.total() >= 15
        assert len(persona["memory_bank_to_id"]) == kinds.total()
    for item in read(name).items:
        assert 3 <= len(item.content.memories) <= 4, "the target, and two or three others of its theme and type"
        assert item.content.recalled_at


@pytest.mark.parametrize("name", PERSONAS)
def test_a_personas_record_says_everything_twice_and_the_same(name: str) -> None:
    """The lists by type and theme, and the bank, hold the same memories, as in the released file."""
    for persona in personas(name):
        bank: dict[str, list[str]] = defaultdict(list)
        for each in persona["memory_bank"]:
            bank[each["type"]].append(each["event"])
        assert persona["preference"] == bank["preference"]
        for kind in TYPES - {"preference"}:
            assert [text for theme in persona[kind].values() for text in theme] == bank[kind]
        assert {each["memory"] for each in persona["dialog"]} <= set(persona["memory_bank_to_id"])


def test_the_profiles_have_all_shapes_that_are_released() -> None:
    shapes = {type(persona[section]) for name in PERSONAS for persona in personas(name) for section in SECTIONS}
    assert shapes == {str, list, dict}


@pytest.mark.parametrize("name", OUTPUTS)
def test_every_response_answers_an_item_of_the_samples(name: str) -> None:
    assert {each["item"] for each in lines(name)} <= items_of(name)


@pytest.mark.parametrize("name", ["stratmem-outputs.jsonl", "enpmr-outputs.jsonl", "enpmr-en-outputs.jsonl"])
def test_every_item_is_answered_by_three_systems_in_two_settings(name: str) -> None:
    """So that systems and settings can be compared on the same items."""
    by_item: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for each in lines(name):
        by_item[each["item"]].add((each["system"], each["setting"]))
    for origins in by_item.values():
        assert (len({system for system, _ in origins}), len({setting for _, setting in origins})) == (3, 2)
        assert len(origins) == 6


def test_no_response_names_its_system_or_setting() -> None:
    for name in OUTPUTS:
        for each in lines(name):
            assert each["system"] not in each["response"]


@pytest.mark.parametrize("task", ["extraction", "update", "answer"])
def test_the_labels_of_the_hlme_samples_are_labels_of_their_codebook(task: str) -> None:
    book = codebook.built_in(f"hlme-{task}")
    for name in (f"hlme-{task}.jsonl", f"hlme-{task}-zh.jsonl"):
        questions = {question for item in read(name).items for _, question in item.labels}
        assert questions
        assert questions <= {question.key for question in book.about("item")}


def test_arabic_and_joined_emoji_are_among_the_samples_and_stay_as_they_are() -> None:
    texts = {name: sample(name).decode() for name in FILES}
    assert [name for name, text in texts.items() if any("\u0600" <= sign <= "\u06ff" for sign in text)]
    joined = [name for name, text in texts.items() if JOINER in text]
    assert {"enpmr.json", "enpmr-en.json", "stratmem-zh.json", "hlme-extraction.jsonl"} <= set(joined)
    for name in joined:
        shown = json.dumps([item.raw for item in read(name).items], ensure_ascii=False)
        assert shown.count(JOINER) == texts[name].count(JOINER)


def test_the_samples_are_small() -> None:
    """They come with every download of Accord."""
    assert sum(Path(demo.SAMPLES / name).stat().st_size for name in FILES) < 300_000
