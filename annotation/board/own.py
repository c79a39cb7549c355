"""What is an annotator's own in a project: their assignments, their current answers, how far they are.

Nothing here reads the reference or anybody else's judgments: labelling is blind by structure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, and_, case
from sqlmodel import Session, col, func, select

from annotation import models as m
from annotation.board import working
from annotation.board.screen import Progress
from annotation.codebook import Codebook
from annotation.content import Content
from annotation.errors import Conflict
from annotation.projects import key_of
from annotation.values import NOTHING, Pieces, Said
from annotation.versions import LabelMaps
from languages import worded

OwnAnswers = dict[tuple[int, str], tuple[int, Said]]  # revision and what was said, by target id and question


@dataclass(frozen=True)
class Asked:
    """The targets of an item that the codebook asks about, by key, and the pieces that answers can point at.

    `again`: in a discussion the only places that are asked, by target key and question, with the annotator's own first
    answer to each; None in any other round, where everything is asked.
    """

    rows: dict[str, m.Target]
    pieces: Pieces = NOTHING
    again: Mapping[tuple[str, str], Said] | None = None

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


def next_open(session: Session, current: m.Round, account_id: int) -> m.Assignment | None:
    """The first item in the account's order in a round that is neither submitted nor skipped."""
    return session.exec(
        select(m.Assignment)
        .where(mine(current, account_id), m.Assignment.state == "open")
        .order_by(*in_order())
        .limit(1)
    ).first()


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
        raise Conflict("not_yours", worded("This item is not assigned to you."))
    return found


def asked_targets(session: Session, item_id: int, book: Codebook) -> Asked:
    """The item's targets that a question is about."""
    rows = session.exec(select(m.Target).where(m.Target.item_id == item_id)).all()
    pieces = NOTHING
    if any(question.kind in ("quote", "pick") for question in book.questions):
        pieces = Pieces.of(Content.model_validate(session.get_one(m.Item, item_id).content))
    return Asked({row.key: row for row in rows if row.kind in book.kinds}, pieces)


def answers(session: Session, given: m.Assignment, target_ids: list[int], *, round_id: int | None = None) -> OwnAnswers:
    """The annotator's own latest revision of each answer, cleared ones too, in the labels of the newest codebook.

    They are those of the assignment's round, unless an earlier one is named.
    """
    rows = session.exec(
        select(m.Judgment)
        .where(
            m.Judgment.round_id == (round_id or given.round_id),
            m.Judgment.rater_id == given.rater_id,
            col(m.Judgment.target_id).in_(target_ids),
        )
        .order_by(col(m.Judgment.revision))
    ).all()
    if not rows:
        return {}
    maps = LabelMaps.of(session, session.get_one(m.Round, given.round_id).project_id)
    return {
        (row.target_id, row.question): (
            row.revision,
            Said(maps.now(row.codebook_id, row.question, row.label), row.cannot, row.confidence),
        )
        for row in rows
    }


def mine(current: m.Round, account_id: int) -> ColumnElement[bool]:
    """The condition that an assignment is the account's own in the queue of a round: its items, and those mixed in.

    The rater is looked up first: a join would let SQLite walk through everybody's assignments of the round.
    """
    rater = select(m.Rater.id).where(m.Rater.project_id == current.project_id, m.Rater.account_id == account_id)
    return and_(col(m.Assignment.rater_id) == rater.scalar_subquery(), working.queue(current))


def in_order() -> tuple[Any, Any]:
    """The order of a queue: by position; what is mixed in comes after the item of the main round at its position."""
    return col(m.Assignment.position), col(m.Assignment.round_id)


def progress(session: Session, current: m.Round, account_id: int) -> Progress:
    """How many of the account's items in a round are done, skipped and there in all; none whose place is gone."""

    def number(state: str) -> object:
        return func.coalesce(func.sum(case((col(m.Assignment.state) == state, 1), else_=0)), 0)

    total, done, skipped = session.exec(
        select(func.count(), number("done"), number("skipped"))  # type: ignore[call-overload]
        .select_from(m.Assignment)
        .where(mine(current, account_id), m.Assignment.state != "lapsed")
    ).one()
    return Progress(done=int(done), total=int(total), skipped=int(skipped))
