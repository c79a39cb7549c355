"""What is different between two versions of a codebook, and what does that mean for answers that are there? (pure)

A question or a label is known by its key: called otherwise, it is another one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from annotation.codebook.book import Codebook
from annotation.codebook.questions import Label, Question

Fate = Literal["kept", "added", "removed"]
OF_THE_BOOK = ("name", "title", "description", "guideline", "shows")
QUIET = ("confidence", "cannot_judge", "expects", "groups")  # what changes no answer's meaning


@dataclass(frozen=True)
class Reshaped:
    """A field of a question that says what an answer is, with what it was and what it is."""

    field: str
    before: str
    now: str


@dataclass(frozen=True)
class QuestionChange:
    """What became of one question.

    `reshaped`: what an answer is at all (about, kind, level). `narrowed`: where answers could come from and cannot any
    more. `gone`, `new` and `reworded` are labels. `required` is what it is now, None where that has not changed.
    `other` are further fields.
    """

    question: str
    fate: Fate = "kept"
    reshaped: tuple[Reshaped, ...] = ()
    narrowed: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    reworded: tuple[str, ...] = ()
    asked_otherwise: bool = False
    required: bool | None = None
    condition: bool = False
    other: tuple[str, ...] = ()

    def again(self) -> QuestionChange:
        """The same change to a question that was not asked for some versions, and now comes back."""
        return replace(self, fate="added")

    @property
    def bears_on_answers(self) -> bool:
        """Whether somebody who answered the question as it was might answer otherwise now."""
        labels = self.gone or self.new or self.reworded
        return self.fate == "kept" and bool(self.reshaped or self.narrowed or labels or self.asked_otherwise)

    @property
    def bears_on_completeness(self) -> bool:
        """Whether an item that was complete may lack an answer now, or the other way round."""
        return self.fate != "kept" or self.required is not None or self.condition or bool(self.gone)


@dataclass(frozen=True)
class Changes:
    """Everything that differs: by question, in the order of the newer codebook, and in the codebook as a whole."""

    questions: tuple[QuestionChange, ...]
    book: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.questions or self.book)

    def of(self, fate: Fate) -> tuple[str, ...]:
        """The keys of the changed questions with this fate."""
        return tuple(each.question for each in self.questions if each.fate == fate)

    @property
    def bear_on_completeness(self) -> bool:
        """Whether items that were complete may not be so any more, or the other way round."""
        return any(each.bears_on_completeness for each in self.questions)


def changes(before: Codebook, now: Codebook) -> Changes:
    """What is different in `now`."""
    kept = [question.key for question in now.questions if before.question(question.key)]
    found = [question_change(before.question(question.key), question) for question in now.questions]
    removed = [
        QuestionChange(question.key, "removed", gone=question.label_keys)
        for question in before.questions
        if now.question(question.key) is None
    ]
    fields = tuple(name for name in OF_THE_BOOK if getattr(before, name) != getattr(now, name))
    order = () if kept == [question.key for question in before.questions if now.question(question.key)] else ("order",)
    return Changes((*(each for each in found if each is not None), *removed), (*fields, *order))


def bears_on_answers(before: Question, now: Question) -> bool:
    """Whether somebody who answered the question as it was might answer otherwise now."""
    found = question_change(before, now)
    return found is not None and found.bears_on_answers


def question_change(before: Question | None, now: Question) -> QuestionChange | None:
    """What is different in a question (None before: it is new); None where nothing is."""
    if before is None:
        return QuestionChange(now.key, "added", new=now.label_keys)
    old, new = ({label.key: label for label in question.labels} for question in (before, now))
    found = QuestionChange(
        question=now.key,
        reshaped=tuple(_reshaped(before, now)),
        narrowed=_narrowed(before, now),
        gone=tuple(key for key in old if key not in new),
        new=tuple(key for key in new if key not in old),
        reworded=tuple(key for key in new if key in old and _label_reworded(old[key], new[key])),
        asked_otherwise=reworded(before.text, now.text) or reworded(before.help, now.help),
        required=now.required if now.required != before.required else None,
        condition=now.ask_if != before.ask_if,
        other=tuple(_other(before, now)),
    )
    return None if found == QuestionChange(now.key) else found


def _reshaped(before: Question, now: Question) -> list[Reshaped]:
    fields = ["about", "kind", *(["level"] if before.kind == now.kind == "one" else [])]
    return [
        Reshaped(field, getattr(before, field), getattr(now, field))
        for field in fields
        if getattr(before, field) != getattr(now, field)
    ]


def _narrowed(before: Question, now: Question) -> tuple[str, ...]:
    if before.kind != now.kind:
        return ()
    several = ("many",) if before.kind == "pick" and before.many and not now.many else ()
    return (*(source for source in before.of if source not in now.of), *several)


def _label_reworded(before: Label, now: Label) -> bool:
    return any(reworded(getattr(before, field), getattr(now, field)) for field in ("text", "help", "anchor"))


def reworded(before: Mapping[str, str], now: Mapping[str, str]) -> bool:
    """Whether a text says something else; one more language does not.

    >>> reworded({"en": "Nice"}, {"en": "Nice", "zh": "加分"}), reworded({"en": "Nice"}, {"en": "Optional"})
    (False, True)
    """
    both = before.keys() & now.keys()
    return any(before[language] != now[language] for language in both) or bool(before) != bool(now)


def _other(before: Question, now: Question) -> list[str]:
    found = [field for field in QUIET if getattr(before, field) != getattr(now, field)]
    if (now.of, now.many) != (before.of, before.many) and not _narrowed(before, now) and before.kind == now.kind:
        found.append("of")
    keys = [key for key in now.label_keys if key in before.label_keys]
    if keys != [key for key in before.label_keys if key in now.label_keys]:
        found.append("label order")
    hotkeys = {label.key: label.hotkey for label in before.labels}
    if any(label.hotkey != hotkeys.get(label.key, label.hotkey) for label in now.labels):
        found.append("hotkeys")
    languages = (
        (question.text.keys(), *(label.text.keys() for label in question.labels)) for question in (before, now)
    )
    if len({frozenset(name for text in texts for name in text) for texts in languages}) > 1:
        found.append("languages")
    return found
