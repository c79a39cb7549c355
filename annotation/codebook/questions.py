"""Codebooks as data: which questions are asked, about what, and which labels answer them (pure).

A codebook is a YAML file; the built-in ones lie in `codebooks/`, one per protocol. Every text is given by language, and
English is required. A project keeps its own frozen copy, and every judgment names the version it was made under.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError, field_validator, model_validator

from annotation.errors import InvalidCodebook, NotFound

BUILT_IN = Path(__file__).parent / "codebooks"
RESERVED_HOTKEYS = frozenset("jkunsf?glm/")  # the board's own keys
KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")
WHOLE = re.compile(r"-?\d+")

Level = Literal["nominal", "ordinal", "interval"]
Text = dict[str, str]


class Entry(BaseModel):
    """A frozen entry of a codebook; an unknown field is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Label(Entry):
    """One answer. `hotkey` defaults to the label's place, 1 to 9."""

    key: str
    text: Text
    help: Text = {}
    hotkey: str = ""

    _texts = field_validator("text")(lambda text: _with_english(text))
    _key = field_validator("key", mode="before")(lambda key: _key(key))


class Question(Entry):
    """One question about the item or about each of its memories; exactly one label answers it."""

    key: str
    about: Literal["item", "memory", "response"]
    level: Level
    text: Text
    help: Text = {}
    required: bool = True
    labels: tuple[Label, ...]

    _texts = field_validator("text")(lambda text: _with_english(text))
    _key = field_validator("key", mode="before")(lambda key: _key(key))

    @model_validator(mode="before")
    @classmethod
    def _number_hotkeys(cls, value: Any) -> Any:
        if not isinstance(value, dict) or not isinstance(value.get("labels"), list):
            return value
        labels = [
            {"hotkey": str(place), **label} if isinstance(label, dict) and place <= 9 else label
            for place, label in enumerate(value["labels"], start=1)
        ]
        return {**value, "labels": labels}

    @model_validator(mode="after")
    def _distinct(self) -> Question:
        if len(self.labels) < 2:
            raise ValueError("a question needs two labels or more")
        _no_repeats("label", [label.key for label in self.labels])
        hotkeys = [label.hotkey for label in self.labels if label.hotkey]
        _no_repeats("hotkey", hotkeys)
        for hotkey in hotkeys:
            if len(hotkey) != 1 or hotkey.isspace() or hotkey.lower() in RESERVED_HOTKEYS:
                raise ValueError(f"the hotkey {hotkey!r} is not one free key; the board uses {_reserved()} itself")
        if self.level == "interval" and not all(WHOLE.fullmatch(label.key) for label in self.labels):
            raise ValueError("an interval scale needs whole numbers as labels")
        return self

    @property
    def label_keys(self) -> tuple[str, ...]:
        """The labels in the codebook's order, used or not."""
        return tuple(label.key for label in self.labels)


class Codebook(Entry):
    """The label schema of a project."""

    name: str
    title: Text
    guideline: Text = {}
    questions: tuple[Question, ...]

    _texts = field_validator("title")(lambda text: _with_english(text))
    _key = field_validator("name", mode="before")(lambda key: _key(key))

    @model_validator(mode="after")
    def _distinct(self) -> Codebook:
        if not self.questions:
            raise ValueError("a codebook needs a question")
        _no_repeats("question", [question.key for question in self.questions])
        return self

    def question(self, key: str) -> Question | None:
        """The question with this key, or None."""
        return next((question for question in self.questions if question.key == key), None)

    def about(self, kind: str) -> tuple[Question, ...]:
        """The questions about targets of this kind."""
        return tuple(question for question in self.questions if question.about == kind)

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of target that a question is about."""
        return frozenset(question.about for question in self.questions)


def said(text: Text, language: str = "en") -> str:
    """The text in a language, else in English, else empty."""
    return text.get(language) or text.get("en", "")


def read(source: str, *, name: str) -> Codebook:
    """A codebook from the text of a YAML file called `name`.

    Raises InvalidCodebook with the field that breaks a rule.
    """
    try:
        return Codebook.model_validate(yaml.safe_load(source))
    except yaml.YAMLError as error:
        raise InvalidCodebook(f"{name} is not YAML: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the codebook"
        raise InvalidCodebook(f"{name}: {where}: {first['msg'].removeprefix('Value error, ')}") from error


@cache
def built_in(name: str) -> Codebook:
    """The built-in codebook of a protocol. Raises NotFound, naming those there are."""
    path = BUILT_IN / f"{name}.yaml"
    if name not in built_in_names():
        raise NotFound(f"There is no protocol {name!r}. There are: {', '.join(built_in_names())}")
    return read(path.read_text(encoding="utf-8"), name=path.name)


def built_in_names() -> list[str]:
    """The protocols that come with Accord."""
    return sorted(path.stem for path in BUILT_IN.glob("*.yaml"))


def _with_english(text: Text) -> Text:
    if not text.get("en", "").strip():
        raise ValueError("a text in English (en) is needed")
    return text


def _key(key: Any) -> str:
    plain = str(key) if isinstance(key, int) and not isinstance(key, bool) else key
    if not isinstance(plain, str) or not (KEY.fullmatch(plain) or WHOLE.fullmatch(plain)):
        raise ValueError(f"{key!r} is not a key: letters, digits, '_', '.' and '-' (quote words such as yes and no)")
    return plain


def _no_repeats(what: str, keys: list[str]) -> None:
    for key in keys:
        if keys.count(key) > 1:
            raise ValueError(f"the {what} {key!r} is there twice")


def _reserved() -> str:
    return " ".join(sorted(RESERVED_HOTKEYS))
