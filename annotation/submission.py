"""What a board sends: the answers of one item, and whether they answer exactly what is asked (pure)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from annotation.codebook import Codebook
from annotation.errors import Conflict, Invalid

LARGEST_ID = 2**31 - 1  # of a PostgreSQL integer; a larger number is no id, and no database can be asked for it


class Sent(BaseModel):
    """A part of what a board sends; an unknown field is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Answer(Sent):
    """One label for one question on one target."""

    target: str = Field(max_length=200)
    question: str = Field(max_length=200)
    label: str = Field(max_length=200)


class Submission(Sent):
    """One press of Submit: the answers, and what the board believed when it drew the item."""

    account: str = Field(max_length=40)
    assignment: int = Field(ge=1, le=LARGEST_ID)
    revision: int = Field(ge=0)
    codebook: int
    token: str = Field(pattern=r"^[A-Za-z0-9_-]{16,100}$")
    answers: tuple[Answer, ...] = Field(max_length=20_000)

    @property
    def digest(self) -> str:
        """The sha256 of everything but the token, by which a repeated sending is known again."""
        kept = self.model_dump(mode="json", exclude={"token"})
        kept["answers"] = sorted(kept["answers"], key=lambda answer: (answer["target"], answer["question"]))
        return hashlib.sha256(json.dumps(kept, sort_keys=True).encode("ascii")).hexdigest()


def read_submission(body: bytes) -> Submission:
    """The submission in a request's body. Raises Invalid where it is not one."""
    try:
        return Submission.model_validate_json(body)
    except (ValidationError, RecursionError) as error:
        raise Invalid(
            "malformed", "The answers did not arrive in a form that can be read; nothing was saved."
        ) from error


def check_answers(
    answers: Sequence[Answer], *, book: Codebook, targets: Mapping[str, str]
) -> dict[tuple[str, str], str]:
    """The answers by (target, question), where they answer exactly what is asked about these targets (key to kind).

    Raises Conflict for a target or question that is not the item's, Invalid for an unknown label, an answer given
    twice, or a required answer that is missing.
    """
    given: dict[tuple[str, str], str] = {}
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
    asked = [(key, each) for key, kind in targets.items() for each in book.about(kind) if each.required]
    missing = [(key, each.key) for key, each in asked if (key, each.key) not in given]
    if missing:
        raise Invalid("incomplete", f"{len(missing)} answer(s) are missing; nothing was saved.", missing)
    return given
