"""For how long does an item of a pool stay with whoever took it, and what becomes of an answer that comes late?

A reservation runs out when its time is over, when its annotator is paused, and when the account, the pool or the round
is closed: the place is free again. What was submitted once never runs out, and nothing that was planned does. Saving a
draft begins the time anew, and so does the board that comes upon the item as the next one; looking at it again from the
list does not, since nobody knows whether somebody is at work there until they write.

An answer that comes after that is taken all the same. Where its place is still free it takes it; else it is surplus:
kept and marked, and left out of the agreement, of settling and of the gold. Somebody who skipped an item and then comes
back to it is treated alike.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, and_, or_
from sqlmodel import Session, col, select

from annotation import events, projects
from annotation import models as m
from annotation.board import working
from annotation.pool import escalation_plan
from annotation.pool import places as pool_places
from annotation.pool import plan as pool_plan
from annotation.pool.plan import Pool

RETURNING = ("lapsed", "skipped")
OPTIONS = (pool_plan.KEY, escalation_plan.KEY)  # whoever submits in a round with these asks for its lock first


def end(pool: Pool, now: datetime) -> datetime:
    """Until when an item that is taken or worked on now stays reserved."""
    return now + timedelta(minutes=pool.minutes)


def has_run_out(now: datetime) -> ColumnElement[bool]:
    """The condition that a reservation has run out, whether or not somebody has noticed."""
    over = or_(col(m.Assignment.reserved_until) <= now, _is_idle())
    return and_(pool_places.is_reservation(), over)


def free_run_out(session: Session, its_round: m.Round, *, now: datetime) -> int:
    """Free the places whose reservation has run out; how many. The round is locked by the caller."""
    return _free(session, its_round, has_run_out(now), now=now)


def free_all(session: Session, its_round: m.Round, *, now: datetime) -> int:
    """Free every place that is only reserved, since the pool or the round is closed; how many."""
    return _free(session, its_round, pool_places.is_reservation(), now=now)


def free_idle(session: Session, its_round: m.Round, *, now: datetime) -> int:
    """Take back what was asked for (escalated) of people who are paused or whose account is closed; how many items."""
    untouched = and_(col(m.Assignment.state) == "open", col(m.Assignment.revision) == 0)
    return _free(session, its_round, and_(untouched, col(m.Assignment.origin) == "escalated", _is_idle()), now=now)


def enter(session: Session, given: m.Assignment) -> None:
    """Before anything of an assignment is stored: where places are counted, one comes after the other."""
    its_round = session.get_one(m.Round, given.round_id)
    if any(name in its_round.options for name in OPTIONS):
        projects.lock_round(session, its_round)


def admit(session: Session, given: m.Assignment) -> None:
    """Find a place for what is being submitted: its own one, a free one, or none (surplus). After `enter`."""
    if given.state not in RETURNING or given.origin == "escalated":
        return
    its_round = session.get_one(m.Round, given.round_id)
    pool = pool_plan.read(its_round)
    if pool is not None and not pool_places.has_free(session, its_round, pool, given.item_id):
        given.surplus = True


def prolong(session: Session, given: m.Assignment, *, now: datetime) -> None:
    """Begin the time of a reservation anew, since its annotator is at work; one that ran out gets its place if free."""
    if given.origin != "pool" or given.revision or given.state not in ("open", "lapsed"):
        return
    its_round = session.get_one(m.Round, given.round_id)
    if given.state == "lapsed":
        projects.lock_round(session, its_round)
    pool = pool_plan.opened(its_round)
    if pool is None or (given.state == "lapsed" and not _is_free(session, its_round, pool, given)):
        return
    given.state, given.reserved_until = "open", end(pool, now)
    session.add(given)


def standing(session: Session, given: m.Assignment, *, now: datetime | None = None) -> tuple[datetime | None, bool]:
    """Until when an item stays with whoever took it, None where that never ends; and whether it has ended already.

    What is mixed into the queue of a pool is said to be reserved from `now` on: nothing tells it from the items there.
    """
    if given.revision:
        return None, False
    if given.origin == "pool":
        return (given.reserved_until if given.state == "open" else None), given.state == "lapsed"
    its_round = session.get_one(m.Round, given.round_id)
    main = working.main_of(session, its_round)
    pool = pool_plan.opened(main) if main is not its_round and given.state == "open" else None
    return (end(pool, now) if pool and now else None), False


def _is_free(session: Session, its_round: m.Round, pool: Pool, given: m.Assignment) -> bool:
    rater = session.get_one(m.Rater, given.rater_id)
    return rater.paused_at is None and pool_places.has_free(session, its_round, pool, given.item_id)


def _is_idle() -> ColumnElement[bool]:
    """The condition that whoever has it is paused, or that the account is closed."""
    idle = (
        select(m.Rater.id)
        .join(m.Account)
        .where(or_(col(m.Rater.paused_at).is_not(None), col(m.Account.closed_at).is_not(None)))
    )
    return col(m.Assignment.rater_id).in_(idle)


def _free(session: Session, its_round: m.Round, which: ColumnElement[bool], *, now: datetime) -> int:
    """A row that somebody is writing to at this moment is passed over: they are at work on it."""
    found = session.exec(
        select(m.Assignment)
        .where(m.Assignment.round_id == its_round.id, which)
        .with_for_update(skip_locked=True, of=m.Assignment)
    ).all()
    for given in found:
        given.state = "lapsed"
        session.add(given)
    if found:
        detail = {"round": its_round.number, "count": len(found)}
        events.record(session, "places freed", now=now, project_id=its_round.project_id, detail=detail)
        session.flush()
    return len(found)
