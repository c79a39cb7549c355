"""Decisions: every revision of every one, by which rule or by whom, why, and why people had differed.

`label` is in the newest codebook's words and `given` as it was decided; neither: undecided again. `labelled` is 1 where
whoever decided had labelled the item, `for_guideline` where the guideline should learn from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlmodel import Session, col, select

from annotation import models as m
from annotation import projects
from exports.meaning import Meanings, free, moment
from exports.naming import Names
from exports.raw import COLUMNS as RAW
from exports.writers import Columns

COLUMNS: Columns = {
    **dict.fromkeys(("item", "target", "question"), str),
    "revision": int,
    **dict.fromkeys(("label", "given", "method", "decided_by", "reason", "error_kind"), str),
    **dict.fromkeys(("for_guideline", "labelled", "round"), int),
    "time": RAW["time"],
    "codebook": RAW["codebook"],
}


def rows(session: Session, *, slug: str, names: bool = False) -> Iterator[dict[str, Any]]:
    """Every revision in the order of items, targets and questions. Raises NotFound."""
    project = projects.find(session, slug)
    meanings = Meanings.of(session, project)
    called, versions = Names.of(session, project, names=names), projects.codebook_versions(session, project)
    labelled = _labelled(session, project)
    session.flush()  # the rows are asked for past the session, which costs a quarter
    for row in session.connection().execute(_asked(project), execution_options={"yield_per": 2_000}):
        yield {
            "item": row.item,
            "target": row.target,
            "question": row.question,
            "revision": row.revision,
            "label": meanings.now(row.codebook_id, row.question, row.label),
            "given": meanings.given(row.question, row.label),
            "method": row.method,
            "decided_by": called.decider(row.account_id),
            "reason": free(row.reason),
            "error_kind": row.error_kind,
            "for_guideline": int(row.for_guideline),
            "labelled": int((row.account_id, row.item_id) in labelled),
            "round": row.round,
            "time": moment(row.created_at),
            "codebook": versions[row.codebook_id],
        }


def _asked(project: m.Project) -> Any:
    """The question of every revision of every decision, with its place."""
    columns: tuple[Any, ...] = (
        m.Decision.question,
        m.Decision.revision,
        m.Decision.label,
        m.Decision.method,
        m.Decision.account_id,
        m.Decision.reason,
        m.Decision.error_kind,
        m.Decision.for_guideline,
        m.Decision.created_at,
        m.Decision.codebook_id,
        col(m.Item.id).label("item_id"),
        col(m.Item.source_id).label("item"),
        col(m.Target.key).label("target"),
        col(m.Round.number).label("round"),
    )
    return (
        select(*columns)
        .select_from(m.Decision)
        .join(m.Target, col(m.Target.id) == m.Decision.target_id)
        .join(m.Item, col(m.Item.id) == m.Target.item_id)
        .join(m.Round, col(m.Round.id) == m.Decision.round_id)
        .where(m.Item.project_id == project.id)
        .order_by(col(m.Item.id), col(m.Target.id), m.Decision.question, col(m.Decision.revision))
    )


def _labelled(session: Session, project: m.Project) -> frozenset[tuple[int | None, int]]:
    """Which accounts have labelled which items."""
    deciders = select(m.Decision.account_id).where(col(m.Decision.account_id).is_not(None))
    rows = session.exec(
        select(m.Rater.account_id, m.Target.item_id)
        .select_from(m.Judgment)
        .join(m.Rater, col(m.Rater.id) == m.Judgment.rater_id)
        .join(m.Target, col(m.Target.id) == m.Judgment.target_id)
        .where(m.Rater.project_id == project.id, col(m.Rater.account_id).in_(deciders))
        .distinct()
    )
    return frozenset((account_id, item_id) for account_id, item_id in rows)
