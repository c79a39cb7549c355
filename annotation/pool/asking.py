"""Whom does one ask about an item on which people differ? Somebody who has not had it, with fewest items."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection

from sqlmodel import Session, col, func, select

from annotation import models as m
from annotation.people import raters
from annotation.pool.escalation_plan import Escalation
from annotation.projects import key_of
from annotation.quality import met


def next_person(session: Session, current: m.Round, chosen: Escalation, item_id: int) -> m.Rater | None:
    """Who has fewest items in the round of those who may be asked and have not had this one; ties by seed and item."""
    named = col(m.Account.name).in_(chosen.annotators) if chosen.annotators else col(m.Account.role) == "annotator"
    people = session.exec(select(m.Account).where(named, col(m.Account.closed_at).is_(None))).all()
    raters_of = {
        each.account_id: each
        for each in session.exec(
            select(m.Rater).where(m.Rater.project_id == current.project_id, col(m.Rater.account_id).is_not(None))
        )
    }
    busy = _had(session, current, item_id)
    free = [each for each in people if not _is_out(raters_of.get(key_of(each)), busy)]
    free.sort(key=lambda each: each.name)
    if not free:
        return None
    loads = _loads(session, current)
    source_id = session.get_one(m.Item, item_id).source_id
    random.Random(f"escalate {chosen.seed} {source_id}").shuffle(free)
    least = min(free, key=lambda each: loads[key_of(each)])
    return raters.of_account(session, current.project_id, least)


def _is_out(rater: m.Rater | None, busy: Collection[int]) -> bool:
    return rater is not None and (rater.paused_at is not None or rater.id in busy)


def _had(session: Session, current: m.Round, item_id: int) -> set[int]:
    """The raters who have the item in this round, had it, answered it through a file, or met it in practice."""
    given = session.exec(
        select(m.Assignment.rater_id).where(m.Assignment.round_id == current.id, m.Assignment.item_id == item_id)
    ).all()
    answered = session.exec(
        select(m.Judgment.rater_id)
        .join(m.Target, col(m.Target.id) == m.Judgment.target_id)
        .where(m.Judgment.round_id == current.id, m.Target.item_id == item_id)
        .distinct()
    ).all()
    practised = {who for _, who in met.pairs(session, current.project_id, item_id=item_id)}
    return {*given, *answered, *practised}


def _loads(session: Session, current: m.Round) -> Counter[int]:
    """How many items each account has open or done in the round."""
    rows = session.exec(
        select(m.Rater.account_id, func.count())
        .join(m.Assignment)
        .where(m.Assignment.round_id == current.id, col(m.Assignment.state).in_(("open", "done")))
        .where(col(m.Rater.account_id).is_not(None))
        .group_by(col(m.Rater.account_id))
    ).all()
    return Counter({account_id or 0: count for account_id, count in rows})
