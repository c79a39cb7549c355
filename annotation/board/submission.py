"""What a board sends about one item, and whether its answers fit what is asked (pure)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Literal, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from annotation import values
from annotation.codebook import Codebook, Question
from annotation.errors import Conflict, Invalid
from annotation.values import LONGEST_LABEL, LONGEST_WORDS, BadLabel, Pieces, Said
from label_formats.text import UNSTORABLE
from languages import message_of, worded

LARGEST_ID = 2**31 - 1  # of a PostgreSQL integer; a larger number is no id, and no database can be asked for it
A_DAY_MS = 24 * 60 * 60 * 1000
LONGEST_NOTE = 10_000
ANSWERED = Said(cannot="-")  # of what is not discussed nothing is missing

Given = dict[tuple[str, str], Said]  # what was said by target and question
Again = Mapping[tuple[str, str], Said]  # the only places that a discussion asks, with one's own first answers


class Sent(BaseModel):
    """A part of what a board sends; an unknown field is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Answer(Sent):
    """What is said to one question on one target: a label, or why it cannot be judged; how sure, from 1 to 3."""

    target: str = Field(max_length=200)
    question: str = Field(max_length=200)
    label: str | None = Field(default=None, max_length=LONGEST_LABEL)
    cannot: str | None = Field(default=None, max_length=LONGEST_WORDS, pattern=r"^[^\x00]*$")
    confidence: int | None = Field(default=None, ge=1, le=3)

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.label is None) == (self.cannot is None):
            raise ValueError("an answer is a label, or the reason why there is none")
        return self


class Work(Sent):
    """The answers of one item so far, and what the board believed when it drew the item.

    `seen` is the version of the draft on the server that this board knows of. A note or flag of None is unchanged.
    `active_ms` is how long the annotator has been at it since the last submission.
    """

    account: str = Field(max_length=40)
    assignment: int = Field(ge=1, le=LARGEST_ID)
    revision: int = Field(ge=0)
    codebook: int
    answers: tuple[Answer, ...] = Field(max_length=20_000)
    seen: int = Field(default=0, ge=0)
    note: str | None = Field(default=None, max_length=LONGEST_NOTE, pattern=r"^[^\x00]*$")
    flagged: bool | None = None
    active_ms: int | None = Field(default=None, ge=0, le=A_DAY_MS)


class Submission(Work):
    """One press of Submit. `reopen`: required answers may be taken back, which opens a done item again."""

    token: str = Field(pattern=r"^[A-Za-z0-9_-]{16,100}$")
    reopen: bool = False

    @property
    def digest(self) -> str:
        """The sha256 of what is said, by which a repeated sending is known again."""
        kept = self.model_dump(mode="json", exclude={"token", "seen", "note", "flagged", "active_ms"})
        kept["answers"] = sorted(kept["answers"], key=lambda answer: (answer["target"], answer["question"]))
        return hashlib.sha256(json.dumps(kept, sort_keys=True).encode("ascii")).hexdigest()


class Skip(Work):
    """Putting an item aside."""

    reason: Literal["hard", "broken", "distressing", "other"]
    words: str = Field(default="", max_length=LONGEST_NOTE, pattern=r"^[^\x00]*$")


Kind = TypeVar("Kind", bound=Work)


def read(body: bytes, kind: type[Kind]) -> Kind:
    """The draft, submission or skip in a request's body. Raises Invalid where it is none."""
    try:
        return kind.model_validate_json(body)
    except (ValidationError, RecursionError) as error:
        raise Invalid(
            "malformed", worded("The answers did not arrive in a form that can be read; nothing was saved.")
        ) from error


def check_labels(
    answers: Sequence[Answer],
    *,
    book: Codebook,
    targets: Mapping[str, str],
    pieces: Pieces = values.NOTHING,
    again: Again | None = None,
) -> Given:
    """The answers by (target, question), where each fits what is asked about these targets (key to kind).

    Raises Conflict for a target or question that is not the item's, and Invalid for a label that does not answer the
    question, an answer given twice, or one to a question that is not asked here.
    """
    given: Given = {}
    for answer in answers:
        kind = targets.get(answer.target)
        if kind is None:
            raise Conflict("unknown_target", worded("An answer is about something that is not part of this item."))
        question = book.question(answer.question)
        if question is None or question.about != kind:
            raise Conflict(
                "unknown_question", worded("The codebook does not ask {question!r} here.", question=answer.question)
            )
        if again is not None and (answer.target, answer.question) not in again:
            raise Conflict("not_discussed", worded("An answer is about something that is not discussed here."))
        if (answer.target, answer.question) in given:
            raise Invalid("malformed", worded("One question is answered twice; nothing was saved."))
        given[answer.target, answer.question] = _said(question, answer, pieces)
    for target, key in given:
        asked = book.question(key)
        if asked is not None and not is_asked(asked, target, given, again=again):
            raise Invalid(
                "not_asked",
                worded("The question {key!r} is not asked after the answers given; nothing was saved.", key=key),
            )
    return given


def is_asked(question: Question, target: str, given: Given, *, again: Again | None = None) -> bool:
    """Whether a question about a target is asked, with the answers given so far.

    In a discussion the first answer to the question before stands until there is a new one; where that question is not
    discussed, `again` holds only what is asked.
    """
    if question.ask_if is None:
        return True
    place = (target, question.ask_if.question)
    if again is not None and place not in again:
        return True
    parent = given.get(place) or (again or {}).get(place)
    return question.is_asked(parent.label if parent else None)


def missing(
    given: Given, *, book: Codebook, targets: Mapping[str, str], again: Again | None = None
) -> list[tuple[str, str]]:
    """The required questions, by target, that are asked and have no answer; a first answer goes on to count."""
    required = [(key, each) for key, kind in targets.items() for each in book.about(kind) if each.required]
    if again is not None:
        required = [(key, each) for key, each in required if not again.get((key, each.key), ANSWERED).answers]
    return [
        (key, each.key)
        for key, each in required
        if (key, each.key) not in given and is_asked(each, key, given, again=again)
    ]


def check_complete(given: Given, *, book: Codebook, targets: Mapping[str, str], again: Again | None = None) -> None:
    """Raise Invalid, naming what is missing, unless every required question is answered."""
    left = missing(given, book=book, targets=targets, again=again)
    if left:
        raise Invalid("incomplete", worded("{count} answer(s) are missing; nothing was saved.", count=len(left)), left)


def _said(question: Question, answer: Answer, pieces: Pieces) -> Said:
    if answer.confidence is not None and not question.confidence:
        raise Invalid(
            "malformed",
            worded("The question {key!r} does not ask how sure one is; nothing was saved.", key=question.key),
        )
    if answer.label is None:
        return Said(cannot=_why(question, answer.cannot or ""), confidence=answer.confidence)
    try:
        label = values.checked(question, answer.label, pieces=pieces, target=answer.target)
    except BadLabel as error:
        raise Invalid(
            "unknown_label",
            worded("The answer to {key!r} does not fit: {why}.", key=question.key, why=message_of(error)),
        ) from error
    return Said(label=label, confidence=answer.confidence)


def _why(question: Question, reason: str) -> str:
    if not question.cannot_judge:
        raise Invalid(
            "malformed", worded("The question {key!r} has to be judged; nothing was saved.", key=question.key)
        )
    if not reason.strip() or UNSTORABLE.search(reason):
        raise Invalid("malformed", worded("Why it cannot be judged is missing, or holds a character that is no text."))
    return reason.strip()
