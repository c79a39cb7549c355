"""Is somebody still there? A sign-in that is not used for hours ends, so that a browser left open lets nobody in.

A use is written down now and then, not at every request: the limit is kept to a few minutes.
"""

from __future__ import annotations

import os
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, update

from annotation import models as m
from annotation.errors import WrongUse

SETTING = "ACCORD_IDLE_HOURS"
HOURS = 12.0
MOST_HOURS = 14 * 24.0
NOTED_EVERY = timedelta(minutes=5)


def limit() -> timedelta:
    """How long a sign-in holds without a request: `ACCORD_IDLE_HOURS`, else 12 hours.

    Raises WrongUse where the setting is no number of hours, up to 336.
    """
    wanted = os.environ.get(SETTING, "").strip()
    try:
        hours = float(wanted) if wanted else HOURS
    except ValueError:
        hours = 0
    if not 0 < hours <= MOST_HOURS:
        raise WrongUse(f"{SETTING} is {wanted!r}; it can be a number of hours, above 0 and up to {MOST_HOURS:.0f}.")
    return timedelta(hours=hours)


def holds(now: datetime) -> tuple[ColumnElement[bool], ...]:
    """The conditions on a sign-in that holds: neither revoked nor expired, and in use."""
    return (
        col(m.SignIn.revoked_at).is_(None),
        col(m.SignIn.expires_at) > now,
        col(m.SignIn.used_at) > now - limit(),
    )


def is_due(used_at: datetime, *, now: datetime) -> bool:
    """Whether it is time to write a use down again."""
    return now - used_at >= min(NOTED_EVERY, limit() / 10)


def note(session: Session, *, sign_in_id: int, now: datetime) -> None:
    """Write down that a sign-in is in use."""
    session.exec(update(m.SignIn).where(col(m.SignIn.id) == sign_in_id).values(used_at=now))
