"""What follows from it: decisions, judges and their scores, and the log."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, LargeBinary, Text, UniqueConstraint, false
from sqlmodel import Field, SQLModel

from annotation.models.base import UtcTime, one_of

ERROR_KINDS = ("ambiguous", "guideline", "slip", "subjective")


class Decision(SQLModel, table=True):
    """The outcome of a disagreement. The highest revision is current; without a label the target is undecided again.

    `error_kind` is why people differed, where the adjudicator says so: an ambiguous text, a gap in the guideline, a
    slip, or a matter of taste. `for_guideline`: the guideline should learn from it.
    """

    __table_args__ = (
        UniqueConstraint("target_id", "question", "revision"),
        CheckConstraint(one_of("method", ("unanimous", "majority", "adjudicator", "imported")), name="method"),
        CheckConstraint("(method = 'adjudicator') = (account_id IS NOT NULL)", name="account"),
        CheckConstraint("(revision = 1) = (supersedes_id IS NULL)", name="supersedes"),
        CheckConstraint(f"error_kind IS NULL OR {one_of('error_kind', ERROR_KINDS)}", name="error_kind"),
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
    error_kind: str | None = None
    for_guideline: bool = Field(default=False, sa_column_kwargs={"server_default": false()})


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


class Release(SQLModel, table=True):
    """A frozen export of the gold: its manifest, and the whole of it as a zip file. Append-only."""

    __table_args__ = (UniqueConstraint("project_id", "number"),)

    id: int | None = Field(default=None, primary_key=True)
    project_id: int = Field(foreign_key="project.id")
    number: int
    account_id: int | None = Field(default=None, foreign_key="account.id")
    manifest: dict[str, Any] = Field(sa_type=JSON)
    created_at: datetime = Field(sa_type=UtcTime)


class ReleaseArchive(SQLModel, table=True):
    """The zip file of a release, apart from it so that a list of releases does not read it. Append-only."""

    __tablename__ = "release_archive"

    release_id: int = Field(foreign_key="release.id", primary_key=True)
    content: bytes = Field(sa_type=LargeBinary)


class Event(SQLModel, table=True):
    """Who did what when. `account_id` is empty for the command line."""

    id: int | None = Field(default=None, primary_key=True)
    at: datetime = Field(sa_type=UtcTime)
    kind: str
    account_id: int | None = Field(default=None, foreign_key="account.id")
    project_id: int | None = Field(default=None, foreign_key="project.id")
    detail: dict[str, Any] = Field(sa_type=JSON)
