"""Which answers were given to a question as it was before, so that somebody had better look at them again?

A judgment keeps the version of the codebook that it was given under. Where its question or labels have changed since,
it is listed with its annotator and item, until that annotator submits the item again: the board shows the question as
it is now. One more language, another key on the keyboard or another order changes no question.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from sqlalchemy import and_, or_
from sqlmodel import Session, col, func, select

from annotation import codebook_history, projects
from annotation import models as m
from annotation.codebook.changes import bears_on_answers
from annotation.codebook_history import Version
from annotation.current import is_latest

Place = tuple[int, str]  # version, question


@dataclass(frozen=True)
class OldAnswers:
    """Answers of one annotator to one question of one item, all given under one earlier version.

    `account_id`: None for an imported person, who cannot look again. `item` is the source's id, `item_id` the row's.
    """

    rater: str
    account_id: int | None
    item: str
    question: str
    version: int
    count: int
    round: int
    item_id: int


def old_answers(session: Session, *, slug: str, account_id: int | None = None) -> list[OldAnswers]:
    """Those of a project, or of one account in it, by annotator, in the order of items. Raises NotFound."""
    project = projects.find(session, slug)
    changed = _changed(codebook_history.versions(session, slug=slug))
    if not changed:
        return []
    whose = () if account_id is None else (m.Rater.account_id == account_id,)
    columns = (
        m.Rater.id,
        m.Rater.name,
        m.Rater.account_id,
        m.Item.id,
        m.Item.source_id,
        m.Judgment.question,
        m.Codebook.version,
        m.Round.id,
        m.Round.number,
    )
    rows = session.execute(
        select(*columns, func.count())  # type: ignore[call-overload]
        .select_from(m.Judgment)
        .join(m.Codebook, col(m.Codebook.id) == m.Judgment.codebook_id)
        .join(m.Round, col(m.Round.id) == m.Judgment.round_id)
        .join(m.Rater, col(m.Rater.id) == m.Judgment.rater_id)
        .join(m.Target, col(m.Target.id) == m.Judgment.target_id)
        .join(m.Item, col(m.Item.id) == m.Target.item_id)
        .where(m.Round.project_id == project.id, is_latest(), *whose)
        .where(or_(col(m.Judgment.label).is_not(None), col(m.Judgment.cannot).is_not(None)))
        .where(or_(*(and_(m.Codebook.version == number, m.Judgment.question == key) for number, key in changed)))  # type: ignore[arg-type]
        .group_by(*columns)
        .order_by(m.Rater.name, m.Round.number, m.Item.id, m.Judgment.question)
    ).all()
    submitted = _submitted(session, project)
    return [
        OldAnswers(name, account_id, source_id, question, version, count, round_number, item_id)
        for rater_id, name, account_id, item_id, source_id, question, version, round_id, round_number, count in rows
        if not _looked_again(submitted.get((round_id, rater_id, item_id)), changed[version, question])
    ]


def _changed(found: list[Version]) -> Mapping[Place, datetime]:
    """The questions that are other now than in an earlier version, by version, and when they last changed.

    A question that was changed and changed back is the same again.
    """
    newest = found[0].book
    touched: dict[str, datetime] = {}
    since: dict[Place, datetime] = {}
    for later, earlier in pairwise(found):
        for each in later.changes.questions:
            if each.bears_on_answers or each.fate == "added":
                touched.setdefault(each.question, later.made_at)
        for question in newest.questions:
            before = earlier.book.question(question.key)
            if before is not None and bears_on_answers(before, question):
                since[earlier.number, question.key] = touched[question.key]
    return since


def _looked_again(submitted: datetime | None, since: datetime) -> bool:
    return submitted is not None and submitted >= since


def _submitted(session: Session, project: m.Project) -> dict[tuple[int, int, int], datetime]:
    """When each item was last submitted, by round, rater and item."""
    rows = session.exec(
        select(m.Assignment.round_id, m.Assignment.rater_id, m.Assignment.item_id, func.max(m.Submission.created_at))
        .join(m.Submission)
        .join(m.Round, col(m.Round.id) == m.Assignment.round_id)
        .where(m.Round.project_id == project.id)
        .group_by(col(m.Assignment.round_id), col(m.Assignment.rater_id), col(m.Assignment.item_id))
    )
    return {(round_id, rater_id, item_id): at for round_id, rater_id, item_id, at in rows}
