"""One question of a codebook: what it is about, which kind of answer it takes, and when it is asked at all.

An answer is one label, several labels, free text, words quoted from the item, or pieces picked from it: turns and
memories. `annotation.values` says how each is written down.
"""

from __future__ import annotations

from typing import Any, Literal, Self

from pydantic import Field, model_validator

from annotation.codebook.texts import WHOLE, Entry, Key, Needed, Optional, no_repeats
from languages import meant, worded

RESERVED_HOTKEYS = frozenset("jkunsf?glmxbe/=")  # the board's own keys

About = Literal["item", "memory", "response", "pair"]
Kind = Literal["one", "several", "text", "quote", "pick"]
Level = Literal["nominal", "ordinal", "interval"]
Source = Literal["dialogue", "query", "response", "turns", "memories"]

SOURCES: dict[str, tuple[Source, ...]] = {"quote": ("dialogue", "query", "response"), "pick": ("turns", "memories")}
LONGEST_CHOICE = 500  # labels of a question


class Label(Entry):
    """One answer. `hotkey` defaults to the label's place, 1 to 9; `anchor` is a short word under a point of a scale."""

    key: Key
    text: Needed
    help: Optional = Field(default_factory=dict)
    hotkey: str = ""
    group: str = ""
    anchor: Optional = Field(default_factory=dict)


class Group(Entry):
    """A part of a large set of labels."""

    key: Key
    text: Needed


class AskIf(Entry):
    """The question is asked only where another one about the same target is answered with one of these labels."""

    question: Key
    labels: tuple[Key, ...]


class Expects(Entry):
    """Which labels go with which answer to another question; any other one is warned of, and taken."""

    question: Key
    allowed: dict[str, tuple[Key, ...]]
    text: Needed


class Question(Entry):
    """One question about the item, each of its memories, each response, or each pair of memory and response.

    `of`: where words are quoted from, or pieces picked. `many`: several pieces can be picked.
    """

    key: Key
    about: About
    kind: Kind = "one"
    level: Level = "nominal"
    text: Needed
    help: Optional = Field(default_factory=dict)
    required: bool = True
    labels: tuple[Label, ...] = ()
    groups: tuple[Group, ...] = ()
    of: tuple[Source, ...] = ()
    many: bool = True
    ask_if: AskIf | None = None
    expects: Expects | None = None
    cannot_judge: bool = False
    confidence: bool = False

    @model_validator(mode="before")
    @classmethod
    def _number_hotkeys(cls, value: Any) -> Any:
        if not isinstance(value, dict) or not isinstance(value.get("labels"), list):
            return value
        grouped = bool(value.get("groups"))  # found by typing, not by a key each
        labels = [
            {"hotkey": str(place), **label} if isinstance(label, dict) and place <= 9 and not grouped else label
            for place, label in enumerate(value["labels"], start=1)
        ]
        return {**value, "labels": labels}

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if self.kind in ("one", "several"):
            self._check_labels()
        elif self.labels or self.groups:
            raise ValueError(worded("a question of the kind {kind} has no labels", kind=self.kind))
        self._check_sources()
        if self.kind == "one" and "level" not in self.model_fields_set:
            raise ValueError(worded("the level is needed: nominal, ordinal or interval"))
        if self.expects is not None and not self.labels:
            raise ValueError(worded("only a question with labels can expect some of them"))
        return self

    def _check_labels(self) -> None:
        if len(self.labels) < 2:
            raise ValueError(worded("a question needs two labels or more"))
        if len(self.labels) > LONGEST_CHOICE:
            raise ValueError(worded("a question has at most {most} labels", most=LONGEST_CHOICE))
        no_repeats(meant("in a codebook", "label"), (label.key for label in self.labels))
        hotkeys = [label.hotkey for label in self.labels if label.hotkey]
        no_repeats(meant("in a codebook", "hotkey"), (hotkey.lower() for hotkey in hotkeys))
        for hotkey in hotkeys:
            if len(hotkey) != 1 or hotkey.isspace() or hotkey.lower() in RESERVED_HOTKEYS:
                raise ValueError(
                    worded(
                        "the hotkey {hotkey!r} is not one free key; the board uses {reserved} itself",
                        hotkey=hotkey,
                        reserved=_reserved(),
                    )
                )
        is_interval = self.kind == "one" and self.level == "interval"
        if is_interval and not all(WHOLE.fullmatch(label.key) for label in self.labels):
            raise ValueError(worded("an interval scale needs whole numbers as labels"))
        self._check_groups()

    def _check_groups(self) -> None:
        no_repeats(meant("in a codebook", "group"), (group.key for group in self.groups))
        known = {group.key for group in self.groups}
        for label in self.labels:
            if (label.group or known) and label.group not in known:
                raise ValueError(
                    worded(
                        "the label {key!r} is in the group {group!r}, which is not among `groups`",
                        key=label.key,
                        group=label.group,
                    )
                )

    def _check_sources(self) -> None:
        allowed = SOURCES.get(self.kind, ())
        if allowed and not self.of:
            raise ValueError(
                worded("a question of the kind {kind} needs `of`: {listed}", kind=self.kind, listed=", ".join(allowed))
            )
        wrong = [source for source in self.of if source not in allowed]
        if wrong:
            raise ValueError(
                worded("a question of the kind {kind} cannot be of {wrong!r}", kind=self.kind, wrong=wrong[0])
            )
        no_repeats(meant("in a codebook", "source"), self.of)

    @property
    def label_keys(self) -> tuple[str, ...]:
        """The labels in the codebook's order, used or not."""
        return tuple(label.key for label in self.labels)

    def is_asked(self, answer_to_parent: str | None) -> bool:
        """Whether the question is asked, given the label of the question that it depends on (None: no label)."""
        return self.ask_if is None or answer_to_parent in self.ask_if.labels


def _reserved() -> str:
    return " ".join(sorted(RESERVED_HOTKEYS))
