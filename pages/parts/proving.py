"""Is it really this person? Every page that asks a password has it checked here: slowly, and slower after failures."""

from __future__ import annotations

from datetime import UTC, datetime

from anyio import CapacityLimiter, to_thread

from annotation.errors import SignInRefused, SlowedDown
from annotation.people import accounts, slowdown
from annotation.people.accounts import Proved
from annotation.store import reading, writing

# Checking a password takes tens of milliseconds of a core and 64 MB: a rush of sign-ins waits, labelling does not.
# It also bounds how many guesses are under way before the first of them is counted.
AT_ONCE = CapacityLimiter(2)


async def proved(name: str, password: str, *, address: str) -> Proved:
    """Whose name and password these are.

    Raises SignInRefused in one sentence for every cause, or SlowedDown where too many attempts failed before: then the
    password is not looked at. A failure is counted for the name and for the address.
    """
    return await to_thread.run_sync(_proved, name, password, address, limiter=AT_ONCE)


def _proved(name: str, password: str, address: str) -> Proved:
    now = datetime.now(UTC)
    try:
        with reading() as session:  # not a writing one: hashing takes long, and submissions would wait for it
            slowdown.check(session, name=name, address=address, now=now)
            return accounts.prove(session, name=name, password=password)
    except SlowedDown:
        raise
    except SignInRefused:
        with writing() as session:
            slowdown.remember(session, name=name, address=address, now=now)
        raise
