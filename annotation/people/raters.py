"""Raters of a project: an account's, or an imported person's, each under a pseudonym that says nothing."""

from __future__ import annotations

import re

from sqlmodel import Session, select

from annotation import models as m
from annotation.projects import key_of

PSEUDONYM = re.compile(r"rater-[0-9]{1,9}")  # as our exports name people: it stays their pseudonym in a new project


def of_account(session: Session, project_id: int, account: m.Account) -> m.Rater:
    """The account's rater in a project, made if it is new."""
    found = session.exec(
        select(m.Rater).where(m.Rater.project_id == project_id, m.Rater.account_id == account.id)
    ).first()
    return found or _add(session, project_id, origin="account", name=account.name, account_id=key_of(account))


def imported(session: Session, project_id: int, name: str) -> m.Rater:
    """The imported person called `name` in a project, made if new."""
    found = session.exec(
        select(m.Rater).where(m.Rater.project_id == project_id, m.Rater.origin == "imported", m.Rater.name == name)
    ).first()
    return found or _add(session, project_id, origin="imported", name=name)


def _add(session: Session, project_id: int, *, origin: str, name: str, account_id: int | None = None) -> m.Rater:
    taken = session.exec(select(m.Rater.name, m.Rater.pseudonym).where(m.Rater.project_id == project_id)).all()
    accounts = session.exec(select(m.Account.name_key)).all()  # a pseudonym is nobody's name
    used = {word for row in taken for word in row} | set(accounts)
    own = origin == "imported" and PSEUDONYM.fullmatch(name) and name not in used
    rater = m.Rater(
        project_id=project_id,
        origin=origin,
        name=name,
        account_id=account_id,
        pseudonym=name if own else _free(used, len(taken) + 1),
    )
    session.add(rater)
    session.flush()
    return rater


def _free(used: set[str], number: int) -> str:
    while f"rater-{number}" in used:
        number += 1
    return f"rater-{number}"
