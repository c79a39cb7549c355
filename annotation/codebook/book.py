"""The label schema of a project as a whole: its questions, and what they may say about each other."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from annotation.codebook.questions import Question
from annotation.codebook.texts import Entry, Key, Needed, Optional, no_repeats
from languages import meant, worded

MemoryField = Literal["date", "type", "theme", "detail"]


class Codebook(Entry):
    """The label schema of a project. `shows`: what the board shows of a memory beside its text."""

    name: Key
    title: Needed
    description: Optional = Field(default_factory=dict)
    guideline: Optional = Field(default_factory=dict)
    shows: tuple[MemoryField, ...] = ("date", "detail")
    questions: tuple[Question, ...]

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if not self.questions:
            raise ValueError(worded("a codebook needs a question"))
        no_repeats(meant("in a codebook", "question"), (question.key for question in self.questions))
        no_repeats(meant("in a codebook", "field of a memory"), self.shows)
        for place, question in enumerate(self.questions):
            self._check_parents(place, question)
        return self

    def _check_parents(self, place: int, question: Question) -> None:
        earlier = {each.key: each for each in self.questions[:place]}
        if question.ask_if is not None:
            parent = _parent(earlier, question, question.ask_if.question, "ask_if")
            if parent.kind != "one":
                raise ValueError(
                    worded(
                        "{key}: ask_if names {parent!r}, which is not answered with one label",
                        key=question.key,
                        parent=parent.key,
                    )
                )
            _known(question.key, question.ask_if.labels, parent)
        if question.expects is not None:
            parent = _parent(earlier, question, question.expects.question, "expects")
            _known(question.key, question.expects.allowed, parent)
            for labels in question.expects.allowed.values():
                _known(question.key, labels, question)

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


def _parent(earlier: dict[str, Question], question: Question, name: str, field: str) -> Question:
    parent = earlier.get(name)
    if parent is None:
        raise ValueError(
            worded(
                "{key}: {field} names {name!r}, which is no question before this one",
                key=question.key,
                field=field,
                name=name,
            )
        )
    if parent.about != question.about:
        raise ValueError(
            worded(
                "{key}: {field} names {name!r}, which is about a {about}, not {own}",
                key=question.key,
                field=field,
                name=name,
                about=parent.about,
                own=question.about,
            )
        )
    return parent


def _known(question: str, labels: object, parent: Question) -> None:
    for label in labels:  # type: ignore[attr-defined]
        if label not in parent.label_keys:
            raise ValueError(
                worded(
                    "{question}: {label!r} is not a label of the question {key!r}",
                    question=question,
                    label=label,
                    key=parent.key,
                )
            )
