"""Who is behind a session cookie: looked up in the database each time, so that a revoked sign-in ends at once.

Screens, routes and the gate all ask here.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime

from sqlalchemy.exc import OperationalError
from starlette.requests import HTTPConnection

from annotation.errors import Busy
from annotation.people import accounts, idle
from annotation.people.accounts import Person
from annotation.store import reading, writing

# Cookies ignore ports: a name of our own keeps other programs on this machine out of the way.
COOKIE = "accord_session"


# Where the gate leaves the person that it has let in, so that one request asks the database once.
ASKING = "accord.person"


def asker(visit: HTTPConnection) -> Person | None:
    """The person who sends this request: as the gate has just found them, else looked up by the cookie."""
    found: Person | None = visit.scope.get(ASKING)
    return found or person_of(visit.cookies.get(COOKIE))


def person_of(token: str | None) -> Person | None:
    """The person who holds this token, or None where it is missing, unknown, expired, idle or revoked."""
    if not token:
        return None
    now = datetime.now(UTC)
    with reading() as session:
        found = accounts.asking(session, token=token, now=now)
    if found is None:
        return None
    if idle.is_due(found.used_at, now=now):
        _note_use(found.sign_in_id, now)
    return found.person


def _note_use(sign_in_id: int, now: datetime) -> None:
    """Write down that the sign-in is in use; who asks does not wait for somebody's large change to end."""
    with suppress(Busy, OperationalError), writing(patience_ms=100) as session:
        idle.note(session, sign_in_id=sign_in_id, now=now)
