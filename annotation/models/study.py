"""What is studied: projects, codebooks, rounds, items with their parts, and what the source says of them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, Text, UniqueConstraint, false
from sqlmodel import Field, SQLModel

from annotation.models.base import UtcTime, one_of

EMPTY_OBJECT = {"server_default": "{}"}
TARGET_KINDS = ("item", "memory", "response", "pair")
ROUND_KINDS = ("independent", "discussion", "calibration", "training", "repeat", "known")


class Project(SQLModel, table=True):
    """A study. `protocol` is the name of the codebook that it began with; annotation.settings reads `settings`.

    `mapping` is how the columns of its last table were read.
    """

    id: int | None = Field(default=None, primary_key=True)
    slug: str = Field(unique=True)
    title: str
    protocol: str
    created_at: datetime = Field(sa_type=UtcTime)
    settings: dict[str, Any] = Field(default_factory=dict, sa_type=JSON, sa_column_kwargs=EMPTY_OBJECT)
    mapping: dict[str, Any] = Field(default_factory=dict, sa_type=JSON, sa_column_kwargs=EMPTY_OBJECT)


class Codebook(SQLModel, table=True):
    """A project's own frozen copy of a codebook; a change is a new version.

    `maps` says what a label of the version before has become, by question (annotation.versions); `note` why it
    changed.
    """

    __table_args__ = (UniqueConstraint("project_id", "version"), CheckConstraint("version >= 1", name="version"))

    id: int | None = Field(default=None, primary_key=True)
    project_id: int = Field(foreign_key="project.id")
    version: int
    body: dict[str, Any] = Field(sa_type=JSON)
    created_at: datetime = Field(sa_type=UtcTime)
    maps: dict[str, dict[str, str]] = Field(default_factory=dict, sa_type=JSON, sa_column_kwargs=EMPTY_OBJECT)
    note: str = Field(default="", sa_type=Text, sa_column_kwargs={"server_default": ""})
    account_id: int | None = Field(default=None, foreign_key="account.id")


class Round(SQLModel, table=True):
    """A pass of labelling. The first one of a project is independent and opened by the import.

    `beside_id` is the round that it belongs to: the independent one that a discussion is about, and the one in whose
    queue the items of a `repeat` or `known` round stand. `options` are what its kind was planned with
    (annotation.round_plans reads them).
    """

    __table_args__ = (
        UniqueConstraint("project_id", "number"),
        CheckConstraint(one_of("kind", ROUND_KINDS), name="kind"),
        CheckConstraint("number >= 1", name="number"),
    )

    id: int | None = Field(default=None, primary_key=True)
    project_id: int = Field(foreign_key="project.id")
    number: int
    kind: str
    opened_at: datetime = Field(sa_type=UtcTime)
    closed_at: datetime | None = Field(default=None, sa_type=UtcTime)
    beside_id: int | None = Field(default=None, foreign_key="round.id")
    options: dict[str, Any] = Field(default_factory=dict, sa_type=JSON, sa_column_kwargs=EMPTY_OBJECT)


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


class MemoryBank(SQLModel, table=True):
    """Further memories that many items of a project share, stored once: a persona's. `Content.bank` says the name.

    `record` is what they came with, but for the items' own records: for the writers of gold, never for a board.
    """

    __tablename__ = "memory_bank"
    __table_args__ = (UniqueConstraint("project_id", "name"),)

    id: int | None = Field(default=None, primary_key=True)
    project_id: int = Field(foreign_key="project.id")
    name: str
    memories: list[dict[str, str]] = Field(sa_type=JSON)
    record: dict[str, Any] = Field(default_factory=dict, sa_type=JSON, sa_column_kwargs=EMPTY_OBJECT)


class Tag(SQLModel, table=True):
    """A string to group and filter items by. For researchers; never sent to a board."""

    __table_args__ = (UniqueConstraint("item_id", "name", "value"),)

    id: int | None = Field(default=None, primary_key=True)
    item_id: int = Field(foreign_key="item.id")
    name: str
    value: str


class Reference(SQLModel, table=True):
    """What the source already says of an item. Never read by labelling code; the writers rebuild the file from it.

    `keys` are the memories' keys in the order of the source; `labels` what it says of them: [target, question, label].
    """

    item_id: int = Field(foreign_key="item.id", primary_key=True)
    format: str
    raw: dict[str, Any] = Field(sa_type=JSON)
    keys: list[str] = Field(sa_type=JSON)
    labels: list[list[str]] = Field(default_factory=list, sa_type=JSON, sa_column_kwargs={"server_default": "[]"})


class Target(SQLModel, table=True):
    """What a question is about: the item itself (key ''), one memory, one response, or a pair of both."""

    __table_args__ = (
        UniqueConstraint("item_id", "key"),
        CheckConstraint(one_of("kind", TARGET_KINDS), name="kind"),
        CheckConstraint("(kind = 'item') = (key = '')", name="key"),
    )

    id: int | None = Field(default=None, primary_key=True)
    item_id: int = Field(foreign_key="item.id")
    kind: str
    key: str


class ResponseOrigin(SQLModel, table=True):
    """Where a response came from. Never read by labelling code: who knows the system judges the system.

    `number` counts the responses of an item in the order in which they were imported.
    """

    __tablename__ = "response_origin"
    __table_args__ = (UniqueConstraint("item_id", "system", "setting"),)

    target_id: int = Field(foreign_key="target.id", primary_key=True)
    item_id: int = Field(foreign_key="item.id")
    number: int
    system: str
    setting: str
    memory_used: str = Field(sa_type=Text)
    raw: dict[str, Any] = Field(sa_type=JSON)


class Prelabel(SQLModel, table=True):
    """A label that annotators may see before they judge: here only by a researcher's explicit choice."""

    target_id: int = Field(foreign_key="target.id", primary_key=True)
    question: str = Field(primary_key=True)
    label: str


class KnownAnswer(SQLModel, table=True):
    """What is known to be right on a target before anybody is asked: to check people by, or to train them with.

    `origin`: decided in this project, or read from a file. `explanation` is shown in training, after the answer. Never
    read by labelling code before an answer is stored.
    """

    __tablename__ = "known_answer"
    __table_args__ = (CheckConstraint(one_of("origin", ("decision", "file")), name="origin"),)

    target_id: int = Field(foreign_key="target.id", primary_key=True)
    question: str = Field(primary_key=True)
    label: str = Field(sa_type=Text)
    origin: str
    explanation: str = Field(default="", sa_type=Text)
    codebook_id: int = Field(foreign_key="codebook.id")
    created_at: datetime = Field(sa_type=UtcTime)


class Sample(SQLModel, table=True):
    """Items drawn by chance, for people to label: how, how many, and with which seed."""

    __table_args__ = (UniqueConstraint("project_id", "name"),)

    id: int | None = Field(default=None, primary_key=True)
    project_id: int = Field(foreign_key="project.id")
    name: str
    strata: list[str] = Field(sa_type=JSON)
    seed: int
    created_at: datetime = Field(sa_type=UtcTime)


class SampledItem(SQLModel, table=True):
    """An item that could be drawn into a sample, and whether it was; nothing changes the probability later."""

    __tablename__ = "sampled_item"
    __table_args__ = (CheckConstraint("probability > 0 AND probability <= 1", name="probability"),)

    sample_id: int = Field(foreign_key="sample.id", primary_key=True)
    item_id: int = Field(foreign_key="item.id", primary_key=True)
    probability: float
    drawn: bool
