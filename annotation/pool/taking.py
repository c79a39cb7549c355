"""What does an annotator take from a pool next?

One taker comes after the other: the round is locked (SQLite has one writer anyway), so that an item is never given to
more people than it has places. Nobody gets an item twice; whoever let a reservation run out gets it again first, with
the draft, while its place is free.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session, col, select

from annotation import events, item_agreement, projects
from annotation import models as m
from annotation.board import own, working
from annotation.people import raters
from annotation.pool import one_more, reservations
from annotation.pool import order as pool_order
from annotation.pool import outlook as pool_outlook
from annotation.pool import places as pool_places
from annotation.pool import plan as pool_plan
from annotation.pool.places import ItemPlaces
from annotation.pool.plan import Pool
from annotation.projects import key_of


def take(session: Session, *, account_id: int, slug: str, now: datetime) -> m.Assignment | None:
    """The annotator's open item, else the next one of the pool, reserved for them; None where there is none for them.

    First it frees what has run out. Raises NotFound for an unknown project.
    """
    project = projects.find(session, slug)
    current = working.working_round(session, project, account_id)
    if pool_plan.opened(current) is None:
        return None
    projects.lock_round(session, current)
    pool = pool_plan.opened(current)
    account = session.get(m.Account, account_id)
    if pool is None or account is None:
        return None
    reservations.free_run_out(session, current, now=now)
    if not pool_outlook.may_take(session, current, pool, account):
        return None
    at_hand = own.next_open(session, current, account_id)
    if at_hand is not None:
        _prolong(session, at_hand, now=now)
        return at_hand
    rater = raters.of_account(session, key_of(project), account)
    return _again(session, current, pool, rater, now=now) or _new(session, current, pool, rater, now=now)


def _prolong(session: Session, given: m.Assignment, *, now: datetime) -> None:
    """Begin the reservation anew, unless its own submission is being stored at this moment."""
    locked = select(m.Assignment).where(m.Assignment.id == given.id).with_for_update(skip_locked=True)
    if pool_outlook.is_reserved(given) and session.exec(locked).first() is not None:
        reservations.prolong(session, given, now=now)


def _again(session: Session, current: m.Round, pool: Pool, rater: m.Rater, *, now: datetime) -> m.Assignment | None:
    """The annotator's own item whose reservation ran out, where a place of it is free."""
    lapsed = session.exec(
        select(m.Assignment)
        .where(m.Assignment.round_id == current.id, m.Assignment.rater_id == rater.id)
        .where(m.Assignment.state == "lapsed", m.Assignment.origin == "pool")
        .order_by(col(m.Assignment.position))
        .with_for_update(skip_locked=True)
    ).all()
    for given in lapsed:
        if any(each.free for each in pool_places.of_items(session, current, pool, item_id=given.item_id)):
            given.state, given.reserved_until = "open", reservations.end(pool, now)
            session.add(given)
            return _told(session, current, rater, given, now)
    return None


def _new(session: Session, current: m.Round, pool: Pool, rater: m.Rater, *, now: datetime) -> m.Assignment | None:
    theirs = pool_outlook.theirs(session, current, rater.account_id or 0)
    found = [each for each in pool_places.of_items(session, current, pool) if each.free and each.item_id not in theirs]
    if not found:
        return None
    chosen = _first(session, current, pool, found, rater.name)
    until = reservations.end(pool, now)
    given = one_more.give(
        session, current, chosen.item_id, rater, origin="pool", seed=pool.seed, now=now, reserved_until=until
    )
    return _told(session, current, rater, given, now)


def _first(session: Session, current: m.Round, pool: Pool, found: Sequence[ItemPlaces], annotator: str) -> ItemPlaces:
    agreement = {}
    if pool.order == "disputed":
        agreement = item_agreement.of_items(session, current, [each.item_id for each in found if each.done > 1])
    return pool_order.in_order(found, order=pool.order, seed=pool.seed, annotator=annotator, agreement=agreement)[0]


def _told(session: Session, current: m.Round, rater: m.Rater, given: m.Assignment, now: datetime) -> m.Assignment:
    events.record(
        session,
        "item taken",
        now=now,
        account_id=rater.account_id,
        project_id=current.project_id,
        detail={"assignment": given.id},
    )
    session.flush()
    return given
