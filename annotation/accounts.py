"""People who sign in: accounts, their roles and passwords, and the tokens of their browsers.

Passwords are kept as argon2id hashes; a browser's token is random and only its sha256 is kept.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Literal, cast, get_args

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlmodel import Session, col, select

from annotation import events
from annotation import models as m
from annotation.errors import NotFound, SignInRefused, WrongUse
from annotation.projects import key_of

Role = Literal["annotator", "adjudicator", "researcher", "admin"]
NAME = re.compile(r"[\w.@+-]{1,64}")
SHORTEST_PASSWORD = 8
LONGEST_PASSWORD = 1024
STAYS_SIGNED_IN = timedelta(days=14)
WRONG = "Name or password is wrong."


@dataclass(frozen=True)
class Person:
    """Who is asking."""

    id: int
    name: str
    role: Role


def add(session: Session, *, name: str, role: str, password: str, now: datetime) -> Person:
    """A new account. Raises WrongUse for a name, role or password that cannot be, or a name that is taken."""
    if not NAME.fullmatch(name):
        raise WrongUse(f"{name!r} cannot name an account: letters, digits and . _ @ + - only, at most 64, no spaces")
    if role not in get_args(Role):
        raise WrongUse(f"{role!r} is not a role; the roles are {', '.join(get_args(Role))}")
    if find(session, name) is not None:
        raise WrongUse(f"There is an account {name!r} already.")
    account = m.Account(name=name, name_key=name_key(name), role=role, password_hash=_hashed(password), created_at=now)
    session.add(account)
    session.flush()
    events.record(session, "account made", now=now, account_id=account.id, detail={"role": role})
    return _person(account)


def people(session: Session) -> list[m.Account]:
    """Every account, closed ones too, by name."""
    return list(session.exec(select(m.Account).order_by(m.Account.name_key)).all())


def find(session: Session, name: str) -> m.Account | None:
    """The account of this name, or None; case and width of letters do not matter."""
    if not NAME.fullmatch(unicodedata.normalize("NFKC", name)):
        return None  # also because a database may refuse to be asked for it: a NUL, half of a surrogate pair
    return session.exec(select(m.Account).where(m.Account.name_key == name_key(name))).first()


def named(session: Session, names: Iterable[str]) -> list[m.Account]:
    """The open accounts of these names, in their order. Raises NotFound for an unknown or closed one."""
    found = []
    for name in names:
        account = find(session, name)
        if account is None:
            raise NotFound(f"There is no account {name!r}. Add it: python -m annotation people add {name} --role …")
        if account.closed_at is not None:
            raise NotFound(f"The account {name!r} is closed.")
        found.append(account)
    return found


def close(session: Session, *, name: str, now: datetime) -> None:
    """Close an account and sign it out everywhere; everything that it said stays."""
    account = _existing(session, name)
    account.closed_at = account.closed_at or now
    sign_out_everywhere(session, account_id=key_of(account), now=now)
    events.record(session, "account closed", now=now, account_id=account.id)


def reset(session: Session, *, name: str, password: str, now: datetime) -> None:
    """Give an account a new password and sign it out everywhere. Raises WrongUse where it is closed."""
    account = _existing(session, name)
    if account.closed_at is not None:
        raise WrongUse(f"The account {name!r} is closed; a new password would not open it.")
    account.password_hash = _hashed(password)
    sign_out_everywhere(session, account_id=key_of(account), now=now)
    events.record(session, "password reset", now=now, account_id=account.id)


def new_password() -> str:
    """A random password that can be read out and typed: four groups without letters that look alike."""
    letters = "abcdefghjkmnpqrstuvwxyz23456789"
    return "-".join("".join(secrets.choice(letters) for _ in range(4)) for _ in range(4))


def sign_in(session: Session, *, name: str, password: str, now: datetime) -> str:
    """A new token for the browser. Raises SignInRefused, in one sentence for every cause."""
    return start(session, account_id=prove(session, name=name, password=password).id, now=now)


def prove(session: Session, *, name: str, password: str) -> Person:
    """Whose name and password these are. It takes long on purpose, so a server asks it in a session for reading.

    Raises SignInRefused, in one sentence for every cause; an unknown name costs as much time as a wrong password.
    """
    account = find(session, name)
    good = _fits(account.password_hash if account else _nobodys_hash(), password)
    if account is None or not good or account.closed_at is not None:
        raise SignInRefused(WRONG)
    return _person(account)


def start(session: Session, *, account_id: int, now: datetime) -> str:
    """A new token for somebody who has proved who they are. Raises SignInRefused where the account was closed since."""
    account = session.get(m.Account, account_id)
    if account is None or account.closed_at is not None:
        raise SignInRefused(WRONG)
    token = secrets.token_urlsafe(32)
    session.add(
        m.SignIn(account_id=account_id, token_sha256=_sha256(token), created_at=now, expires_at=now + STAYS_SIGNED_IN)
    )
    events.record(session, "signed in", now=now, account_id=account_id)
    return token


def who(session: Session, *, token: str, now: datetime) -> Person | None:
    """Whose token this is; None where it is unknown, expired, revoked, or the account is closed."""
    found = session.exec(
        select(m.Account)
        .join(m.SignIn)
        .where(
            m.SignIn.token_sha256 == _sha256(token),
            col(m.SignIn.revoked_at).is_(None),
            m.SignIn.expires_at > now,
            col(m.Account.closed_at).is_(None),
        )
    ).first()
    return _person(found) if found else None


def sign_out(session: Session, *, token: str, now: datetime) -> None:
    """End one browser's sign-in; an unknown token is no error."""
    found = session.exec(select(m.SignIn).where(m.SignIn.token_sha256 == _sha256(token))).first()
    if found is not None and found.revoked_at is None:
        found.revoked_at = now
        events.record(session, "signed out", now=now, account_id=found.account_id)


def sign_out_everywhere(session: Session, *, account_id: int, now: datetime) -> None:
    """End every sign-in of an account."""
    for row in session.exec(
        select(m.SignIn).where(m.SignIn.account_id == account_id, col(m.SignIn.revoked_at).is_(None))
    ):
        row.revoked_at = now


def name_key(name: str) -> str:
    """The name as names are compared: compatible forms and case folded."""
    return unicodedata.normalize("NFKC", name).casefold()


def _existing(session: Session, name: str) -> m.Account:
    account = find(session, name)
    if account is None:
        raise NotFound(f"There is no account {name!r}.")
    return account


def _person(account: m.Account) -> Person:
    return Person(id=key_of(account), name=account.name, role=cast(Role, account.role))


def _hashed(password: str) -> str:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise WrongUse(f"A password needs {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters.")
    try:
        return _hasher().hash(password)
    except UnicodeEncodeError as error:
        raise WrongUse("A password can hold any text, but not half of a surrogate pair (a broken emoji).") from error


def _fits(hashed: str, password: str) -> bool:
    try:
        return len(password) <= LONGEST_PASSWORD and _hasher().verify(hashed, password)
    except (VerificationError, InvalidHashError, UnicodeEncodeError):
        return False


@cache
def _hasher() -> PasswordHasher:
    return PasswordHasher()


@cache
def _nobodys_hash() -> str:
    return _hasher().hash(secrets.token_urlsafe(16))


def _sha256(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", errors="replace")).hexdigest()
