"""How far is each item? Who is done, who skipped or flagged it and why, and whether people differ on it.

A skipped item is not done. Assignments are those of the current round, answers those of the latest independent one, as
everywhere else.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from sqlalchemy import case, or_
from sqlmodel import Session, col, func, select

from annotation import models as m
from annotation import projects
from annotation.current import is_current
from annotation.decisions import current_decisions
from annotation.projects import key_of
from annotation.versions import LabelMaps


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

    `differing` counts targets x questions on which people differ; `undecided` those of them without a decision.
    """

    number: int
    item: str
    sensitive: bool
    assigned: int
    done: int
    marks: tuple[Mark, ...]
    differing: int
    undecided: int

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
            .where(m.Assignment.round_id == current.id)
            .group_by(col(m.Assignment.item_id))
        )
    }
    marks = _marks(session, current)
    differing, undecided = _disagreement(session, project)
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
            assigned=counts.get(item_id or 0, (0, 0))[0],
            done=counts.get(item_id or 0, (0, 0))[1],
            marks=tuple(marks[item_id or 0]),
            differing=differing[item_id or 0],
            undecided=undecided[item_id or 0],
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


def _disagreement(session: Session, project: m.Project) -> tuple[dict[int, int], dict[int, int]]:
    """By item: targets x questions on which current answers differ, and those of them that nobody has decided."""
    chosen = projects.find_round(session, project)
    rows = session.execute(
        select(  # type: ignore[call-overload]
            m.Target.item_id, m.Judgment.target_id, m.Judgment.question, m.Judgment.codebook_id, m.Judgment.label
        )
        .select_from(m.Judgment)
        .join(m.Target, col(m.Target.id) == m.Judgment.target_id)
        .where(m.Judgment.round_id == chosen.id, *is_current())
        .distinct()
    )
    maps = LabelMaps.of(session, key_of(project))
    labels: dict[tuple[int, int, str], set[str | None]] = defaultdict(set)
    for item_id, target_id, question, book, label in rows:
        labels[item_id, target_id, question].add(maps.now(book, question, label))
    decisions = current_decisions(session, project)
    differing: dict[int, int] = defaultdict(int)
    undecided: dict[int, int] = defaultdict(int)
    for (item_id, target_id, question), given in labels.items():
        if len(given - {None}) < 2:
            continue
        decision = decisions.get((target_id, question))
        differing[item_id] += 1
        undecided[item_id] += decision is None or decision.label is None
    return differing, undecided
