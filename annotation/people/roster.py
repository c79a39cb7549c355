"""Who has an account, when were they last here, and what an admin may do about it; nobody is ever deleted.

An admin cannot shut out themselves or the last admin: whoever has to do that does it on the command line.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, func, select

from annotation import models as m
from annotation.errors import NotFound, WrongUse
from annotation.people import accounts, idle
from languages import worded


@dataclass(frozen=True)
class Listed:
    """One account. `open_sign_ins` counts the browsers in which it is signed in now."""

    name: str
    role: str
    closed_at: datetime | None
    last_sign_in: datetime | None
    open_sign_ins: int


@dataclass(frozen=True)
class Given:
    """A password that was made, to be shown once."""

    name: str
    password: str


def listed(session: Session, *, now: datetime) -> list[Listed]:
    """Every account, closed ones too: open ones first, then by name."""
    last = dict(
        session.exec(
            select(m.Event.account_id, func.max(m.Event.at))
            .where(m.Event.kind == "signed in")
            .group_by(col(m.Event.account_id))
        ).all()
    )
    holding = dict(
        session.exec(
            select(m.SignIn.account_id, func.count()).where(*idle.holds(now)).group_by(col(m.SignIn.account_id))
        ).all()
    )
    found = [
        Listed(each.name, each.role, each.closed_at, last.get(each.id), holding.get(each.id or 0, 0))
        for each in accounts.people(session)
    ]
    return sorted(found, key=lambda each: each.closed_at is not None)


def may_label(session: Session) -> list[str]:
    """The names of the open accounts that items can be assigned to: annotators first."""
    found = session.exec(
        select(m.Account)
        .where(col(m.Account.closed_at).is_(None), col(m.Account.role).in_(("annotator", "adjudicator")))
        .order_by(col(m.Account.role).desc(), m.Account.name_key)
    ).all()
    return [each.name for each in found]


def add(session: Session, *, name: str, role: str, by: int, now: datetime) -> Given:
    """A new account with a new password. Raises WrongUse for a name or role that cannot be, or a name that is taken."""
    password = accounts.new_password()
    accounts.add(session, name=name, role=role, password=password, now=now, by=by)
    return Given(name, password)


def reset(session: Session, *, name: str, by: int, now: datetime) -> Given:
    """A new password for an account; it is signed out everywhere. Raises NotFound, and WrongUse where it is closed."""
    password = accounts.new_password()
    accounts.reset(session, name=name, password=password, now=now, by=by)
    return Given(name, password)


def close(session: Session, *, name: str, by: int, now: datetime) -> None:
    """Close an account. Raises NotFound, and WrongUse where it is closed, one's own, or the last open admin."""
    admins = session.exec(
        select(m.Account)
        .where(m.Account.role == "admin", col(m.Account.closed_at).is_(None))
        .order_by(col(m.Account.id))
        .with_for_update()  # two admins who close each other at once: the second one is refused
    ).all()
    account = accounts.find(session, name)
    if account is None:
        raise NotFound(worded("There is no account {name!r}.", name=name))
    if account.id == by:
        raise WrongUse(worded("This is your own account. Another admin can close it."))
    if account.closed_at is not None:
        raise WrongUse(worded("The account {name!r} is closed already.", name=name))
    if by not in {each.id for each in admins}:
        raise WrongUse(worded("Your own account was closed in the meantime. Nothing was changed."))
    accounts.close(session, name=name, now=now, by=by)


def sign_out(session: Session, *, name: str, by: int, now: datetime) -> int:
    """End every sign-in of an account; how many there were. Raises NotFound."""
    return accounts.sign_out_named(session, name=name, now=now, by=by)
