"""How far is each item? Who is done, who skipped or flagged it and why, and whether people differ on it.

A skipped item is not done. Assignments are those of the current round; what is to be decided is what the adjudicator's
desk says, over the answers that are decided on.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

from sqlalchemy import case, or_
from sqlmodel import Session, col, func, select

from annotation import models as m
from annotation import projects
from annotation.desk import place_states
from annotation.desk.place_states import TO_DECIDE, State
from annotation.pool import places as pool_places


@dataclass(frozen=True)
class Mark:
    """What one annotator says of an item beside the answers: why it is skipped, a flag, a note."""

    name: str
    skip_reason: str | None
    skip_words: str
    flagged: bool
    note: str


@dataclass(frozen=True)
class ItemProgress:
    """One item: how many of its annotators are done, what they say of it, and what is to be adjudicated.

    `differing` counts targets x questions on which people differ, `to_decide` those that wait for an adjudicator;
    `state` is that of annotation.desk.place_states, None where nothing is asked of the item.
    """

    number: int
    item: str
    sensitive: bool
    assigned: int
    done: int
    marks: tuple[Mark, ...]
    differing: int
    to_decide: int
    state: State | None

    @property
    def skipped(self) -> bool:
        """Whether somebody skipped it."""
        return any(mark.skip_reason is not None for mark in self.marks)

    @property
    def flagged(self) -> bool:
        """Whether somebody flagged it."""
        return any(mark.flagged for mark in self.marks)

    @property
    def noted(self) -> bool:
        """Whether somebody wrote a note."""
        return any(mark.note for mark in self.marks)


def by_item(session: Session, *, slug: str) -> list[ItemProgress]:
    """Every item, as they were imported. Raises NotFound."""
    project = projects.find(session, slug)
    current = projects.current_round(session, project)
    counts = {
        item_id: (int(assigned), int(done))
        for item_id, assigned, done in session.exec(
            select(m.Assignment.item_id, func.count(), func.sum(case((col(m.Assignment.state) == "done", 1), else_=0)))
            .where(m.Assignment.round_id == current.id, pool_places.is_expected(current))
            .group_by(col(m.Assignment.item_id))
        )
    }
    free = pool_places.free(session, current)
    marks = _marks(session, current)
    differing, to_decide, states = _states(session, project)
    items = session.exec(
        select(m.Item.id, m.Item.source_id, m.Item.sensitive)
        .where(m.Item.project_id == project.id)
        .order_by(col(m.Item.id))
    ).all()
    return [
        ItemProgress(
            number=number,
            item=source_id,
            sensitive=sensitive,
            assigned=counts.get(item_id or 0, (0, 0))[0] + free.get(item_id or 0, 0),
            done=counts.get(item_id or 0, (0, 0))[1],
            marks=tuple(marks[item_id or 0]),
            differing=differing[item_id or 0],
            to_decide=to_decide[item_id or 0],
            state=states.get(item_id or 0),
        )
        for number, (item_id, source_id, sensitive) in enumerate(items, start=1)
    ]


def _marks(session: Session, current: m.Round) -> dict[int, list[Mark]]:
    """What annotators say beside the answers, by item."""
    rows = session.execute(
        select(  # type: ignore[call-overload]
            m.Assignment.item_id,
            m.Rater.name,
            m.Assignment.skip_reason,
            m.Assignment.skip_words,
            m.Assignment.flagged,
            m.Assignment.note,
        )
        .select_from(m.Assignment)
        .join(m.Rater)
        .where(
            m.Assignment.round_id == current.id,
            or_(col(m.Assignment.flagged), col(m.Assignment.note) != "", col(m.Assignment.state) == "skipped"),
        )
        .order_by(m.Rater.name)
    )
    marks: dict[int, list[Mark]] = defaultdict(list)
    for item_id, *said in rows:
        marks[item_id].append(Mark(*said))
    return marks


def _states(session: Session, project: m.Project) -> tuple[Counter[int], Counter[int], dict[int, State]]:
    """By item: places on which people differ, those that wait for an adjudicator, and the state of the item."""
    found = place_states.of_project(session, slug=project.slug)
    at_work = place_states.unfinished(session, projects.deciding_round(session, project))
    states: dict[int, list[State]] = defaultdict(list)
    for each in found:
        states[each.asked.item_id].append(each.state)
    return (
        Counter(each.asked.item_id for each in found if each.differing),
        Counter(each.asked.item_id for each in found if each.state in TO_DECIDE),
        {item: place_states.item_state(own, unfinished=item in at_work) for item, own in states.items()},
    )
