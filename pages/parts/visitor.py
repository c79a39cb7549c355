"""Who is behind a session cookie: looked up in the database each time, so that a revoked sign-in ends at once.

Screens, routes and the gate all ask here.
"""

from __future__ import annotations

from datetime import UTC, datetime

from starlette.requests import HTTPConnection

from annotation import accounts
from annotation.accounts import Person
from annotation.store import reading

# Cookies ignore ports: a name of our own keeps other programs on this machine out of the way.
COOKIE = "accord_session"


# Where the gate leaves the person that it has let in, so that one request asks the database once.
ASKING = "accord.person"


def asker(visit: HTTPConnection) -> Person | None:
    """The person who sends this request: as the gate has just found them, else looked up by the cookie."""
    found: Person | None = visit.scope.get(ASKING)
    return found or person_of(visit.cookies.get(COOKIE))


def person_of(token: str | None) -> Person | None:
    """The person who holds this token, or None where it is missing, unknown, expired or revoked."""
    if not token:
        return None
    with reading() as session:
        return accounts.who(session, token=token, now=datetime.now(UTC))
