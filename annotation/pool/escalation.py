"""Where people agree too little on an item, one more of them is asked, one at a time, up to a number of people.

The agreement on an item is the share of agreeing pairs over its places (annotation.item_agreement). One more annotator
is asked when everybody who has the item is done, no place of it waits in an open pool, the share is under the
threshold, and fewer people than the cap have labelled it. Whoever is asked has fewest items in the round; ties are
drawn by the seed and the item.

Such an answer counts where something is decided, and never in the agreement that a report begins with: one more rater
where people differ would raise it by itself (DESIGN.md 6.7).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, func, select

from annotation import events, item_agreement, projects
from annotation import models as m
from annotation.assignment import who_label
from annotation.errors import Conflict
from annotation.pool import asking, one_more, reservations
from annotation.pool import places as pool_places
from annotation.pool.escalation_plan import KEY, Escalation, read
from annotation.projects import key_of
from languages import worded


@dataclass(frozen=True)
class EscalationState:
    """The settings, and where the items stand: how many are `under` the threshold and finished, how many of those have
    the most people (`at_cap`), and how many escalated answers are `asked` for and `done`.

    `chosen` is None where nobody ever chose; the counts are of what was asked all the same.
    """

    chosen: Escalation | None
    under: int = 0
    at_cap: int = 0
    asked: int = 0
    done: int = 0


def set_up(session: Session, *, slug: str, chosen: Escalation, now: datetime, account_id: int | None = None) -> bool:
    """Switch it on, off, or change it, in the current round; an event. False: it is so already.

    Nobody is asked by this: `run` does that, and from now on every submission that finishes an item.
    Raises NotFound for an unknown project or account, WrongUse for an account that does not label, and Conflict where
    the round is closed or no independent one.
    """
    project, current = _locked(session, slug)
    who_label(session, chosen.annotators)
    before = read(current)
    if before == chosen or (before is None and not chosen.is_on):
        return False
    current.options = {**current.options, KEY: chosen.model_dump(mode="json")}
    kind = "escalation set" if chosen.is_on else "escalation ended"
    detail = {"round": current.number, "under": chosen.under, "cap": chosen.cap, "annotators": list(chosen.annotators)}
    events.record(session, kind, now=now, account_id=account_id, project_id=key_of(project), detail=detail)
    session.flush()
    return True


def switch_off(session: Session, *, slug: str, now: datetime, account_id: int | None = None) -> bool:
    """Ask nobody any more; whoever was asked keeps the item. False: it was off."""
    before = read(projects.planned_round(session, projects.find(session, slug)))
    if before is None or not before.is_on:
        return False
    off = before.model_copy(update={"is_on": False})
    return set_up(session, slug=slug, chosen=off, now=now, account_id=account_id)


def run(session: Session, *, slug: str, now: datetime) -> int:
    """Ask one more annotator for every item that needs one now; how many were asked.

    Raises NotFound for an unknown project, and Conflict where it is not switched on.
    """
    _, current = _locked(session, slug)
    reservations.free_idle(session, current, now=now)
    chosen = read(current)
    if chosen is None or not chosen.is_on:
        raise Conflict(
            "no_escalation", worded("Round {number} asks nobody: switch it on first.", number=current.number)
        )
    rows = session.exec(select(m.Assignment.item_id).where(m.Assignment.round_id == current.id).distinct()).all()
    return sum(ask(session, current, chosen, item_id, now=now) for item_id in _needing(session, current, chosen, rows))


def after_change(session: Session, given: m.Assignment, *, now: datetime) -> None:
    """Ask one more annotator where a submission or a skip has finished its item, and that needs one.

    The round is locked by the caller (reservations.enter).
    """
    current = session.get_one(m.Round, given.round_id)
    chosen = read(current)
    takes = chosen is not None and chosen.is_on and current.kind == "independent" and current.closed_at is None
    if chosen is None or not takes or given.state not in ("done", "skipped"):
        return
    reservations.free_idle(session, current, now=now)
    for item_id in _needing(session, current, chosen, [given.item_id]):
        ask(session, current, chosen, item_id, now=now)


def ask(session: Session, current: m.Round, chosen: Escalation, item_id: int, *, now: datetime) -> bool:
    """Give the item to one more annotator; False where there is nobody to ask. The round is locked by the caller."""
    found = asking.next_person(session, current, chosen, item_id)
    if found is None:
        return False
    given = one_more.give(session, current, item_id, found, origin="escalated", seed=chosen.seed, now=now)
    share = item_agreement.of_items(session, current, [item_id]).get(item_id)
    detail = {"assignment": given.id, "agreement": share, "under": chosen.under}
    events.record(session, "another annotator asked", now=now, project_id=current.project_id, detail=detail)
    return True


def state(session: Session, *, slug: str, chosen: Escalation | None = None) -> EscalationState:
    """Where the items stand, by the round's settings or by those that somebody thinks of. Raises NotFound."""
    current = projects.planned_round(session, projects.find(session, slug))
    held = chosen or read(current)
    escalated = (m.Assignment.round_id == current.id, m.Assignment.origin == "escalated")
    counts = dict(
        session.exec(select(m.Assignment.state, func.count()).where(*escalated).group_by(col(m.Assignment.state))).all()
    )
    asked, done = counts.get("open", 0), counts.get("done", 0)
    if held is None:
        return EscalationState(None, asked=asked, done=done)
    labelled = _finished(session, current)
    under = _under(session, current, held, labelled)
    full = sum(1 for item_id in under if labelled[item_id] >= held.cap)
    return EscalationState(read(current) if chosen is None else chosen, len(under), full, asked, done)


def _needing(session: Session, current: m.Round, chosen: Escalation, item_ids: Sequence[int]) -> list[int]:
    """Those of the items for which one more annotator is to be asked, in the order of the import."""
    labelled = _finished(session, current, item_id=item_ids[0] if len(item_ids) == 1 else None)
    few = {item_id: count for item_id, count in labelled.items() if count < chosen.cap}
    return _under(session, current, chosen, few)


def _finished(session: Session, current: m.Round, *, item_id: int | None = None) -> dict[int, int]:
    """How many people have labelled each item that nobody has still to label; two or more, surplus answers left out."""
    asked = (
        select(m.Assignment.item_id, func.count())
        .where(m.Assignment.round_id == current.id, m.Assignment.state == "done", ~col(m.Assignment.surplus))
        .group_by(col(m.Assignment.item_id))
        .having(func.count() > 1)
    )
    rows = session.exec(asked if item_id is None else asked.where(m.Assignment.item_id == item_id)).all()
    waiting = _waiting(session, current, item_id)
    return {item: count for item, count in rows if item not in waiting}


def _waiting(session: Session, current: m.Round, item_id: int | None) -> set[int]:
    """The items that somebody with an open account has still to label, or whose places wait in an open pool."""
    asked = (
        select(m.Assignment.item_id)
        .join(m.Rater)
        .join(m.Account)
        .where(m.Assignment.round_id == current.id, m.Assignment.state == "open", ~col(m.Assignment.surplus))
        .where(col(m.Account.closed_at).is_(None))
    )
    rows = session.exec(asked if item_id is None else asked.where(m.Assignment.item_id == item_id)).all()
    return {*rows, *pool_places.free(session, current, item_id=item_id)}


def _under(session: Session, current: m.Round, chosen: Escalation, labelled: Mapping[int, int]) -> list[int]:
    """The items whose agreement is under the threshold; one that is undefined is under none."""
    shares = item_agreement.of_items(session, current, labelled.keys())
    return sorted(item_id for item_id, share in shares.items() if share < chosen.under)


def _locked(session: Session, slug: str) -> tuple[m.Project, m.Round]:
    project = projects.find(session, slug)
    projects.lock(session, project)
    current = projects.planned_round(session, project)
    projects.lock_round(session, current)
    if current.kind != "independent" or current.closed_at is not None:
        raise Conflict(
            "not_here",
            worded(
                "Round {number} is no open, independent round; only in such a one somebody is asked.",
                number=current.number,
            ),
        )
    return project, current
