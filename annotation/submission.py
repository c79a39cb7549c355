"""What a board sends about one item, and whether its answers fit what is asked (pure)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from annotation.codebook import Codebook
from annotation.errors import Conflict, Invalid

LARGEST_ID = 2**31 - 1  # of a PostgreSQL integer; a larger number is no id, and no database can be asked for it
A_DAY_MS = 24 * 60 * 60 * 1000
LONGEST_NOTE = 10_000

Given = dict[tuple[str, str], str]  # labels by target and question


class Sent(BaseModel):
    """A part of what a board sends; an unknown field is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Answer(Sent):
    """One label for one question on one target."""

    target: str = Field(max_length=200)
    question: str = Field(max_length=200)
    label: str = Field(max_length=200)


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
            "malformed", "The answers did not arrive in a form that can be read; nothing was saved."
        ) from error


def check_labels(answers: Sequence[Answer], *, book: Codebook, targets: Mapping[str, str]) -> Given:
    """The answers by (target, question), where each fits what is asked about these targets (key to kind).

    Raises Conflict for a target or question that is not the item's, and Invalid for an unknown label or an answer given
    twice.
    """
    given: Given = {}
    for answer in answers:
        kind = targets.get(answer.target)
        if kind is None:
            raise Conflict("unknown_target", "An answer is about something that is not part of this item.")
        question = book.question(answer.question)
        if question is None or question.about != kind:
            raise Conflict("unknown_question", f"The codebook does not ask {answer.question!r} here.")
        if answer.label not in question.label_keys:
            raise Invalid("unknown_label", f"{answer.label!r} is not a label of the question {answer.question!r}.")
        if (answer.target, answer.question) in given:
            raise Invalid("malformed", "One question is answered twice; nothing was saved.")
        given[answer.target, answer.question] = answer.label
    return given


def missing(given: Given, *, book: Codebook, targets: Mapping[str, str]) -> list[tuple[str, str]]:
    """The required questions, by target, that have no answer."""
    asked = [(key, each) for key, kind in targets.items() for each in book.about(kind) if each.required]
    return [(key, each.key) for key, each in asked if (key, each.key) not in given]


def check_complete(given: Given, *, book: Codebook, targets: Mapping[str, str]) -> None:
    """Raise Invalid, naming what is missing, unless every required question is answered."""
    left = missing(given, book=book, targets=targets)
    if left:
        raise Invalid("incomplete", f"{len(left)} answer(s) are missing; nothing was saved.", left)
