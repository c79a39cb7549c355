"""Where in somebody's queue do further items go, so that they are come upon unawares? Planned with a seed (pure).

A queue is the annotator's own items of the main round in order. What is mixed in gets the position of the item that it
comes after; a position takes one item of each companion round. What has been passed already is no place.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from annotation import models as m
from annotation import rounds
from annotation.handing_out import own_order
from annotation.projects import key_of


@dataclass(frozen=True)
class Standing:
    """An item in somebody's queue: its id, its position, and whether it waits to be labelled."""

    item: str
    position: int
    waits: bool


@dataclass(frozen=True)
class Mixed:
    """What one annotator gets: item ids with the positions that they come after; `wanted` were to be had."""

    annotator: str
    placed: tuple[tuple[str, int], ...]
    wanted: int


def front(queue: Sequence[Standing]) -> int:
    """How many places of a queue are passed: all before the first item that waits."""
    return next((place for place, each in enumerate(queue) if each.waits), len(queue))


def place(queue: Sequence[Standing], *, dice: random.Random, taken: Collection[int], earliest: int = 0) -> int | None:
    """A position drawn from those that are to come: after the item number `earliest` (from 1) or a later one.

    Where all of these are taken, the end of the queue; None where `earliest` is beyond that.
    """
    first = max(earliest, front(queue), 1)
    free = [each.position for each in queue[first - 1 :] if each.position not in taken]
    if free:
        return dice.choice(free)
    if earliest > len(queue):
        return None
    return max([0, *taken, *(each.position for each in queue)]) + 1


def queues(session: Session, main: m.Round) -> list[tuple[m.Rater, list[Standing]]]:
    """Everybody's items in a round in order; skipped and lapsed ones are none: nothing was said of them."""
    rows = session.exec(
        select(m.Rater, m.Item.source_id, m.Assignment.position, m.Assignment.state)
        .select_from(m.Assignment)
        .join(m.Rater, col(m.Rater.id) == m.Assignment.rater_id)
        .join(m.Item, col(m.Item.id) == m.Assignment.item_id)
        .where(m.Assignment.round_id == main.id, col(m.Assignment.state).in_(("open", "done")))
        .where(col(m.Rater.account_id).is_not(None))
        .order_by(m.Rater.name, col(m.Assignment.position))
    ).all()
    by_rater: dict[int, tuple[m.Rater, list[Standing]]] = {}
    for rater, item, position, state in rows:
        by_rater.setdefault(key_of(rater), (rater, []))[1].append(Standing(item, position, state == "open"))
    return list(by_rater.values())


def companion(
    session: Session,
    project: m.Project,
    main: m.Round,
    *,
    kind: str,
    options: dict[str, Any],
    account_id: int | None,
    now: datetime,
) -> m.Round:
    """The companion round of this kind beside the main one, made if it is new; its options are the latest plan's."""
    found = beside(session, main, kind)
    if found is None:
        return rounds.begin(session, project, kind=kind, beside=main, options=options, account_id=account_id, now=now)
    found.options = options
    return found


def beside(session: Session, main: m.Round, kind: str) -> m.Round | None:
    """The companion round of this kind, if there is one."""
    return session.exec(select(m.Round).where(m.Round.beside_id == main.id, m.Round.kind == kind)).first()


def taken(session: Session, found: m.Round | None) -> dict[int, dict[str, int]]:
    """What a companion round holds already: by rater id, the item ids with their positions."""
    if found is None:
        return {}
    held: dict[int, dict[str, int]] = {}
    for rater_id, item, position in session.exec(
        select(m.Assignment.rater_id, m.Item.source_id, m.Assignment.position)
        .select_from(m.Assignment)
        .join(m.Item)
        .where(m.Assignment.round_id == found.id)
    ):
        held.setdefault(rater_id, {})[item] = position
    return held


def save(
    session: Session, its_round: m.Round, planned: Sequence[tuple[m.Rater, Mixed]], *, seed: int, now: datetime
) -> int:
    """Store what was planned; targets come in an order of their own in this round. How many assignments it made."""
    wanted = {item for _, mixed in planned for item, _ in mixed.placed}
    items = {
        row.source_id: row
        for row in session.exec(select(m.Item).where(m.Item.project_id == its_round.project_id))
        if row.source_id in wanted
    }
    made = [
        m.Assignment(
            round_id=key_of(its_round),
            item_id=key_of(items[item]),
            rater_id=key_of(rater),
            position=position,
            target_order=own_order(items[item], rater, seed=seed, showing=its_round.kind),
            created_at=now,
        )
        for rater, mixed in planned
        for item, position in mixed.placed
    ]
    session.add_all(made)
    session.flush()
    return len(made)
