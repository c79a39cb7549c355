"""Where is somebody signed in? The list is for the person alone, who may end any of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, select

from annotation import events
from annotation import models as m
from annotation.people import idle
from annotation.people.accounts import token_hash
from annotation.projects import key_of


@dataclass(frozen=True)
class OpenSignIn:
    """One signed-in browser: what it is, since when, until when, and whether it is the one that asks."""

    id: int
    device: str
    since: datetime
    until: datetime
    here: bool


def open_ones(session: Session, *, account_id: int, token: str, now: datetime) -> list[OpenSignIn]:
    """Every sign-in of the account that still holds: the one that asks first, then the latest first."""
    found = [
        OpenSignIn(
            id=key_of(row),
            device=row.device,
            since=row.created_at,
            until=row.expires_at,
            here=row.token_sha256 == token_hash(token),
        )
        for row in _holding(session, account_id, now)
    ]
    return sorted(found, key=lambda each: (each.here, each.since, each.id), reverse=True)


def end(session: Session, *, account_id: int, sign_in_id: int, now: datetime) -> None:
    """End one sign-in of the account; one that has ended, or is another account's, is left as it is."""
    _end(session, account_id, [row for row in _holding(session, account_id, now) if row.id == sign_in_id], now)


def end_others(session: Session, *, account_id: int, token: str, now: datetime) -> None:
    """End every sign-in of the account but the one that asks."""
    here = token_hash(token)
    _end(session, account_id, [row for row in _holding(session, account_id, now) if row.token_sha256 != here], now)


def _holding(session: Session, account_id: int, now: datetime) -> list[m.SignIn]:
    return list(session.exec(select(m.SignIn).where(m.SignIn.account_id == account_id, *idle.holds(now))).all())


def _end(session: Session, account_id: int, rows: list[m.SignIn], now: datetime) -> None:
    for row in rows:
        row.revoked_at = now
    if rows:
        events.record(session, "sign-ins ended", now=now, account_id=account_id, detail={"sign_ins": len(rows)})
