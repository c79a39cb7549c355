"""What is somebody called in what leaves the house? By a pseudonym; by name only where a researcher has chosen names.

A rater is called as in every export: imported people by the name that their file gave them. Whoever decided and never
labelled is `adjudicator-1`, `adjudicator-2` …, in the order of their first decisions, so that later ones change nobody.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlmodel import Session, col, func, select

from annotation import models as m
from annotation import projects

NOBODY = ""


@dataclass(frozen=True)
class Names:
    """What the raters of a project are called by their ids, and accounts by theirs."""

    raters: Mapping[int, str]
    accounts: Mapping[int, str]

    @classmethod
    def of(cls, session: Session, project: m.Project, *, names: bool = False) -> Names:
        """Those of a project: pseudonyms, or the `names` of accounts."""
        rows = session.exec(select(m.Rater).where(m.Rater.project_id == project.id)).all()
        accounts = dict(session.exec(select(m.Account.id, m.Account.name)).all())
        if names:
            raters = {row.id or 0: accounts.get(row.account_id, row.name) for row in rows}
            return cls(raters, {key: name for key, name in accounts.items() if key is not None})
        raters = {row.id or 0: row.name if row.origin == "imported" else row.pseudonym for row in rows}
        of_accounts = {row.account_id: row.pseudonym for row in rows if row.account_id is not None}
        taken = set(raters.values()) | {row.pseudonym for row in rows}
        free = (name for number in range(1, 10**9) if (name := f"adjudicator-{number}") not in taken)
        for account_id in _deciders(session, project):
            if account_id not in of_accounts:
                of_accounts[account_id] = next(free)
        return cls(raters, of_accounts)

    def decider(self, account_id: int | None) -> str:
        """Who decided; nobody where a rule or a file did."""
        return NOBODY if account_id is None else self.accounts.get(account_id, NOBODY)


def named_by_files(session: Session, *, slug: str) -> list[str]:
    """The names under which people from files leave the house: those that the files gave. Raises NotFound."""
    project = projects.find(session, slug)
    of_files = select(m.Rater.name).where(m.Rater.project_id == project.id, m.Rater.origin == "imported")
    return sorted(session.exec(of_files))


def _deciders(session: Session, project: m.Project) -> list[int]:
    """The accounts that have decided in a project, in the order of their first decisions."""
    rows = session.exec(
        select(m.Decision.account_id)
        .join(m.Round)
        .where(m.Round.project_id == project.id, col(m.Decision.account_id).is_not(None))
        .group_by(col(m.Decision.account_id))
        .order_by(func.min(m.Decision.id))
    )
    return [account_id for account_id in rows if account_id is not None]
