"""Who labels what, and what they said: raters, assignments, drafts, submissions and judgments."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, Index, Text, UniqueConstraint, false
from sqlmodel import Field, SQLModel

from annotation.models.base import UtcTime, one_of

STATES = ("open", "done", "skipped", "lapsed")
ASSIGNMENT_ORIGINS = ("planned", "pool", "escalated")
SKIP_REASONS = ("hard", "broken", "distressing", "other")


class Rater(SQLModel, table=True):
    """Who said something in a project: an account, or an imported person, who cannot sign in.

    `paused_at`: since when somebody has had this annotator wait; nothing pauses by itself.
    """

    __table_args__ = (
        UniqueConstraint("project_id", "origin", "name"),
        UniqueConstraint("project_id", "account_id"),
        UniqueConstraint("project_id", "pseudonym"),
        CheckConstraint(one_of("origin", ("account", "imported")), name="origin"),
        CheckConstraint("(origin = 'account') = (account_id IS NOT NULL)", name="account"),
    )

    id: int | None = Field(default=None, primary_key=True)
    project_id: int = Field(foreign_key="project.id")
    origin: str
    account_id: int | None = Field(default=None, foreign_key="account.id", index=True)
    name: str
    pseudonym: str
    paused_at: datetime | None = Field(default=None, sa_type=UtcTime)


class Assignment(SQLModel, table=True):
    """An item given to an annotator in a round, with the order in which the board shows its targets.

    `revision` counts the submissions. `done` answers all that is required; clearing such an answer opens it again.
    Flag, note and skip are the annotator's word about the item and no judgments.

    `origin` is how it came about: planned beforehand, taken from the pool, or asked for where people disagree. One from
    the pool is reserved until a moment, and `lapsed` when nothing was submitted by then; an answer that comes after its
    place was given to somebody else is `surplus`: kept, and counted nowhere. `sent_back`: open for its annotator again,
    in a closed round too, since an adjudicator has asked (SentBack says why).
    """

    __table_args__ = (
        UniqueConstraint("round_id", "item_id", "rater_id"),
        UniqueConstraint("rater_id", "round_id", "position"),
        CheckConstraint("revision >= 0", name="revision"),
        CheckConstraint(one_of("state", STATES), name="state"),
        CheckConstraint(f"skip_reason IS NULL OR {one_of('skip_reason', SKIP_REASONS)}", name="skip_reason"),
        CheckConstraint("(state = 'skipped') = (skip_reason IS NOT NULL)", name="skipped"),
        CheckConstraint(one_of("origin", ASSIGNMENT_ORIGINS), name="origin"),
    )

    id: int | None = Field(default=None, primary_key=True)
    round_id: int = Field(foreign_key="round.id")
    item_id: int = Field(foreign_key="item.id", index=True)
    rater_id: int = Field(foreign_key="rater.id")
    position: int
    target_order: list[str] = Field(sa_type=JSON)
    revision: int = 0
    state: str = Field(default="open", sa_column_kwargs={"server_default": "open"})
    skip_reason: str | None = None
    skip_words: str = Field(default="", sa_type=Text, sa_column_kwargs={"server_default": ""})
    flagged: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    note: str = Field(default="", sa_type=Text, sa_column_kwargs={"server_default": ""})
    created_at: datetime = Field(sa_type=UtcTime)
    origin: str = Field(default="planned", sa_column_kwargs={"server_default": "planned"})
    reserved_until: datetime | None = Field(default=None, sa_type=UtcTime)
    surplus: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    sent_back: bool = Field(default=False, sa_column_kwargs={"server_default": false()})


class SentBack(SQLModel, table=True):
    """An adjudicator asked one annotator to look at one item again. Append-only. No account: the command line did."""

    __tablename__ = "sent_back"

    id: int | None = Field(default=None, primary_key=True)
    assignment_id: int = Field(foreign_key="assignment.id", index=True)
    account_id: int | None = Field(default=None, foreign_key="account.id")
    reason: str = Field(sa_type=Text)
    created_at: datetime = Field(sa_type=UtcTime)


class DiscussedPlace(SQLModel, table=True):
    """A question on a target that is open in a discussion round: people differed on it before."""

    __tablename__ = "discussed_place"

    round_id: int = Field(foreign_key="round.id", primary_key=True)
    target_id: int = Field(foreign_key="target.id", primary_key=True)
    question: str = Field(primary_key=True)


class Comment(SQLModel, table=True):
    """What a participant says to the others about a question on a target, in a discussion. Append-only."""

    __table_args__ = (Index(None, "round_id", "target_id"),)

    id: int | None = Field(default=None, primary_key=True)
    round_id: int = Field(foreign_key="round.id")
    target_id: int = Field(foreign_key="target.id")
    question: str
    rater_id: int = Field(foreign_key="rater.id")
    text: str = Field(sa_type=Text)
    token: str = Field(unique=True)
    created_at: datetime = Field(sa_type=UtcTime)


class Draft(SQLModel, table=True):
    """Answers of an assignment that are not submitted yet, from whichever device; gone with the submission.

    `revision` and `codebook_id` are what the draft began on; `version` counts its savings, so that a device learns that
    another one has saved since. `answers` is a list of [target, question, label, cannot, confidence] (older ones: only
    the first three), or None where it says the same as the judgments that are stored.
    """

    __table_args__ = (CheckConstraint("version >= 1", name="version"),)

    assignment_id: int = Field(foreign_key="assignment.id", primary_key=True)
    revision: int
    codebook_id: int = Field(foreign_key="codebook.id")
    version: int
    answers: list[list[Any]] | None = Field(sa_type=JSON, nullable=False)
    active_ms: int = 0
    saved_at: datetime = Field(sa_type=UtcTime)


class Submission(SQLModel, table=True):
    """One press of Submit. The board's token makes a second sending of the same one harmless.

    `active_ms` is how long the annotator was at work on it, pauses capped; None where the board did not say.
    """

    __table_args__ = (UniqueConstraint("assignment_id", "revision"), CheckConstraint("revision >= 1", name="revision"))

    id: int | None = Field(default=None, primary_key=True)
    assignment_id: int = Field(foreign_key="assignment.id")
    revision: int
    token: str = Field(unique=True)
    digest: str
    stored: int
    active_ms: int | None = None
    created_at: datetime = Field(sa_type=UtcTime)


class Judgment(SQLModel, table=True):
    """One rater's label for one question on one target in one round.

    No label: it cannot be judged, and `cannot` says why; or the answer was cleared. `confidence` is 1 to 3 where it was
    given, `prelabel` the label that was shown beforehand, if one was.
    """

    __table_args__ = (
        UniqueConstraint("round_id", "target_id", "rater_id", "question", "revision"),
        CheckConstraint(one_of("origin", ("board", "file")), name="origin"),
        CheckConstraint("(origin = 'board') = (submission_id IS NOT NULL)", name="submission"),
        CheckConstraint("revision >= 1", name="revision"),
        CheckConstraint("label IS NULL OR cannot IS NULL", name="cannot"),
        CheckConstraint("confidence IS NULL OR confidence BETWEEN 1 AND 3", name="confidence"),
        Index(None, "rater_id", "target_id"),
    )

    id: int | None = Field(default=None, primary_key=True)
    round_id: int = Field(foreign_key="round.id")
    target_id: int = Field(foreign_key="target.id")
    rater_id: int = Field(foreign_key="rater.id")
    question: str
    revision: int
    label: str | None = None
    cannot: str | None = Field(default=None, sa_type=Text)
    confidence: int | None = None
    prelabel: str | None = Field(default=None, sa_type=Text)
    codebook_id: int = Field(foreign_key="codebook.id")
    origin: str
    submission_id: int | None = Field(default=None, foreign_key="submission.id")
    comment: str = Field(default="", sa_type=Text)
    created_at: datetime = Field(sa_type=UtcTime)
