"""People who sign in: accounts, their roles and passwords, and the tokens of their browsers.

Passwords are kept as argon2id hashes; a browser's token is random and only its sha256 is kept.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from typing import Literal, cast, get_args

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlmodel import Session, col, select

from annotation import events
from annotation import models as m
from annotation.errors import NotFound, SignInRefused, WrongUse
from annotation.people import idle, preferences
from annotation.projects import key_of
from languages import worded

Role = Literal["annotator", "adjudicator", "researcher", "admin"]
NAME = re.compile(r"[\w.@+-]{1,64}")
SHORTEST_PASSWORD = 8
LONGEST_PASSWORD = 1024
STAYS_SIGNED_IN = timedelta(days=14)
LONGEST_DEVICE = 80
WRONG = worded("Name or password is wrong.")
NOBODY = worded("There is no account yet. The first one is made on the command line: {command}")
ASKS_FOR_THE_FIRST = "python -m annotation init"
ADDS_THE_FIRST = "python -m annotation people add NAME --role admin"


@dataclass(frozen=True)
class Person:
    """Who is asking. `language` is what they chose for the interface; empty, it is the browser's."""

    id: int
    name: str
    role: Role
    language: str = ""


@dataclass(frozen=True)
class Proved(Person):
    """Who has just proved a password, and the hash that it was held against."""

    password_hash: str = field(repr=False, kw_only=True)


@dataclass(frozen=True)
class Asking:
    """Who asks, by which sign-in, and about when that was used before."""

    person: Person
    sign_in_id: int
    used_at: datetime


def add(session: Session, *, name: str, role: str, password: str, now: datetime, by: int | None = None) -> Person:
    """A new account; `by` is the one that makes it.

    Raises WrongUse for a name, role or password that cannot be, or a name that is taken.
    """
    if not NAME.fullmatch(name):
        raise WrongUse(
            worded(
                "{name!r} cannot name an account: letters, digits and . _ @ + - only, at most 64, no spaces", name=name
            )
        )
    if role not in get_args(Role):
        raise WrongUse(
            worded("{role!r} is not a role; the roles are {roles}", role=role, roles=", ".join(get_args(Role)))
        )
    if find(session, name) is not None:
        raise WrongUse(worded("There is an account {name!r} already.", name=name))
    account = m.Account(name=name, name_key=name_key(name), role=role, password_hash=hashed(password), created_at=now)
    session.add(account)
    session.flush()
    _record(session, "account made", account, by, now, role=role)
    return _person(account)


def people(session: Session) -> list[m.Account]:
    """Every account, closed ones too, by name."""
    return list(session.exec(select(m.Account).order_by(m.Account.name_key)).all())


def nobody_yet(session: Session) -> bool:
    """Whether no account was ever made, so that nobody can sign in."""
    return session.exec(select(m.Account.id).limit(1)).first() is None


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
            raise NotFound(
                worded(
                    "There is no account {name!r}. Add it: python -m annotation people add {name} --role …", name=name
                )
            )
        if account.closed_at is not None:
            raise NotFound(worded("The account {name!r} is closed.", name=name))
        found.append(account)
    return found


def close(session: Session, *, name: str, now: datetime, by: int | None = None) -> None:
    """Close an account and sign it out everywhere; everything that it said stays."""
    account = _existing(session, name)
    account.closed_at = account.closed_at or now
    sign_out_everywhere(session, account_id=key_of(account), now=now)
    _record(session, "account closed", account, by, now)


def reset(session: Session, *, name: str, password: str, now: datetime, by: int | None = None) -> None:
    """Give an account a new password and sign it out everywhere. Raises WrongUse where it is closed."""
    account = _existing(session, name)
    if account.closed_at is not None:
        raise WrongUse(worded("The account {name!r} is closed; a new password would not open it.", name=name))
    account.password_hash = hashed(password)
    sign_out_everywhere(session, account_id=key_of(account), now=now)
    _record(session, "password reset", account, by, now)


def change_password(session: Session, *, token: str, password_hash: str, now: datetime) -> None:
    """Give the account that holds this token a new password, and end its every other sign-in.

    Who asks has proved the old password. Raises SignInRefused where the token has ended meanwhile: a reset comes first.
    """
    person = who(session, token=token, now=now)
    account = session.get(m.Account, person.id, with_for_update=True) if person else None
    if person is None or account is None or who(session, token=token, now=now) is None:
        raise SignInRefused(WRONG)
    account.password_hash = password_hash
    for row in _not_revoked(session, person.id):
        if row.token_sha256 != token_hash(token):
            row.revoked_at = now
    events.record(session, "password changed", now=now, account_id=person.id)


def sign_out_named(session: Session, *, name: str, now: datetime, by: int | None = None) -> int:
    """End every sign-in of the account of this name; how many there were. Raises NotFound."""
    account = _existing(session, name)
    ended = sign_out_everywhere(session, account_id=key_of(account), now=now)
    _record(session, "signed out everywhere", account, by, now, sign_ins=ended)
    return ended


def new_password() -> str:
    """A random password that can be read out and typed: four groups without letters that look alike."""
    letters = "abcdefghjkmnpqrstuvwxyz23456789"
    return "-".join("".join(secrets.choice(letters) for _ in range(4)) for _ in range(4))


def sign_in(session: Session, *, name: str, password: str, now: datetime) -> str:
    """A new token for the browser. Raises SignInRefused, in one sentence for every cause."""
    person = prove(session, name=name, password=password)
    return start(session, account_id=person.id, proved=person.password_hash, now=now)


def prove(session: Session, *, name: str, password: str) -> Proved:
    """Whose name and password these are. It takes long on purpose, so a server asks it in a session for reading.

    Raises SignInRefused, in one sentence for every cause; an unknown name costs as much time as a wrong password.
    """
    account = find(session, name)
    good = _fits(account.password_hash if account else _nobodys_hash(), password)
    if account is None or not good or account.closed_at is not None:
        raise SignInRefused(WRONG)
    return Proved(**vars(_person(account)), password_hash=account.password_hash)


def start(session: Session, *, account_id: int, now: datetime, device: str = "", proved: str | None = None) -> str:
    """A new token for this account; `device` is for its owner to know it by.

    `proved` is the hash that a password was held against a moment ago. Raises SignInRefused where the account was
    closed since, or has another password: a reset ends what came before it.
    """
    account = session.get(m.Account, account_id, with_for_update=True)
    if account is None or account.closed_at is not None or proved not in (None, account.password_hash):
        raise SignInRefused(WRONG)
    token = secrets.token_urlsafe(32)
    session.add(
        m.SignIn(
            account_id=account_id,
            token_sha256=token_hash(token),
            created_at=now,
            expires_at=now + STAYS_SIGNED_IN,
            used_at=now,
            device=device[:LONGEST_DEVICE],
        )
    )
    events.record(session, "signed in", now=now, account_id=account_id)
    return token


def who(session: Session, *, token: str, now: datetime) -> Person | None:
    """Whose token this is; None where it is unknown, expired, idle, revoked, or the account is closed."""
    found = asking(session, token=token, now=now)
    return found.person if found else None


def asking(session: Session, *, token: str, now: datetime) -> Asking | None:
    """As `who`, with the sign-in."""
    found = session.exec(
        select(m.Account, m.SignIn)
        .join(m.SignIn)
        .where(m.SignIn.token_sha256 == token_hash(token), *idle.holds(now), col(m.Account.closed_at).is_(None))
    ).first()
    return Asking(_person(found[0]), key_of(found[1]), found[1].used_at) if found else None


def sign_out(session: Session, *, token: str, now: datetime) -> None:
    """End one browser's sign-in; an unknown token is no error."""
    found = session.exec(select(m.SignIn).where(m.SignIn.token_sha256 == token_hash(token))).first()
    if found is not None and found.revoked_at is None:
        found.revoked_at = now
        events.record(session, "signed out", now=now, account_id=found.account_id)


def sign_out_everywhere(session: Session, *, account_id: int, now: datetime) -> int:
    """End every sign-in of an account; how many were not ended before."""
    rows = _not_revoked(session, account_id)
    for row in rows:
        row.revoked_at = now
    return sum(row.expires_at > now for row in rows)


def name_key(name: str) -> str:
    """The name as names are compared: compatible forms and case folded."""
    return unicodedata.normalize("NFKC", name).casefold()


def hashed(password: str) -> str:
    """What is kept of a password. Takes long on purpose. Raises WrongUse for a password that cannot be."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise WrongUse(
            worded("A password needs {least} to {most} characters.", least=SHORTEST_PASSWORD, most=LONGEST_PASSWORD)
        )
    try:
        return _hasher().hash(password)
    except UnicodeEncodeError as error:
        raise WrongUse(
            worded("A password can hold any text, but not half of a surrogate pair (a broken emoji).")
        ) from error


def token_hash(token: str) -> str:
    """What is kept of a browser's token."""
    return hashlib.sha256(token.encode("utf-8", errors="replace")).hexdigest()


def _record(session: Session, kind: str, account: m.Account, by: int | None, now: datetime, **detail: object) -> None:
    """Write an event about an account: of the one that did it, else of the account itself (the command line)."""
    named = {**detail, "account": account.name} if by is not None else detail
    events.record(session, kind, now=now, account_id=account.id if by is None else by, detail=named)


def _existing(session: Session, name: str) -> m.Account:
    account = find(session, name)
    if account is None:
        raise NotFound(worded("There is no account {name!r}.", name=name))
    session.refresh(account, with_for_update=True)  # a password is changed by its owner and reset by others in turn
    return account


def _not_revoked(session: Session, account_id: int) -> list[m.SignIn]:
    of_account = select(m.SignIn).where(m.SignIn.account_id == account_id, col(m.SignIn.revoked_at).is_(None))
    return list(session.exec(of_account).all())


def _person(account: m.Account) -> Person:
    return Person(
        id=key_of(account),
        name=account.name,
        role=cast(Role, account.role),
        language=preferences.read(account).language,
    )


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
