"""Opening, changing and closing the pool of a round, and how full it is.

A pool stands beside whatever was assigned beforehand: those assignments hold places of it. What a change takes away
nobody loses: items that are reserved or done stay with whom they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from annotation import events, projects, sampling
from annotation import models as m
from annotation.assignment import who_label
from annotation.errors import Conflict
from annotation.pool import places as pool_places
from annotation.pool import plan as pool_plan
from annotation.pool import reservations
from annotation.pool.plan import Pool
from annotation.pool.takers import places_of_nobody
from annotation.projects import key_of
from languages import worded


@dataclass(frozen=True)
class PoolState:
    """A pool, and how many places its items have: `done`; `open` with their annotators for good; `reserved`; `free`.

    `of_nobody` are free places that none of those who take can take. `pool` is None where the round never had one; the
    counts are zeros then.
    """

    pool: Pool | None
    items: int = 0
    places: int = 0
    done: int = 0
    open: int = 0
    reserved: int = 0
    free: int = 0
    of_nobody: int = 0


def set_up(session: Session, *, slug: str, pool: Pool, now: datetime, account_id: int | None = None) -> bool:
    """Open the pool of the current round, or change it; the log says what it was before. False: it is so already.

    Raises NotFound for an unknown project, account or sample, WrongUse for an account that does not label, and Conflict
    where the current round is closed or no independent one.
    """
    project, current = _locked(session, slug)
    if current.kind != "independent" or current.closed_at is not None:
        raise Conflict(
            "no_pool_here",
            worded(
                "Round {number} is no open, independent round; a pool stands in such a one only.", number=current.number
            ),
        )
    _check(session, slug, pool)
    before = pool_plan.read(current)
    if before == pool:
        return False
    _keep(current, pool)
    kind = "pool changed" if before is not None and before.is_open else "pool opened"
    _record(session, kind, project, current, account_id, now, before=before, after=pool)
    return True


def close(session: Session, *, slug: str, now: datetime, account_id: int | None = None) -> int:
    """Close the pool: nobody takes from it any more, and what is only reserved is free again; how many places that are.

    Whoever is at work on such an item can still submit it, into its place. Raises NotFound for an unknown project and
    Conflict where the round has no open pool.
    """
    project, current = _locked(session, slug)
    before = pool_plan.read(current)
    if before is None or not before.is_open:
        raise Conflict("no_pool", worded("Round {number} has no open pool.", number=current.number))
    freed = reservations.free_all(session, current, now=now)
    _keep(current, before.model_copy(update={"is_open": False}))
    _record(session, "pool closed", project, current, account_id, now)
    return freed


def state(session: Session, *, slug: str) -> PoolState:
    """The pool of the current round and how full it is. Raises NotFound."""
    current = projects.planned_round(session, projects.find(session, slug))
    pool = pool_plan.read(current)
    return PoolState(None) if pool is None else _counted(session, current, pool)


def preview(session: Session, *, slug: str, pool: Pool) -> PoolState:
    """How full a pool of these settings would be now; nothing is stored. Raises NotFound and WrongUse."""
    current = projects.planned_round(session, projects.find(session, slug))
    _check(session, slug, pool)
    return _counted(session, current, pool)


def _check(session: Session, slug: str, pool: Pool) -> None:
    who_label(session, pool.annotators)
    if pool.sample is not None:
        sampling.drawn_items(session, slug=slug, name=pool.sample)


def _counted(session: Session, current: m.Round, pool: Pool) -> PoolState:
    found = list(pool_places.of_items(session, current, pool))
    return PoolState(
        pool,
        items=len(found),
        places=sum(each.places for each in found),
        done=sum(each.done for each in found),
        open=sum(each.open for each in found),
        reserved=sum(each.reserved for each in found),
        free=sum(each.free for each in found),
        of_nobody=places_of_nobody(session, current, pool, found),
    )


def _locked(session: Session, slug: str) -> tuple[m.Project, m.Round]:
    project = projects.find(session, slug)
    projects.lock(session, project)
    current = projects.planned_round(session, project)
    projects.lock_round(session, current)
    return project, current


def _keep(current: m.Round, pool: Pool) -> None:
    current.options = {**current.options, pool_plan.KEY: pool.model_dump(mode="json")}


def _record(
    session: Session,
    kind: str,
    project: m.Project,
    current: m.Round,
    account_id: int | None,
    now: datetime,
    *,
    before: Pool | None = None,
    after: Pool | None = None,
) -> None:
    """The event, with what changed of the settings."""
    old, new = (each.model_dump(mode="json") if each else {} for each in (before, after))
    changed = [name for name in new if old.get(name) != new[name] and name != "is_open"]
    detail = {"round": current.number, **{name: new[name] for name in changed}}
    if changed and before is not None:
        detail["before"] = {name: old[name] for name in changed}
    events.record(session, kind, now=now, account_id=account_id, project_id=key_of(project), detail=detail)
    session.flush()
