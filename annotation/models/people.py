"""Who can sign in, from which browsers, and what was tried in vain."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint
from sqlmodel import Field, SQLModel

from annotation.models.base import UtcTime, one_of

ROLES = ("annotator", "adjudicator", "researcher", "admin")


class Account(SQLModel, table=True):
    """A person who can sign in. Closed, never deleted. `name_key` is the name as compared: case and width folded.

    `preferences` is how this person wants the board (people.preferences reads it). `background` is what they say of
    themselves for a data statement, with their consent; exported in aggregate only.
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
    background: dict[str, Any] = Field(default_factory=dict, sa_type=JSON, sa_column_kwargs={"server_default": "{}"})


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
