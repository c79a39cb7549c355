"""The tables: what is stored, and the rules that no code can break because the schema holds them.

Judgments, decisions, submissions, judges' scores and events are append-only: a change is a new row with the next
revision. The migrations add triggers that refuse to update or delete them.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, DateTime, Dialect, Index, Text, UniqueConstraint, false
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field, SQLModel

SQLModel.metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

ROLES = ("annotator", "adjudicator", "researcher", "admin")
STATES = ("open", "done", "skipped")
SKIP_REASONS = ("hard", "broken", "distressing", "other")


class UtcTime(TypeDecorator[datetime]):
    """A moment in UTC. Refuses a naive time, and gives an aware one back on every database."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Store the moment in UTC; SQLite keeps no zone, so it is dropped there after the conversion."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a stored time needs a time zone")
        moment = value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Give the moment back as UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def one_of(column: str, values: tuple[str, ...]) -> str:
    """The SQL condition that a text column holds one of these words."""
    return f"{column} IN ({', '.join(repr(value) for value in values)})"


class Account(SQLModel, table=True):
    """A person who can sign in. Closed, never deleted. `name_key` is the name as compared: case and width folded.

    `preferences` is how this person wants the board (annotation.preferences reads it).
    """

    __table_args__ = (CheckConstraint(one_of("role", ROLES), name="role"),)

    id: int | None = Field(default=None, primary_key=True)
    name: str
    name_key: str = Field(unique=True)
    role: str
    password_hash: str
    created_at: datetime = Field(sa_type=UtcTime)
    closed_at: datetime | None = Field(default=None, sa_type=UtcTime)
    preferences: dict[str, Any] = Field(default_factory=dict, sa_type=JSON, sa_column_kwargs={"server_default": "{}"})


class SignIn(SQLModel, table=True):
    """One signed-in browser. The cookie holds a random token; here is only its sha256. `device` is for its owner.

    `used_at`: about when it last asked for something.
    """

    __tablename__ = "sign_in"

    id: int | None = Field(default=None, primary_key=True)
    account_id: int = Field(foreign_key="account.id", index=True)
    token_sha256: str = Field(unique=True)
    created_at: datetime = Field(sa_type=UtcTime)
    expires_at: datetime = Field(sa_type=UtcTime)
    used_at: datetime = Field(sa_type=UtcTime)
    revoked_at: datetime | None = Field(default=None, sa_type=UtcTime)
    device: str = Field(default="", sa_column_kwargs={"server_default": ""})


class FailedSignIn(SQLModel, table=True):
    """A wrong name or password, so that guessing can be slowed down. What was typed is kept as a hash only."""

    __tablename__ = "failed_sign_in"

    id: int | None = Field(default=None, primary_key=True)
    at: datetime = Field(sa_type=UtcTime)
    name_sha256: str = Field(index=True)
    address_sha256: str = Field(index=True)


class Project(SQLModel, table=True):
    """A study. `protocol` is the name of the codebook that it began with; annotation.settings reads `settings`."""

    id: int | None = Field(default=None, primary_key=True)
    slug: str = Field(unique=True)
    title: str
    protocol: str
    created_at: datetime = Field(sa_type=UtcTime)
    settings: dict[str, Any] = Field(default_factory=dict, sa_type=JSON, sa_column_kwargs={"server_default": "{}"})


class Codebook(SQLModel, table=True):
    """A project's own frozen copy of a codebook; a change is a new version."""

    __table_args__ = (UniqueConstraint("project_id", "version"), CheckConstraint("version >= 1", name="version"))

    id: int | None = Field(default=None, primary_key=True)
    project_id: int = Field(foreign_key="project.id")
    version: int
    body: dict[str, Any] = Field(sa_type=JSON)
    created_at: datetime = Field(sa_type=UtcTime)


class Round(SQLModel, table=True):
    """A pass of labelling. The first one of a project is independent and opened by the import."""

    __table_args__ = (
        UniqueConstraint("project_id", "number"),
        CheckConstraint(one_of("kind", ("independent", "discussion")), name="kind"),
        CheckConstraint("number >= 1", name="number"),
    )

    id: int | None = Field(default=None, primary_key=True)
    project_id: int = Field(foreign_key="project.id")
    number: int
    kind: str
    opened_at: datetime = Field(sa_type=UtcTime)
    closed_at: datetime | None = Field(default=None, sa_type=UtcTime)


class Item(SQLModel, table=True):
    """What one screen shows. `source_id` is the file's id as it came; `digest` covers the content and the reference.

    A `sensitive` item is shown behind a warning.
    """

    __table_args__ = (UniqueConstraint("project_id", "source_id"),)

    id: int | None = Field(default=None, primary_key=True)
    project_id: int = Field(foreign_key="project.id")
    source_id: str
    content: dict[str, Any] = Field(sa_type=JSON)
    digest: str
    imported_at: datetime = Field(sa_type=UtcTime)
    sensitive: bool = Field(default=False, sa_column_kwargs={"server_default": false()})


class Tag(SQLModel, table=True):
    """A string to group and filter items by. For researchers; never sent to a board."""

    __table_args__ = (UniqueConstraint("item_id", "name", "value"),)

    id: int | None = Field(default=None, primary_key=True)
    item_id: int = Field(foreign_key="item.id")
    name: str
    value: str


class Reference(SQLModel, table=True):
    """What the source already says of an item. Never read by labelling code; the writers rebuild the file from it.

    `keys` are the memories' keys in the order of the source.
    """

    item_id: int = Field(foreign_key="item.id", primary_key=True)
    format: str
    raw: dict[str, Any] = Field(sa_type=JSON)
    keys: list[str] = Field(sa_type=JSON)


class Target(SQLModel, table=True):
    """What a question is about: the item itself (key ''), one memory or one response."""

    __table_args__ = (
        UniqueConstraint("item_id", "key"),
        CheckConstraint(one_of("kind", ("item", "memory", "response")), name="kind"),
        CheckConstraint("(kind = 'item') = (key = '')", name="key"),
    )

    id: int | None = Field(default=None, primary_key=True)
    item_id: int = Field(foreign_key="item.id")
    kind: str
    key: str


class Rater(SQLModel, table=True):
    """Who said something in a project: an account, or an imported person, who cannot sign in."""

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


class Assignment(SQLModel, table=True):
    """An item given to an annotator in a round, with the order in which the board shows its targets.

    `revision` counts the submissions. `done` answers all that is required; clearing such an answer opens it again.
    Flag, note and skip are the annotator's word about the item and no judgments.
    """

    __table_args__ = (
        UniqueConstraint("round_id", "item_id", "rater_id"),
        UniqueConstraint("rater_id", "round_id", "position"),
        CheckConstraint("revision >= 0", name="revision"),
        CheckConstraint(one_of("state", STATES), name="state"),
        CheckConstraint(f"skip_reason IS NULL OR {one_of('skip_reason', SKIP_REASONS)}", name="skip_reason"),
        CheckConstraint("(state = 'skipped') = (skip_reason IS NOT NULL)", name="skipped"),
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


class Draft(SQLModel, table=True):
    """Answers of an assignment that are not submitted yet, from whichever device; gone with the submission.

    `revision` and `codebook_id` are what the draft began on; `version` counts its savings, so that a device learns that
    another one has saved since. `answers` is a list of [target, question, label], or None where it says the same as the
    judgments that are stored.
    """

    __table_args__ = (CheckConstraint("version >= 1", name="version"),)

    assignment_id: int = Field(foreign_key="assignment.id", primary_key=True)
    revision: int
    codebook_id: int = Field(foreign_key="codebook.id")
    version: int
    answers: list[list[str]] | None = Field(sa_type=JSON, nullable=False)
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
    """One rater's label for one question on one target in one round. No label: the answer was cleared."""

    __table_args__ = (
        UniqueConstraint("round_id", "target_id", "rater_id", "question", "revision"),
        CheckConstraint(one_of("origin", ("board", "file")), name="origin"),
        CheckConstraint("(origin = 'board') = (submission_id IS NOT NULL)", name="submission"),
        CheckConstraint("revision >= 1", name="revision"),
        Index(None, "rater_id", "target_id"),
    )

    id: int | None = Field(default=None, primary_key=True)
    round_id: int = Field(foreign_key="round.id")
    target_id: int = Field(foreign_key="target.id")
    rater_id: int = Field(foreign_key="rater.id")
    question: str
    revision: int
    label: str | None = None
    codebook_id: int = Field(foreign_key="codebook.id")
    origin: str
    submission_id: int | None = Field(default=None, foreign_key="submission.id")
    comment: str = Field(default="", sa_type=Text)
    created_at: datetime = Field(sa_type=UtcTime)


class Decision(SQLModel, table=True):
    """The outcome of a disagreement. The highest revision is current; without a label the target is undecided again."""

    __table_args__ = (
        UniqueConstraint("target_id", "question", "revision"),
        CheckConstraint(one_of("method", ("unanimous", "majority", "adjudicator", "imported")), name="method"),
        CheckConstraint("(method = 'adjudicator') = (account_id IS NOT NULL)", name="account"),
        CheckConstraint("(revision = 1) = (supersedes_id IS NULL)", name="supersedes"),
    )

    id: int | None = Field(default=None, primary_key=True)
    round_id: int = Field(foreign_key="round.id")
    target_id: int = Field(foreign_key="target.id")
    question: str
    revision: int
    label: str | None = None
    method: str
    account_id: int | None = Field(default=None, foreign_key="account.id")
    reason: str = Field(default="", sa_type=Text)
    supersedes_id: int | None = Field(default=None, foreign_key="decision.id", unique=True)
    codebook_id: int = Field(foreign_key="codebook.id")
    created_at: datetime = Field(sa_type=UtcTime)


class Judge(SQLModel, table=True):
    """An LLM judge of a project, in one version. Never a rater: nothing that counts people reads these tables."""

    __table_args__ = (UniqueConstraint("project_id", "name", "version"),)

    id: int | None = Field(default=None, primary_key=True)
    project_id: int = Field(foreign_key="project.id")
    name: str
    version: str
    created_at: datetime = Field(sa_type=UtcTime)


class JudgeRun(SQLModel, table=True):
    """One time that a judge was asked about everything; its `name` is empty where there is only one."""

    __tablename__ = "judge_run"
    __table_args__ = (UniqueConstraint("judge_id", "name"),)

    id: int | None = Field(default=None, primary_key=True)
    judge_id: int = Field(foreign_key="judge.id")
    name: str
    created_at: datetime = Field(sa_type=UtcTime)


class JudgeScore(SQLModel, table=True):
    """What a judge answered on one target, as it came; no label where the answer gave none. Append-only.

    `row` is where the file had it.
    """

    __tablename__ = "judge_score"
    __table_args__ = (UniqueConstraint("run_id", "target_id", "question"),)

    id: int | None = Field(default=None, primary_key=True)
    run_id: int = Field(foreign_key="judge_run.id")
    target_id: int = Field(foreign_key="target.id")
    question: str
    label: str | None = None
    answer: str = Field(sa_type=Text)
    row: int
    codebook_id: int = Field(foreign_key="codebook.id")
    created_at: datetime = Field(sa_type=UtcTime)


class TunedItem(SQLModel, table=True):
    """An item that a judge was tuned on (examples in its prompt, choices made on it): left out where it is tested."""

    __tablename__ = "tuned_item"

    judge_id: int = Field(foreign_key="judge.id", primary_key=True)
    item_id: int = Field(foreign_key="item.id", primary_key=True)


class Event(SQLModel, table=True):
    """Who did what when. `account_id` is empty for the command line."""

    id: int | None = Field(default=None, primary_key=True)
    at: datetime = Field(sa_type=UtcTime)
    kind: str
    account_id: int | None = Field(default=None, foreign_key="account.id")
    project_id: int | None = Field(default=None, foreign_key="project.id")
    detail: dict[str, Any] = Field(sa_type=JSON)
