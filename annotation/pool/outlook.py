"""What does a pool have for an annotator, and how far are they in it? Looking only: nothing is taken by this.

It reads how many people have which item, and nobody's answers.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Integer, and_, bindparam, case, union
from sqlmodel import Session, col, func, select

from annotation import models as m
from annotation import projects
from annotation.board import own, working
from annotation.board.screen import Progress
from annotation.pool import places as pool_places
from annotation.pool import plan as pool_plan
from annotation.pool.plan import Pool
from annotation.quality import met


@dataclass(frozen=True)
class Outlook:
    """What a pool has for one annotator beside their own items: `takable` items, and others that may come free.

    `reserved` are those whose places are all held, some of them by reservations of others.
    """

    takable: int
    reserved: int


def progress(session: Session, current: m.Round, account_id: int) -> tuple[Progress, Outlook | None]:
    """The account's own progress in a round, of what it has and of what it can still take; and that outlook."""
    found, ahead = own.progress(session, current, account_id), outlook(session, current, account_id)
    return (found.model_copy(update={"total": found.total + ahead.takable}) if ahead else found), ahead


def with_pools(session: Session) -> list[int]:
    """The ids of the projects with an open pool, for whomever it is."""
    rows = session.exec(select(m.Round).where(m.Round.kind == "independent", col(m.Round.closed_at).is_(None))).all()
    return [each.project_id for each in rows if pool_plan.opened(each) is not None]


def outlook(session: Session, current: m.Round, account_id: int) -> Outlook | None:
    """What the open pool of a round still has for an account; None where the account takes from none."""
    pool = pool_plan.opened(current)
    account = session.get(m.Account, account_id) if pool else None
    if pool is None or account is None or not may_take(session, current, pool, account):
        return None
    asked = {
        "round_id": current.id,
        "project_id": current.project_id,
        "account_id": account_id,
        "places": pool.places,
        "kinds": pool_places.kinds_asked(session, current),
        "sample": pool.sample,
    }
    found = session.execute(_question(sampled=pool.sample is not None), asked).one()
    return Outlook(*(int(count or 0) for count in found))


def may_take(session: Session, current: m.Round, pool: Pool, account: m.Account) -> bool:
    """Whether an account takes from a pool: an open one, named or an annotator's, and not paused."""
    named = account.name in pool.annotators if pool.annotators else account.role == "annotator"
    if not named or account.closed_at is not None:
        return False
    paused = select(m.Rater.id).where(
        m.Rater.project_id == current.project_id,
        m.Rater.account_id == account.id,
        col(m.Rater.paused_at).is_not(None),
    )
    return session.exec(paused).first() is None


def should_write(session: Session, *, account_id: int, slug: str, assignment_id: int | None, now: datetime) -> bool:
    """Whether pool.taking would change something, now that a board shows this item of the account, or none."""
    given = None if assignment_id is None else session.get_one(m.Assignment, assignment_id)
    if given is not None and not is_reserved(given):
        return False
    project = projects.find(session, slug)
    current = working.working_round(session, project, account_id)
    pool = pool_plan.opened(current)
    if pool is None:
        return False
    if given is None:
        account = session.get(m.Account, account_id)
        return account is not None and may_take(session, current, pool, account)
    return given.reserved_until is None or given.reserved_until < now + timedelta(minutes=pool.minutes) / 2


def theirs(session: Session, current: m.Round, account_id: int) -> set[int]:
    """The items that the account has, had, or answered through a file in this round, or met in practice or as known
    ones: it gets none of them anew."""
    asked = {"round_id": current.id, "project_id": current.project_id, "account_id": account_id}
    given = select(m.Assignment.item_id).where(_in_round(m.Assignment), col(m.Assignment.rater_id).in_(_rater()))
    found = session.execute(union(given, _answered(), *_met()), asked)
    return {item_id for (item_id,) in found}


def coming_back(session: Session, current: m.Round, account_id: int) -> set[int]:
    """The items that the account took and whose reservation ran out: it gets them again first."""
    lapsed = (
        select(m.Assignment.item_id)
        .join(m.Rater)
        .where(
            m.Assignment.round_id == current.id,
            m.Rater.account_id == account_id,
            m.Assignment.state == "lapsed",
            m.Assignment.origin == "pool",
        )
    )
    return set(session.exec(lapsed))


def is_reserved(given: m.Assignment) -> bool:
    """Whether an assignment was taken, is open, and was never submitted."""
    return given.state == "open" and given.origin == "pool" and not given.revision


@cache
def _question(*, sampled: bool) -> Any:
    """How many items an account can take, and how many others have reserved. Made once, since that takes longest."""
    held = _by_item().subquery()
    planned, holding = func.coalesce(held.c.planned, 0), func.coalesce(held.c.holding, 0)
    places = bindparam("places", type_=Integer)
    is_free = holding < case((planned > places, planned), else_=places)
    is_new = (func.coalesce(held.c.mine, 0) == 0) & col(m.Item.id).not_in(union(_answered(), *_met()))
    takable = is_free & (is_new | (held.c.lapsed > 0))
    kinds: Any = bindparam("kinds", expanding=True)
    sample: Any = bindparam("sample") if sampled else None
    return (
        select(pool_places.number(takable), pool_places.number(~is_free & is_new & (held.c.reserved > 0)))
        .select_from(m.Item)
        .outerjoin(held, held.c.item_id == m.Item.id)
        .where(*pool_places.in_pool(bindparam("project_id"), kinds=kinds, sample=sample))
    )


def _by_item() -> Any:
    """Of each item how many assignments are planned, hold a place, are reserved, and are the account's."""
    mine = col(m.Assignment.rater_id).in_(_rater())
    lapsed = and_(mine, col(m.Assignment.state) == "lapsed", col(m.Assignment.origin) == "pool")
    return (
        select(  # type: ignore[call-overload]
            m.Assignment.item_id,
            pool_places.number(col(m.Assignment.origin) == "planned").label("planned"),
            pool_places.number(pool_places.holds()).label("holding"),
            pool_places.number(pool_places.is_reservation()).label("reserved"),
            pool_places.number(mine).label("mine"),
            pool_places.number(lapsed).label("lapsed"),
        )
        .where(_in_round(m.Assignment))
        .group_by(m.Assignment.item_id)
    )


def _answered() -> Any:
    """The items on which the account's own labels came from a file."""
    return (
        select(m.Target.item_id)
        .join(m.Judgment, col(m.Judgment.target_id) == m.Target.id)
        .where(_in_round(m.Judgment), col(m.Judgment.rater_id).in_(_rater()), m.Judgment.origin == "file")
        .distinct()
    )


def _met() -> tuple[Any, Any]:
    """The questions of the items that the account met where it counts for nothing."""
    return met.items_of(bindparam("project_id"), _rater())


def _in_round(table: type[m.Assignment] | type[m.Judgment]) -> ColumnElement[bool]:
    return col(table.round_id) == bindparam("round_id")


def _rater() -> Any:
    account = col(m.Rater.account_id) == bindparam("account_id")
    return select(m.Rater.id).where(m.Rater.project_id == bindparam("project_id"), account)
