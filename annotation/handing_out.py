"""Storing who labels what: each annotator's new items behind the old ones, and an order of targets of their own.

What is given, and to whom, is planned elsewhere: by annotation.assignment, a practice round or a discussion.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session, col, func, select

from annotation import models as m
from annotation.content import Content
from annotation.projects import key_of


def hand_out(
    session: Session, current: m.Round, pairs: Sequence[tuple[m.Item, m.Rater]], *, seed: int, now: datetime
) -> None:
    """Store the pairs: each annotator gets new items behind the old ones, in an order of their own.

    Where an annotator's reservation of an item ran out, that becomes the planned one, with its draft.
    """
    run_out = select(m.Assignment).where(m.Assignment.round_id == current.id, m.Assignment.state == "lapsed")
    lapsed = {(each.item_id, each.rater_id): each for each in session.exec(run_out.with_for_update(skip_locked=True))}
    ends = dict(
        session.exec(
            select(m.Assignment.rater_id, func.max(m.Assignment.position))
            .where(m.Assignment.round_id == current.id)
            .group_by(col(m.Assignment.rater_id))
        ).all()
    )
    by_rater: dict[int, list[tuple[m.Item, m.Rater]]] = {}
    for item, rater in pairs:
        by_rater.setdefault(key_of(rater), []).append((item, rater))
    for rater_id, own in by_rater.items():
        own.sort(key=lambda pair: pair[0].source_id)
        random.Random(f"queue {seed} {own[0][1].name}").shuffle(own)
        for position, (item, rater) in enumerate(own, start=ends.get(rater_id, 0) + 1):
            before = lapsed.get((key_of(item), rater_id))
            if before is not None:
                before.state, before.origin, before.reserved_until = "open", "planned", None
                continue
            session.add(
                m.Assignment(
                    round_id=key_of(current),
                    item_id=key_of(item),
                    rater_id=rater_id,
                    position=position,
                    target_order=own_order(item, rater, seed=seed),
                    created_at=now,
                )
            )
    session.flush()


def shown_order(keys: Sequence[str], *, seed: int, item: str, annotator: str) -> list[str]:
    """The order in which one annotator sees an item's targets: seeded by item and annotator, so that people differ."""
    order = sorted(keys)
    random.Random(f"order {seed} {item} {annotator}").shuffle(order)
    return order


def own_order(item: m.Item, rater: m.Rater, *, seed: int, showing: str = "") -> list[str]:
    """The order in which a rater sees this item's targets; another one where it is shown for another purpose."""
    content = Content.model_validate(item.content)
    keys = [memory.key for memory in content.memories] + [each.key for each in content.responses]
    named = f"{showing} {item.source_id}" if showing else item.source_id
    return shown_order(keys, seed=seed, item=named, annotator=rater.name)
