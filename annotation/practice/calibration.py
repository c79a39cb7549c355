"""Practising together: everybody labels the same few items, and talks about them afterwards.

What is said in it is in neither the agreement nor the gold: those take independent rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from annotation import events, handing_out, projects, rounds
from annotation import models as m
from annotation.errors import Conflict
from annotation.item_choice import Which
from annotation.practice import item_sets
from annotation.projects import key_of
from annotation.round_plans import Plan
from languages import worded


@dataclass(frozen=True)
class Calibration:
    """What a calibration round gives everybody; `to_come` of it stand in their queues of the main round as well."""

    number: int
    items: int
    annotators: int
    to_come: int = 0


def preview(
    session: Session, *, slug: str, which: Which = "all", sample: str | None = None, annotators: Sequence[str] = ()
) -> tuple[int, int]:
    """How many items `open_calibration` would give everybody, and how many of these somebody has still to label.

    Raises NotFound and WrongUse.
    """
    project = projects.find(session, slug)
    items = item_sets.items(session, project, which, sample=sample)
    return len(items), item_sets.still_to_come(session, project, items, annotators)


def open_calibration(
    session: Session,
    *,
    slug: str,
    annotators: Sequence[str],
    now: datetime,
    which: Which = "all",
    sample: str | None = None,
    seed: int = 0,
    account_id: int | None = None,
) -> Calibration:
    """Give the chosen items to all of these annotators; while it is open they work in it and nowhere else.

    `rounds.close` closes it. Raises NotFound, WrongUse where nothing or nobody is chosen, and Conflict where one is
    open.
    """
    project = projects.find(session, slug)
    projects.lock(session, project)
    there = session.exec(
        select(m.Round).where(
            m.Round.project_id == project.id, m.Round.kind == "calibration", col(m.Round.closed_at).is_(None)
        )
    ).first()
    if there is not None:
        raise Conflict("open_round", worded("Round {number} is an open calibration already.", number=there.number))
    items = item_sets.items(session, project, which, sample=sample)
    people = item_sets.people(session, project, annotators)
    main = projects.planned_round(session, project)
    projects.lock_round(session, main)  # nobody takes from its pool meanwhile what they are given here
    to_come = item_sets.still_to_come(session, project, items, annotators)
    made = rounds.begin(
        session,
        project,
        kind="calibration",
        beside=projects.find_round(session, project),
        options=Plan(seed=seed).model_dump(),
        account_id=account_id,
        now=now,
    )
    handing_out.hand_out(session, made, [(item, rater) for item in items for rater in people], seed=seed, now=now)
    detail = {"round": made.number, "annotators": [each.name for each in people], "items": len(items)}
    events.record(
        session, "calibration planned", now=now, account_id=account_id, project_id=key_of(project), detail=detail
    )
    session.flush()
    return Calibration(made.number, len(items), len(people), to_come)
