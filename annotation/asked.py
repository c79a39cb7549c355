"""What does a project's codebook ask, as the numbers need it: scales, labels in their order, groups, conditions?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from sqlmodel import Session

from annotation import projects
from annotation.codebook import About, Codebook, Kind, Question, said
from annotation.projects import key_of

NumbersLevel = Literal["nominal", "ordinal", "interval", "set", "spans"]


@dataclass(frozen=True)
class QuestionSpec:
    """A question as the numbers need it: its scale and its labels in the codebook's order.

    `level` is None for free text, which no coefficient takes. `groups` gives the group of each label, where there are
    any; `asked_after` is the question and the labels on which it depends.
    """

    key: str
    level: NumbersLevel | None
    labels: tuple[str, ...]
    text: str
    label_texts: Mapping[str, str]
    about: About = "memory"
    kind: Kind = "one"
    groups: Mapping[str, str] = field(default_factory=dict)
    asked_after: tuple[str, tuple[str, ...]] | None = None


def asked_questions(session: Session, *, slug: str, language: str = "en") -> list[QuestionSpec]:
    """What the project's newest codebook asks, in its order and in this language."""
    _, book = projects.latest_codebook(session, key_of(projects.find(session, slug)))
    return asked_by(book, language=language)


def asked_by(book: Codebook, *, language: str = "en") -> list[QuestionSpec]:
    """What a codebook asks, in its order and in this language."""
    return [
        QuestionSpec(
            key=question.key,
            about=question.about,
            kind=question.kind,
            level=numbers_level(question),
            labels=question.label_keys,
            text=said(question.text, language),
            label_texts={label.key: said(label.text, language) for label in question.labels},
            groups={label.key: label.group for label in question.labels if label.group},
            asked_after=(question.ask_if.question, question.ask_if.labels) if question.ask_if else None,
        )
        for question in book.questions
    ]


def numbers_level(question: Question) -> NumbersLevel | None:
    """The level at which the answers of a question agree; None for free text."""
    if question.kind == "one":
        return question.level
    if question.kind == "quote":
        return "spans"
    return None if question.kind == "text" else "set"
