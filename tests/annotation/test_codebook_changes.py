"""What differs between two versions of a codebook, and that a codebook written as YAML is read back as it was."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from annotation import codebook
from annotation.codebook import Codebook
from annotation.codebook.changes import Reshaped, changes
from annotation.codebook.writing import written
from tests.annotation.test_codebook import body, labels, question


def book(*questions: dict[str, Any], **fields: Any) -> Codebook:
    return codebook.read(yaml.safe_dump(body(questions=[*questions], **fields)), name="own.yaml")


def changed(before: dict[str, Any], now: dict[str, Any]) -> Any:
    (found,) = changes(book(before), book(now)).questions
    return found


@pytest.mark.parametrize("name", codebook.built_in_names())
def test_every_built_in_codebook_is_written_and_read_back(name: str) -> None:
    built_in = codebook.built_in(name)
    text = written(built_in)
    assert codebook.problems(text) == []
    assert codebook.read(text, name=name) == built_in
    assert not changes(built_in, built_in)


def test_a_label_without_a_key_on_the_keyboard_stays_without_one() -> None:
    silent = book(question(labels=[{"key": "a", "text": {"en": "A"}, "hotkey": ""}, *labels("b")]))
    assert codebook.read(written(silent), name="own") == silent


def test_what_people_write_is_as_they_wrote_it() -> None:
    text = written(book(question(), guideline={"en": "One line.\n\n- a point\n", "zh": "一行。"}))
    assert "一行。" in text
    assert "  en: |\n    One line.\n" in text


def test_a_label_called_otherwise_is_one_that_is_gone_and_a_new_one() -> None:
    found = changed(question(labels=labels("a", "b")), question(labels=labels("a", "c")))
    assert (found.gone, found.new, found.bears_on_answers) == (("b",), ("c",), True)


def test_one_more_language_changes_no_question() -> None:
    found = changed(question(), question(text={"en": "Which?", "zh": "哪个？"}))
    assert found.other == ("languages",)
    assert not found.bears_on_answers


def test_other_words_and_other_scales_bear_on_the_answers() -> None:
    assert changed(question(), question(text={"en": "Which one?"})).asked_otherwise
    found = changed(question(), question(level="ordinal"))
    assert found.reshaped == (Reshaped("level", "nominal", "ordinal"),)
    assert found.bears_on_answers


def test_what_is_required_or_asked_under_a_condition_bears_on_completeness_only() -> None:
    found = changed(question(required=False), question(required=True))
    assert (found.required, found.bears_on_answers, found.bears_on_completeness) == (True, False, True)


def test_another_order_of_questions_and_labels_is_said() -> None:
    one, two = question(), question(key="r")
    assert changes(book(one, two), book(two, one)).book == ("order",)
    assert "label order" in changed(question(labels=labels("a", "b")), question(labels=labels("b", "a"))).other


def test_fewer_places_that_an_answer_can_come_from_are_said() -> None:
    wide = {"key": "q", "about": "item", "kind": "pick", "text": {"en": "Which?"}, "of": ["turns", "memories"]}
    assert changed(wide, {**wide, "of": ["turns"]}).narrowed == ("memories",)
    assert changed(wide, {**wide, "many": False}).narrowed == ("many",)
    assert changed({**wide, "of": ["turns"]}, wide).other == ("of",)
