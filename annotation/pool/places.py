"""How many places has each item of a pool, how many are done or reserved, and how many are free?

An item has as many places as the pool says, or as many as people were assigned to it beforehand where those are more.
A place is held by whoever has the item open or done, planned or taken: by nobody who skipped it or let the reservation
run out, and by no surplus and no escalated answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, and_, case, exists, true
from sqlmodel import Session, col, func, select

from annotation import models as m
from annotation import projects
from annotation.pool import plan as pool_plan
from annotation.pool.plan import Pool
from annotation.projects import key_of


@dataclass(frozen=True, slots=True)
class ItemPlaces:
    """The places of one item: `done`; `open`, which stay with whom they are; `reserved`, which can run out."""

    item_id: int
    item: str
    places: int
    done: int = 0
    open: int = 0
    reserved: int = 0

    @property
    def free(self) -> int:
        """How many can be taken."""
        return max(0, self.places - self.done - self.open - self.reserved)


def of_items(session: Session, its_round: m.Round, pool: Pool, *, item_id: int | None = None) -> Iterator[ItemPlaces]:
    """The places of every item of a pool, or of one, in the order of the import.

    An item about which the codebook asks nothing is in no pool.
    """
    counts = _counts(session, its_round, item_id)
    asked = in_pool(its_round.project_id, kinds=kinds_asked(session, its_round), sample=pool.sample)
    items = select(m.Item.id, m.Item.source_id).where(*asked).order_by(col(m.Item.id))
    for key, source_id in session.exec(items if item_id is None else items.where(m.Item.id == item_id)):
        planned, done, reserved, held = counts.get(key or 0, (0, 0, 0, 0))
        yield ItemPlaces(key or 0, source_id, max(pool.places, planned), done, held - done - reserved, reserved)


def free(session: Session, its_round: m.Round, *, item_id: int | None = None) -> dict[int, int]:
    """How many places of each item wait to be taken from an open pool; nothing where none is open."""
    pool = pool_plan.opened(its_round)
    if pool is None:
        return {}
    return {each.item_id: each.free for each in of_items(session, its_round, pool, item_id=item_id) if each.free}


def has_free(session: Session, its_round: m.Round, pool: Pool, item_id: int) -> bool:
    """Whether an item has a free place, whether or not it is one of the pool's sample."""
    planned, _, _, held = _counts(session, its_round, item_id).get(item_id, (0, 0, 0, 0))
    return held < max(pool.places, planned)


def holds() -> ColumnElement[bool]:
    """The condition that an assignment holds a place."""
    return and_(
        col(m.Assignment.state).in_(("open", "done")),
        ~col(m.Assignment.surplus),
        col(m.Assignment.origin) != "escalated",
    )


def is_reservation() -> ColumnElement[bool]:
    """The condition that an assignment was taken and that nothing was ever submitted of it."""
    return and_(col(m.Assignment.state) == "open", col(m.Assignment.origin) == "pool", col(m.Assignment.revision) == 0)


def is_expected(its_round: m.Round) -> ColumnElement[bool]:
    """The condition that an item has this assignment, or waits for it: not where its place is free, or somebody else's.

    In an open pool that is so wherever somebody skipped the item, else only where it had been taken.
    """
    skipped = col(m.Assignment.state) == "skipped"
    gone = skipped if pool_plan.opened(its_round) else and_(skipped, col(m.Assignment.origin) == "pool")
    return and_(col(m.Assignment.state) != "lapsed", ~col(m.Assignment.surplus), ~gone)


def in_pool(project_id: Any, *, kinds: Any, sample: Any | None) -> list[ColumnElement[bool]]:
    """The conditions that an item is in a pool: one of these kinds of target is there, and it is of the sample, if any.

    Each of the three may be a value or a parameter of the question.
    """
    asked = exists().where(col(m.Target.item_id) == m.Item.id, col(m.Target.kind).in_(kinds))
    conditions = [col(m.Item.project_id) == project_id, asked]
    if sample is not None:
        sampled = (
            select(m.SampledItem.item_id)
            .join(m.Sample)
            .where(m.Sample.project_id == project_id, m.Sample.name == sample, m.SampledItem.drawn)
        )
        conditions.append(col(m.Item.id).in_(sampled))
    return conditions


def kinds_asked(session: Session, its_round: m.Round) -> list[str]:
    """The kinds of target that the newest codebook asks about."""
    _, book = projects.latest_codebook(session, its_round.project_id)
    return sorted(book.kinds)


def number(condition: Any) -> Any:
    """How many rows of a group fulfil a condition."""
    return func.sum(case((condition, 1), else_=0))


def _counts(session: Session, its_round: m.Round, item_id: int | None) -> dict[int, tuple[int, int, int, int]]:
    """By item: how many assignments were planned, are done, are reserved, and hold a place."""
    rows = session.execute(
        select(  # type: ignore[call-overload]
            m.Assignment.item_id,
            number(col(m.Assignment.origin) == "planned"),
            number(and_(holds(), col(m.Assignment.state) == "done")),
            number(and_(holds(), is_reservation())),
            number(holds()),
        )
        .where(m.Assignment.round_id == key_of(its_round))
        .where(m.Assignment.item_id == item_id if item_id is not None else true())
        .group_by(m.Assignment.item_id)
    )
    return {item: (int(planned), int(done), int(reserved), int(held)) for item, planned, done, reserved, held in rows}
