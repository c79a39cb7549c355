"""Raw: every revision of every judgment as it was given, and apart from it the drafts that nobody has submitted.

`given` is the label as it was given under `codebook`, the version of the codebook; `label` what it means in the newest
one, as in every table; neither: the answer was cleared, or could not be judged (`cannot`). `kind` and `beside` are of
the round (exports.following reads them), `assignment` how the item came to the rater: planned, from the pool, or
escalated; empty where a file brought the answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sqlmodel import Session, col, select

from annotation import judgments, projects
from annotation import models as m
from annotation.timestamps import written
from exports import revisions
from exports.meaning import Meanings, free, moment
from exports.naming import Names
from exports.revisions import Revision
from exports.writers import Columns

COLUMNS: Columns = {
    **dict.fromkeys(("item", "target", "question", "rater"), str),
    "revision": int,
    **dict.fromkeys(("label", "given", "cannot"), str),
    "confidence": int,
    "round": int,
    "kind": str,
    "beside": int,
    **dict.fromkeys(("use", "assignment", "origin", "time", "comment", "prelabel"), str),
    "codebook": int,
}
DRAFTS: Columns = {
    **dict.fromkeys(("item", "target", "question", "rater", "label", "cannot"), str),
    **dict.fromkeys(("confidence", "round", "revision", "version"), int),
    "time": str,
    "codebook": int,
}


def rows(session: Session, *, slug: str, names: bool = False) -> Iterator[dict[str, Any]]:
    """Every revision, in the order of rounds, items, targets, questions and raters. Raises NotFound."""
    project = projects.find(session, slug)
    meanings, called = Meanings.of(session, project), Names.of(session, project, names=names)
    versions = projects.codebook_versions(session, project)
    rounds = revisions.rounds_of(session, project)
    numbers = {each.id: each.number for each in rounds}
    for each in rounds:
        for _, found in revisions.of_round(session, project, each):
            for row in found:
                yield _row(row, each, numbers.get(each.beside_id), meanings, called.raters[row.rater_id], versions)


def drafts(session: Session, *, slug: str, names: bool = False) -> Iterator[dict[str, Any]]:
    """The answers of every draft, in the order of rounds, items and raters; `revision` is what it began on."""
    project = projects.find(session, slug)
    meanings, called = Meanings.of(session, project), Names.of(session, project, names=names)
    versions = projects.codebook_versions(session, project)
    found = session.exec(
        select(m.Draft, m.Item.source_id, m.Assignment.rater_id, m.Round.number)
        .join(m.Assignment, col(m.Assignment.id) == m.Draft.assignment_id)
        .join(m.Item, col(m.Item.id) == m.Assignment.item_id)
        .join(m.Round, col(m.Round.id) == m.Assignment.round_id)
        .where(m.Round.project_id == project.id)
        .order_by(col(m.Round.number), col(m.Item.id), col(m.Assignment.rater_id))
    )
    for draft, item, rater, number in found:
        for target, question, label, *more in draft.answers or ():
            cannot, confidence = (*more, None, None)[:2]
            yield {
                "item": item,
                "target": target,
                "question": question,
                "rater": called.raters[rater],
                "label": meanings.given(question, label),
                "cannot": None if cannot is None else free(cannot),
                "confidence": confidence,
                "round": number,
                "revision": draft.revision,
                "version": draft.version,
                "time": written(draft.saved_at),
                "codebook": versions[draft.codebook_id],
            }


def _row(
    row: Revision, of: m.Round, beside: int | None, meanings: Meanings, rater: str, versions: Mapping[int, int]
) -> dict[str, Any]:
    book, question = row.codebook_id, row.question
    return {
        "item": row.item,
        "target": row.target,
        "question": question,
        "rater": rater,
        "revision": row.revision,
        "label": meanings.now(book, question, row.given),
        "given": meanings.given(question, row.given),
        "cannot": None if row.cannot is None else free(row.cannot),
        "confidence": row.confidence,
        "round": of.number,
        "kind": of.kind,
        "beside": beside,
        "use": judgments.use_of(of.kind, row.came_by, row.surplus),
        "assignment": row.came_by,
        "origin": row.origin,
        "time": moment(row.time),
        "comment": free(row.comment),
        "prelabel": meanings.now(book, question, row.prelabel),
        "codebook": versions[book],
    }
