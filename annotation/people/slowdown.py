"""How long must the next attempt to sign in wait? Longer with each failure, of one name or from one address.

Names that do not exist are counted like those that do, and only hashes are kept, for as long as they count. While one
has to wait, even the right password is refused: else the answer would tell which guess was right.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import Session, col, delete, select

from annotation import models as m
from annotation.errors import SlowedDown
from annotation.people.accounts import name_key
from languages import worded

COUNTS_FOR = timedelta(minutes=15)
WAIT = worded("Too many attempts have failed. Wait {time}, then try again.")


@dataclass(frozen=True)
class Limit:
    """After `free` failures the next attempt waits `first`; after each more twice as long, up to `most`."""

    free: int
    first: timedelta
    most: timedelta


# Behind one address there may be a whole institute: its people are never kept out for longer than a minute.
OF_A_NAME = Limit(free=5, first=timedelta(seconds=30), most=timedelta(minutes=5))
OF_AN_ADDRESS = Limit(free=20, first=timedelta(seconds=5), most=timedelta(minutes=1))


def wait(failures: Sequence[datetime], limit: Limit, *, now: datetime) -> timedelta:
    """How long an attempt has to wait from now on, after failures at these moments.

    With one failure for free and 10 s at first, two failures, 30 s and 5 s ago, make it wait for 20 - 5 = 15 s more.
    """
    counted = [moment for moment in failures if moment > now - COUNTS_FOR]
    beyond = len(counted) - limit.free
    if beyond < 0:
        return timedelta()
    times: int = 2 ** min(beyond, 20)
    until = max(counted) + min(limit.most, limit.first * times)
    return max(until - now, timedelta())


def check(session: Session, *, name: str, address: str, now: datetime) -> None:
    """Raise SlowedDown where an attempt with this name, or from this address, has to wait."""
    failed = select(m.FailedSignIn.at)
    of_name = session.exec(failed.where(m.FailedSignIn.name_sha256 == _of_name(name))).all()
    of_address = session.exec(failed.where(m.FailedSignIn.address_sha256 == _hash(address))).all()
    found = max(wait(of_name, OF_A_NAME, now=now), wait(of_address, OF_AN_ADDRESS, now=now))
    if found:
        seconds = math.ceil(found.total_seconds())
        raise SlowedDown(worded(WAIT, time=_said(seconds)), seconds=seconds)


def remember(session: Session, *, name: str, address: str, now: datetime) -> None:
    """Count a failure, and forget those that count no more."""
    session.exec(delete(m.FailedSignIn).where(col(m.FailedSignIn.at) <= now - COUNTS_FOR))
    session.add(m.FailedSignIn(at=now, name_sha256=_of_name(name), address_sha256=_hash(address)))


def forget(session: Session, *, name: str) -> None:
    """Count a name's failures no more: its owner has signed in.

    The address's stay: whoever guesses may sign in to an account of their own in between.
    """
    session.exec(delete(m.FailedSignIn).where(col(m.FailedSignIn.name_sha256) == _of_name(name)))


def _of_name(name: str) -> str:
    return _hash(name_key(name))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", errors="replace")).hexdigest()


def _said(seconds: int) -> str:
    if seconds <= 60:
        return worded("1 second") if seconds == 1 else worded("{n} seconds", n=seconds)
    return worded("{n} minutes", n=math.ceil(seconds / 60))
