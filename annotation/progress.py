"""How is everybody's work going? Items done, skipped and begun, time at work and pace; and who came with a file.

Everything is counted in items of the current round, and a skipped item is not done. Time at work is what the boards say
of submitted items, pauses capped; imported people have none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from statistics import median
from typing import Any

from sqlmodel import Session, col, func, select

from annotation import models as m
from annotation import projects
from annotation.current import is_current
from annotation.projects import key_of


@dataclass(frozen=True)
class PersonProgress:
    """One annotator's items in the current round, and their pace; None where there is nothing to say it from."""

    name: str
    pseudonym: str
    total: int
    done: int
    skipped: int
    drafts: int
    flagged: int
    noted: int
    active_ms: int | None
    median_ms: int | None
    items_an_hour: float | None
    last_at: datetime | None


@dataclass(frozen=True)
class ImportedRater:
    """Somebody whose labels came from a file: how many current answers they gave, on how many items."""

    name: str
    items: int
    judgments: int


@dataclass(frozen=True, slots=True)
class _Given:
    """One assignment, as the counts need it."""

    state: str
    flagged: bool
    noted: bool
    drafted: bool


def by_person(session: Session, *, slug: str) -> list[PersonProgress]:
    """Everybody with assignments in the current round, by name. Raises NotFound."""
    project = projects.find(session, slug)
    current = projects.current_round(session, project)
    theirs = select(m.Assignment.rater_id).where(m.Assignment.round_id == current.id, m.Assignment.state != "lapsed")
    people = session.exec(select(m.Rater).where(col(m.Rater.id).in_(theirs)).order_by(m.Rater.name)).all()
    given, times = _given(session, current), _times(session, current)
    submitted, drafted = _latest(session, current, m.Submission.created_at), _latest(session, current, m.Draft.saved_at)
    return [
        _person(
            each, given[key_of(each)], times[key_of(each)], [submitted.get(key_of(each)), drafted.get(key_of(each))]
        )
        for each in people
    ]


def imported(session: Session, *, slug: str) -> list[ImportedRater]:
    """The people whose labels came from files, with their current answers in the latest independent round, by name."""
    project = projects.find(session, slug)
    chosen = projects.find_round(session, project)
    rows = session.exec(
        select(
            m.Rater.name,
            func.count(func.distinct(m.Target.item_id)),
            func.count(),
        )
        .select_from(m.Judgment)
        .join(m.Target, col(m.Target.id) == m.Judgment.target_id)
        .join(m.Rater, col(m.Rater.id) == m.Judgment.rater_id)
        .where(m.Judgment.round_id == chosen.id, m.Rater.origin == "imported", *is_current())
        .group_by(m.Rater.name)
        .order_by(m.Rater.name)
    ).all()
    return [ImportedRater(*row) for row in rows]


def _given(session: Session, current: m.Round) -> dict[int, list[_Given]]:
    """What each rater has, one line an assignment; none whose place is gone."""
    rows = session.execute(
        select(  # type: ignore[call-overload]
            m.Assignment.rater_id, m.Assignment.state, m.Assignment.flagged, m.Assignment.note, m.Draft.answers
        )
        .select_from(m.Assignment)
        .outerjoin(m.Draft)
        .where(m.Assignment.round_id == current.id, m.Assignment.state != "lapsed")
    )
    given: dict[int, list[_Given]] = defaultdict(list)
    for rater_id, state, flagged, note, answers in rows:
        given[rater_id].append(_Given(state, flagged, bool(note), answers is not None and state != "skipped"))
    return given


def _person(rater: m.Rater, own: list[_Given], times: list[int], moments: Iterable[datetime | None]) -> PersonProgress:
    active = sum(times)
    return PersonProgress(
        name=rater.name,
        pseudonym=rater.pseudonym,
        total=len(own),
        done=sum(1 for each in own if each.state == "done"),
        skipped=sum(1 for each in own if each.state == "skipped"),
        drafts=sum(1 for each in own if each.drafted),
        flagged=sum(1 for each in own if each.flagged),
        noted=sum(1 for each in own if each.noted),
        active_ms=active if times else None,
        median_ms=round(median(times)) if times else None,
        items_an_hour=len(times) * 3_600_000 / active if active else None,
        last_at=max((moment for moment in moments if moment), default=None),
    )


def _times(session: Session, current: m.Round) -> dict[int, list[int]]:
    """Each rater's time at work on each of the items that they submitted with a time, corrections included."""
    rows = session.exec(
        select(m.Assignment.rater_id, func.sum(m.Submission.active_ms))
        .select_from(m.Submission)
        .join(m.Assignment)
        .where(m.Assignment.round_id == current.id, col(m.Submission.active_ms).is_not(None))
        .group_by(col(m.Assignment.rater_id), col(m.Assignment.id))
    ).all()
    times: dict[int, list[int]] = defaultdict(list)
    for rater_id, milliseconds in rows:
        times[rater_id].append(int(milliseconds or 0))
    return times


def _latest(session: Session, current: m.Round, moment: Any) -> dict[int, datetime]:
    """The latest moment of each rater in the rows of its table, which belong to assignments."""
    return dict(
        session.exec(
            select(m.Assignment.rater_id, func.max(moment))
            .select_from(moment.class_)
            .join(m.Assignment)
            .where(m.Assignment.round_id == current.id)
            .group_by(col(m.Assignment.rater_id))
        ).all()
    )
