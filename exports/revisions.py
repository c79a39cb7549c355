"""Every revision of every judgment, as the database has it: what the layers raw, current, gold and soft are read from.

They are read quickly and some items at a time: plain rows, in the order of items, targets, questions, raters and
revisions, so that a project of a million judgments is never whole in memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple, Protocol, TypeVar

from sqlalchemy import DateTime, type_coerce
from sqlmodel import Session, col, select

from annotation import judgments
from annotation import models as m
from annotation.places import ItemRow, items_in_parts
from annotation.projects import key_of

ITEMS_AT_ONCE = 250


class Revision(NamedTuple):
    """One revision. `given` and `prelabel` are in the words of its codebook; `came_by` and `surplus` of its assignment.

    `came_by` is None where a file brought the answer; `time` may have no zone, and is UTC then (`meaning.moment`).
    """

    item: str
    target: str
    question: str
    item_id: int
    target_id: int
    rater_id: int
    revision: int
    given: str | None
    cannot: str | None
    confidence: int | None
    prelabel: str | None
    codebook_id: int
    origin: str
    time: datetime
    comment: str
    came_by: str | None
    surplus: bool | None


def rounds_of(session: Session, project: m.Project) -> Sequence[m.Round]:
    """The rounds of a project in order."""
    asked = select(m.Round).where(m.Round.project_id == project.id).order_by(col(m.Round.number))
    return session.exec(asked).all()


def of_round(
    session: Session, project: m.Project, chosen: m.Round
) -> Iterator[tuple[Sequence[ItemRow], list[Revision]]]:
    """Some items of a project at a time, with the revisions of a round about them."""
    for items in items_in_parts(session, project, at_once=ITEMS_AT_ONCE):
        if found := about(session, chosen, items):
            yield items, found


def about(session: Session, chosen: m.Round, items: Sequence[ItemRow]) -> list[Revision]:
    """The revisions of a round about items that follow one another."""
    asked = (
        judgments.with_assignment(
            judgments.placed(
                m.Item.id,
                m.Judgment.target_id,
                m.Judgment.rater_id,
                m.Judgment.revision,
                m.Judgment.label,
                m.Judgment.cannot,
                m.Judgment.confidence,
                m.Judgment.prelabel,
                m.Judgment.codebook_id,
                m.Judgment.origin,
                type_coerce(m.Judgment.created_at, DateTime(timezone=True)),
                m.Judgment.comment,
                m.Assignment.origin,
                m.Assignment.surplus,
            )
        )
        .where(m.Judgment.round_id == key_of(chosen), col(m.Judgment.target_id).in_(targets_of(items)))
        .order_by(m.Item.id, m.Judgment.target_id, m.Judgment.question, m.Judgment.rater_id, m.Judgment.revision)
    )
    session.flush()  # the rows are asked for past the session, which costs half
    return [Revision._make(row) for row in session.connection().execute(asked).all()]


def targets_of(items: Sequence[ItemRow]) -> Any:
    """The targets of items that follow one another, as a condition for SQL.

    A condition on the items of judgments would have a whole round looked through for each part of a project.
    """
    return select(m.Target.id).where(col(m.Target.item_id).between(items[0].id, items[-1].id))


class Given(Protocol):
    """What tells whether two revisions are of one answer."""

    @property
    def target_id(self) -> int:
        """The target."""

    @property
    def question(self) -> str:
        """What was asked about it."""

    @property
    def rater_id(self) -> int:
        """Who was asked."""


Row = TypeVar("Row", bound=Given)


def latest(found: Iterable[Row]) -> Iterator[Row]:
    """The last revision of everybody at each place, also one that clears the answer; the revisions come in order."""
    before: Row | None = None
    for each in found:
        if before is not None and (
            each.rater_id != before.rater_id or each.target_id != before.target_id or each.question != before.question
        ):
            yield before
        before = each
    if before is not None:
        yield before
