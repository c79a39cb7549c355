"""Codebooks as data: what may stand in one, and that the built-in ones hold what their benchmark asks."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml

from annotation import codebook
from annotation.errors import InvalidCodebook, NotFound


def body(**changes: Any) -> dict[str, Any]:
    """A codebook with one question of two labels; `changes` replace its fields."""
    return {"name": "own", "title": {"en": "Own"}, "questions": [question()], **changes}


def question(**changes: Any) -> dict[str, Any]:
    made = {"key": "q", "about": "item", "level": "nominal", "text": {"en": "Which?"}, "labels": labels("a", "b")}
    return {**made, **changes}


def labels(*keys: Any, **more: Any) -> list[dict[str, Any]]:
    return [{"key": key, "text": {"en": str(key)}, **more} for key in keys]


def read(content: Any) -> codebook.Codebook:
    return codebook.read(yaml.safe_dump(content), name="own.yaml")


@pytest.mark.parametrize("name", codebook.built_in_names())
def test_every_built_in_codebook_is_valid_and_named_as_its_file(name: str) -> None:
    assert codebook.built_in(name).name == name


def test_roles_are_ordinal_from_irrelevant_to_must() -> None:
    role = codebook.built_in("stratmem-roles").question("role")
    assert role is not None
    assert (role.about, role.level, role.label_keys) == ("memory", "ordinal", ("irr", "nice", "must"))
    assert [label.hotkey for label in role.labels] == ["1", "2", "3"]
    assert all({"en", "zh"} <= set(label.text) & set(label.help) for label in role.labels)


def test_what_tells_the_type_of_a_memory_is_not_shown_where_the_type_is_asked() -> None:
    """A preference has no theme in ENPMR-Bench, so that a missing one is the answer."""
    assert codebook.built_in("enpmr-need").shows == ("date", "detail")


def test_an_unknown_protocol_is_refused_with_those_there_are() -> None:
    with pytest.raises(NotFound, match="stratmem-roles"):
        codebook.built_in("../../etc/passwd")


def test_nine_labels_have_digits_and_the_tenth_has_none() -> None:
    """A scale of ten points still has its tenth answer; it is given with the mouse or a hotkey of its own."""
    found = read(body(questions=[question(level="interval", labels=labels(*range(1, 11)))])).questions[0]
    assert [label.hotkey for label in found.labels] == [*"123456789", ""]
    assert found.label_keys[0] == "1", "a number in YAML is a text key"


@pytest.mark.parametrize(
    ("content", "field", "why"),
    [
        (body(title={"zh": "只有中文"}), "title", "English"),
        (body(questions=[]), "", "needs a question"),
        (body(questions=[question(), question()]), "", "'q' is there twice"),
        (body(colour="red"), "colour", "not permitted"),
        (body(questions=[question(labels=labels("a"))]), "questions[0]", "two labels"),
        (body(questions=[question(labels=labels("a", "a"))]), "questions[0]", "label 'a' is there twice"),
        (body(questions=[question(labels=labels("a", "b", hotkey="y"))]), "questions[0]", "hotkey 'y' is there twice"),
        (body(questions=[question(labels=labels(True, False))]), "questions[0].labels[0].key", "quote words"),
        (body(questions=[question(labels=labels("a b", "c"))]), "questions[0].labels[0].key", "not a key"),
        (body(questions=[question(level="interval", labels=labels("low", "high"))]), "questions[0]", "whole numbers"),
        (body(questions=[question(about="sentence")]), "questions[0].about", "memory"),
        (body(questions=[question(level="ratio")]), "questions[0].level", "ordinal"),
    ],
)
def test_what_breaks_a_rule_is_refused_with_its_field(content: Any, field: str, why: str) -> None:
    with pytest.raises(InvalidCodebook, match=why) as refused:
        read(content)
    assert re.match(rf"own\.yaml: line \d+: {re.escape(field)}", str(refused.value))


@pytest.mark.parametrize("hotkey", [*sorted(codebook.RESERVED_HOTKEYS), "J", "ab", " "])
def test_a_label_cannot_take_a_key_of_the_board(hotkey: str) -> None:
    taking = [*labels("a"), {"key": "b", "text": {"en": "b"}, "hotkey": hotkey}]
    with pytest.raises(InvalidCodebook, match="one free key"):
        read(body(questions=[question(labels=taking)]))


@pytest.mark.parametrize("source", ["[1", "- a list", "", "\tkey: 1", "title: {en: 3}"])
def test_what_is_no_codebook_is_refused_by_name(source: str) -> None:
    with pytest.raises(InvalidCodebook, match=r"own\.yaml"):
        codebook.read(source, name="own.yaml")


def test_a_text_is_said_in_the_language_or_in_english() -> None:
    assert codebook.said({"en": "yes", "zh": "是"}, "zh") == "是"
    assert codebook.said({"en": "yes", "zh": ""}, "zh") == codebook.said({"en": "yes"}, "ar") == "yes"
    assert codebook.said({}) == ""


# --- Kinds of questions -----------------------------------------------------------------------------------------------


IF_A = {"question": "q", "labels": ["a"]}


def after(**changes: Any) -> dict[str, Any]:
    """A codebook of two questions, of which the second depends on the first."""
    return body(questions=[question(), question(**{"key": "second", "ask_if": IF_A, **changes})])


def unlabelled(kind: str, **more: Any) -> dict[str, Any]:
    return {"key": "q", "about": "item", "kind": kind, "text": {"en": "?"}, **more}


def test_a_dependent_question_is_asked_after_the_answers_it_names() -> None:
    second = read(after()).questions[1]
    assert [second.is_asked(label) for label in ("a", "b", None)] == [True, False, False]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (body(questions=[question(kind="text")]), "has no labels"),
        (body(questions=[{"key": "q", "about": "item", "kind": "quote", "text": {"en": "?"}}]), "needs `of`"),
        (
            body(questions=[{"key": "q", "about": "item", "kind": "quote", "text": {"en": "?"}, "of": ["turns"]}]),
            "turns",
        ),
        (body(questions=[{"key": "q", "about": "item", "text": {"en": "?"}, "labels": labels("a", "b")}]), "level"),
        (body(questions=[question(groups=[{"key": "g", "text": {"en": "G"}}])]), "not among `groups`"),
        (body(questions=[question(labels=labels("a", "none"))]), "stands for no answer"),
        (
            body(questions=[question(ask_if={"question": "later", "labels": ["a"]}), question(key="later")]),
            "before this",
        ),
        (after(about="memory"), "another kind of target|about a item"),
        (
            body(questions=[question(), question(key="s", ask_if={"question": "q", "labels": ["z"]})]),
            "'z' is not a label",
        ),
        (body(shows=["date", "date"]), "there twice"),
        (body(title={"en": "a\0b"}), "cannot be stored"),
        (body(title={"english": "A", "en": "A"}), "not a language"),
    ],
)
def test_questions_that_cannot_be_asked_are_refused(content: Any, why: str) -> None:
    with pytest.raises(InvalidCodebook, match=why):
        read(content)


def test_every_mistake_is_told_with_its_line() -> None:
    source = (
        "name: own\ntitle: {en: Own}\nquestions:\n  - key: q\n    about: tree\n    level: odd\n    text: {zh: 什么}\n"
    )
    found = codebook.problems(source)
    assert [(each.line, each.field) for each in found] == [
        (5, "questions[0].about"),
        (6, "questions[0].level"),
        (7, "questions[0].text"),
    ]


def test_a_field_that_is_there_twice_is_told_and_not_overwritten() -> None:
    assert "there twice" in str(codebook.problems("name: a\nname: b\ntitle: {en: A}")[0])


def test_aliases_of_aliases_are_refused_before_they_are_followed() -> None:
    bomb = "a: &a [x]\n" + "".join(
        f"{c}: &{c} [*{b}, *{b}, *{b}]\n" for b, c in zip("abcdefghi", "bcdefghij", strict=True)
    )
    assert "no aliases" in codebook.problems(bomb)[0].why


def test_deep_nesting_is_refused() -> None:
    assert codebook.problems("a: " + "[" * 500 + "]" * 500)
