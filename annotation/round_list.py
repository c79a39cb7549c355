"""Which rounds has a project, of what kind, and how far is each?"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import case
from sqlmodel import Session, col, func, select

from annotation import models as m
from annotation import projects, round_plans
from annotation.board import working
from annotation.projects import key_of


@dataclass(frozen=True)
class RoundLine:
    """One round in the list: its kind, since when, and how far it is, in assignments.

    `beside` is the number of the round that it belongs to; a companion is closed when that one is.
    """

    number: int
    kind: str
    opened_at: datetime
    closed_at: datetime | None
    beside: int | None
    annotators: int
    items: int
    assigned: int
    done: int
    skipped: int
    judgments: int
    attempt: int = 1  # of a training


def listed(session: Session, *, slug: str) -> list[RoundLine]:
    """Every round of a project, by number. Raises NotFound."""
    project = projects.find(session, slug)
    rows = session.exec(select(m.Round).where(m.Round.project_id == project.id).order_by(col(m.Round.number))).all()
    numbers = {key_of(each): each.number for each in rows}
    counts = _counts(session, project)
    judged = _judged(session, project)
    return [
        RoundLine(
            each.number,
            each.kind,
            each.opened_at,
            each.closed_at or working.ends_with(session, each).closed_at,
            numbers.get(each.beside_id) if each.beside_id else None,
            *counts.get(key_of(each), (0, 0, 0, 0, 0)),
            judged.get(key_of(each), 0),
            round_plans.training(each).attempt if each.kind == "training" else 1,
        )
        for each in rows
    ]


def _counts(session: Session, project: m.Project) -> dict[int, tuple[int, int, int, int, int]]:
    """By round: annotators, items, assignments, done and skipped ones."""

    def number(state: str) -> Any:
        return func.sum(case((col(m.Assignment.state) == state, 1), else_=0))

    rows = session.execute(
        select(  # type: ignore[call-overload]
            m.Assignment.round_id,
            func.count(func.distinct(m.Assignment.rater_id)),
            func.count(func.distinct(m.Assignment.item_id)),
            func.count(),
            number("done"),
            number("skipped"),
        )
        .join(m.Round)
        .where(m.Round.project_id == project.id)
        .group_by(m.Assignment.round_id)
    )
    return {row[0]: (row[1], row[2], row[3], int(row[4]), int(row[5])) for row in rows}


def _judged(session: Session, project: m.Project) -> dict[int, int]:
    """By round: how many revisions of answers it holds."""
    rows = session.exec(
        select(m.Judgment.round_id, func.count())
        .join(m.Round)
        .where(m.Round.project_id == project.id)
        .group_by(col(m.Judgment.round_id))
    ).all()
    return dict(rows)
