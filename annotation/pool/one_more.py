"""One more item for one annotator, behind those that they have: taken from a pool, or asked for where people differ."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from sqlmodel import Session, func, select

from annotation import handing_out
from annotation import models as m
from annotation.projects import key_of


def give(
    session: Session,
    its_round: m.Round,
    item_id: int,
    rater: m.Rater,
    *,
    origin: Literal["pool", "escalated"],
    seed: int,
    now: datetime,
    reserved_until: datetime | None = None,
) -> m.Assignment:
    """Store the assignment, with an order of the item's targets of its own. The round is locked by the caller."""
    item = session.get_one(m.Item, item_id)
    last = session.exec(
        select(func.max(m.Assignment.position)).where(
            m.Assignment.round_id == its_round.id, m.Assignment.rater_id == rater.id
        )
    ).one()
    given = m.Assignment(
        round_id=key_of(its_round),
        item_id=item_id,
        rater_id=key_of(rater),
        position=(last or 0) + 1,
        target_order=handing_out.own_order(item, rater, seed=seed),
        created_at=now,
        origin=origin,
        reserved_until=reserved_until,
    )
    session.add(given)
    session.flush()
    return given
