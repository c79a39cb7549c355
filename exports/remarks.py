"""Comments and flags: what people said beside their labels.

`kind` is `comment` (in a discussion, about one question on one target), `flag`, `note` and `skip` (about an item, by
whoever had it to label; the text of a skip is its reason, and behind a colon the words) and `sent back` (by an
adjudicator, to the rater).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlmodel import Session, col, select

from annotation import models as m
from annotation import projects
from annotation.timestamps import written
from exports.naming import Names
from exports.writers import Columns, FreeText

COLUMNS: Columns = {
    **dict.fromkeys(("item", "target", "question", "kind", "rater", "by", "text"), str),
    "round": int,
    "time": str,
}


def rows(session: Session, *, slug: str, names: bool = False) -> Iterator[dict[str, Any]]:
    """Comments first, as they were said; then what stands with assignments, in the order of rounds and items.

    `rater` is whose item or comment it is, `by` who said it. Flags, notes and skips have no time of their own. Raises
    NotFound.
    """
    project = projects.find(session, slug)
    called = Names.of(session, project, names=names)
    yield from _comments(session, project, called)
    yield from _marks(session, project, called)
    yield from _sent_back(session, project, called)


def _comments(session: Session, project: m.Project, called: Names) -> Iterator[dict[str, Any]]:
    found = session.exec(
        select(m.Comment, m.Item.source_id, m.Target.key, m.Round.number)
        .join(m.Target, col(m.Target.id) == m.Comment.target_id)
        .join(m.Item, col(m.Item.id) == m.Target.item_id)
        .join(m.Round, col(m.Round.id) == m.Comment.round_id)
        .where(m.Round.project_id == project.id)
        .order_by(col(m.Comment.id))
    )
    for row, item, target, number in found:
        rater = called.raters[row.rater_id]
        place = {"item": item, "target": target, "question": row.question, "kind": "comment", "rater": rater}
        yield {**place, "by": rater, "text": FreeText(row.text), "round": number, "time": written(row.created_at)}


def _marks(session: Session, project: m.Project, called: Names) -> Iterator[dict[str, Any]]:
    found = session.exec(
        select(m.Assignment, m.Item.source_id, m.Round.number)
        .join(m.Item, col(m.Item.id) == m.Assignment.item_id)
        .join(m.Round, col(m.Round.id) == m.Assignment.round_id)
        .where(m.Round.project_id == project.id)
        .order_by(col(m.Round.number), col(m.Item.id), col(m.Assignment.rater_id))
    )
    for row, item, number in found:
        rater = called.raters[row.rater_id]
        skipped = ": ".join(filter(None, (row.skip_reason, row.skip_words)))
        for kind, is_there, text in (
            ("flag", row.flagged, ""),
            ("note", bool(row.note), row.note),
            ("skip", row.state == "skipped", skipped),
        ):
            if is_there:
                place = {"item": item, "target": "", "question": "", "kind": kind, "rater": rater, "by": rater}
                yield {**place, "text": FreeText(text), "round": number, "time": None}


def _sent_back(session: Session, project: m.Project, called: Names) -> Iterator[dict[str, Any]]:
    found = session.exec(
        select(m.SentBack, m.Item.source_id, m.Assignment.rater_id, m.Round.number)
        .join(m.Assignment, col(m.Assignment.id) == m.SentBack.assignment_id)
        .join(m.Item, col(m.Item.id) == m.Assignment.item_id)
        .join(m.Round, col(m.Round.id) == m.Assignment.round_id)
        .where(m.Round.project_id == project.id)
        .order_by(col(m.SentBack.id))
    )
    for row, item, rater, number in found:
        place = {"item": item, "target": "", "question": "", "kind": "sent back", "rater": called.raters[rater]}
        by = called.decider(row.account_id)
        yield {**place, "by": by, "text": FreeText(row.reason), "round": number, "time": written(row.created_at)}
