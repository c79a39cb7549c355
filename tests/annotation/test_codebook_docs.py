"""docs/codebooks.md: its examples can be used as they stand, and it names every field and every built-in question."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from annotation import codebook
from annotation.codebook.questions import AskIf, Expects, Group

PAGE = (Path(__file__).parents[2] / "docs" / "codebooks.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```yaml\n(.*?)```", PAGE, flags=re.DOTALL)
WHOLE: dict[str, Any] = yaml.safe_load(EXAMPLES[0])


def completed(example: str) -> str:
    """A codebook around an example, which is a whole one, some of its fields, or some questions."""
    value = yaml.safe_load(example)
    around = {"questions": value} if isinstance(value, list) else value
    return yaml.safe_dump({**WHOLE, **around}, allow_unicode=True)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda text: text.splitlines()[0])
def test_every_example_is_a_codebook_that_can_be_used(example: str) -> None:
    assert codebook.problems(completed(example)) == []


def test_the_examples_show_every_kind_of_question_and_of_target() -> None:
    questions = [each for text in EXAMPLES for each in codebook.read(completed(text), name="docs").questions]
    assert {question.kind for question in questions} == {"one", "several", "text", "quote", "pick"}
    assert {question.about for question in questions} == {"item", "response", "pair"}
    assert "`memory`" in PAGE


@pytest.mark.parametrize("model", [codebook.Codebook, codebook.Question, codebook.Label, Group, AskIf, Expects])
def test_every_field_is_explained_or_shown(model: Any) -> None:
    shown = PAGE.replace("\n", " ")
    missing = [name for name in model.model_fields if f"`{name}`" not in shown and f"{name}:" not in shown]
    assert missing == []


def test_the_keys_that_the_board_needs_are_those_of_the_page() -> None:
    listed = re.search(r"needs some keys itself: `([^`]*)`", PAGE)
    assert listed is not None
    assert set(listed[1].split()) == codebook.RESERVED_HOTKEYS


@pytest.mark.parametrize("name", codebook.built_in_names())
def test_every_built_in_codebook_is_in_the_table_with_its_questions(name: str) -> None:
    book = codebook.built_in(name)
    rows = re.search(rf"\| `{name}` (?:.*\n)(?:\| \| .*\n)*", PAGE)
    assert rows is not None
    assert [question.key for question in book.questions if f"`{question.key}`" not in rows[0]] == []
