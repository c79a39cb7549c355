"""A small study whose items are taken from a pool: opening it, taking from it as the board does, and who holds what."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from sqlmodel import col, select

from annotation import models as m
from annotation import store
from annotation.board import labelling
from annotation.board.screen import Screen
from annotation.pool import opening as pool
from annotation.pool import plan as pool_plan
from annotation.pool import taking
from annotation.pool.opening import PoolState
from tests.studies import NOW, SLUG


def open_pool(**chosen: Any) -> bool:
    """Open the study's pool, or change it."""
    with store.writing() as session:
        return pool.set_up(session, slug=SLUG, pool=pool_plan.checked(**chosen), now=NOW)


def close_pool() -> int:
    """Close it; how many places that freed."""
    with store.writing() as session:
        return pool.close(session, slug=SLUG, now=NOW)


def state() -> PoolState:
    """How full it is."""
    with store.reading() as session:
        return pool.state(session, slug=SLUG)


def take(account_id: int, *, now: datetime = NOW) -> str | None:
    """Take the next item in a transaction of its own; its id as it was imported."""
    with store.writing() as session:
        given = taking.take(session, account_id=account_id, slug=SLUG, now=now)
        return session.get_one(m.Item, given.item_id).source_id if given else None


def shown(account_id: int, *, now: datetime = NOW) -> Screen:
    """What the board shows after it has taken what there is to take, as its route does."""
    take(account_id, now=now)
    with store.reading() as session:
        return labelling.screen(session, account_id=account_id, slug=SLUG)


def held() -> list[tuple[str, str, str, bool]]:
    """Every assignment: item, annotator, state, and whether it is surplus."""
    with store.reading() as session:
        rows = session.exec(
            select(m.Item.source_id, m.Rater.name, m.Assignment.state, m.Assignment.surplus)
            .select_from(m.Assignment)
            .join(m.Item, col(m.Item.id) == m.Assignment.item_id)
            .join(m.Rater, col(m.Rater.id) == m.Assignment.rater_id)
            .order_by(m.Item.source_id, m.Rater.name)
        )
        return list(rows.all())


def later(minutes: int) -> datetime:
    """A moment so many minutes after the study's."""
    return NOW + timedelta(minutes=minutes)
