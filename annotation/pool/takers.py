"""Who takes from a pool, and which of its free places can none of them take?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sqlmodel import Session, col, select

from annotation import models as m
from annotation.pool import outlook
from annotation.pool.places import ItemPlaces
from annotation.pool.plan import Pool


def places_of_nobody(session: Session, its_round: m.Round, pool: Pool, found: Sequence[ItemPlaces]) -> int:
    """How many free places no taker can take: of an item that each of them has, had or met in practice already.

    As many takers as can take an item fill as many of its places; those beyond wait for somebody else.
    """
    accounts = session.exec(select(m.Account).where(col(m.Account.closed_at).is_(None))).all()
    takers = [each.id or 0 for each in accounts if outlook.may_take(session, its_round, pool, each)]
    shut = Counter[int]()
    for taker in takers:
        shut.update(outlook.theirs(session, its_round, taker) - outlook.coming_back(session, its_round, taker))
    return sum(max(0, each.free - len(takers) + shut[each.item_id]) for each in found)
