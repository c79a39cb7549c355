"""What is an annotator's own in a project: their assignments, their current answers, how far they are.

Nothing here reads the reference or anybody else's judgments: labelling is blind by structure.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, case
from sqlmodel import Session, col, func, select

from annotation import models as m
from annotation.codebook import Codebook
from annotation.errors import Conflict
from annotation.projects import key_of
from annotation.screen import Progress

OwnAnswers = dict[tuple[int, str], tuple[int, str | None]]  # revision and label by target id and question


@dataclass(frozen=True)
class Asked:
    """The targets of an item that the codebook asks about, by key."""

    rows: dict[str, m.Target]

    @property
    def kinds(self) -> dict[str, str]:
        """The kind of each target, by key."""
        return {key: row.kind for key, row in self.rows.items()}

    @property
    def ids(self) -> dict[str, int]:
        """The id of each target, by key."""
        return {key: key_of(row) for key, row in self.rows.items()}

    @property
    def keys(self) -> dict[int, str]:
        """The key of each target, by id."""
        return {key_of(row): key for key, row in self.rows.items()}


def assignment(
    session: Session, project: m.Project, *, account_id: int, assignment_id: int, lock: bool = False
) -> m.Assignment:
    """The account's own assignment; locked, so that two sendings at once come one after the other.

    Raises Conflict where it is somebody else's or of another project.
    """
    asked = (
        select(m.Assignment)
        .join(m.Rater)
        .where(m.Assignment.id == assignment_id, m.Rater.account_id == account_id, m.Rater.project_id == project.id)
    )
    found = session.exec(asked.with_for_update(of=m.Assignment) if lock else asked).first()
    if found is None:
        raise Conflict("not_yours", "This item is not assigned to you.")
    return found


def asked_targets(session: Session, item_id: int, book: Codebook) -> Asked:
    """The item's targets that a question is about."""
    rows = session.exec(select(m.Target).where(m.Target.item_id == item_id)).all()
    return Asked({row.key: row for row in rows if row.kind in book.kinds})


def answers(session: Session, given: m.Assignment, target_ids: list[int]) -> OwnAnswers:
    """The annotator's own latest revision and label of each answer, cleared ones too."""
    rows = session.exec(
        select(m.Judgment.target_id, m.Judgment.question, m.Judgment.revision, m.Judgment.label)
        .where(
            m.Judgment.round_id == given.round_id,
            m.Judgment.rater_id == given.rater_id,
            col(m.Judgment.target_id).in_(target_ids),
        )
        .order_by(col(m.Judgment.revision))
    ).all()
    return {(target_id, question): (revision, label) for target_id, question, revision, label in rows}


def mine(current: m.Round, account_id: int) -> ColumnElement[bool]:
    """The condition that an assignment is the account's own in a round.

    The rater is looked up first: a join would let SQLite walk through everybody's assignments of the round.
    """
    rater = select(m.Rater.id).where(m.Rater.project_id == current.project_id, m.Rater.account_id == account_id)
    return and_(col(m.Assignment.rater_id) == rater.scalar_subquery(), col(m.Assignment.round_id) == current.id)


def progress(session: Session, current: m.Round, account_id: int) -> Progress:
    """How many of the account's items in a round are done, skipped and there in all."""

    def number(state: str) -> object:
        return func.coalesce(func.sum(case((col(m.Assignment.state) == state, 1), else_=0)), 0)

    total, done, skipped = session.exec(
        select(func.count(), number("done"), number("skipped"))  # type: ignore[call-overload]
        .select_from(m.Assignment)
        .where(mine(current, account_id))
    ).one()
    return Progress(done=int(done), total=int(total), skipped=int(skipped))
