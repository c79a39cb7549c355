"""Raw: every revision of every judgment as it was given, and apart from it the drafts that nobody has submitted.

`given` is the label as it was given under `codebook`, the version of the codebook; `label` what it means in the newest
one, as in every table; neither: the answer was cleared, or could not be judged (`cannot`). `kind` and `beside` are of
the round (exports.following reads them), `assignment` how the item came to the rater: planned, from the pool, or
escalated; empty where a file brought the answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from annotation import judgments, projects
from annotation import models as m
from annotation.board.drafts import written
from annotation.codebook import Codebook
from annotation.projects import key_of
from annotation.versions import LabelMaps
from exports.naming import Names
from exports.writers import Columns, FreeText

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
    maps = LabelMaps.of(session, key_of(project))
    called, versions = Names.of(session, project, names=names), projects.codebook_versions(session, project)
    free = _free(projects.latest_codebook(session, key_of(project))[1])
    beside = aliased(m.Round)
    asked = (
        judgments.with_assignment(
            judgments.placed(
                m.Judgment.rater_id,
                m.Judgment.revision,
                m.Judgment.label,
                m.Judgment.cannot,
                m.Judgment.confidence,
                m.Judgment.origin,
                m.Judgment.created_at,
                m.Judgment.comment,
                m.Judgment.prelabel,
                m.Judgment.codebook_id,
                m.Round.number,
                m.Round.kind,
                beside.number,
                m.Assignment.origin,
                m.Assignment.surplus,
            ).join(m.Round, col(m.Round.id) == m.Judgment.round_id)
        )
        .outerjoin(beside, col(beside.id) == m.Round.beside_id)
        .where(m.Round.project_id == project.id)
        .order_by(m.Round.number, m.Item.id, m.Target.id, m.Judgment.question, m.Judgment.rater_id, m.Judgment.revision)
        .execution_options(yield_per=5_000)
    )
    for place, (revision, given, cannot, confidence), more in map(_in_parts, session.execute(asked)):
        item, target, question, rater = place
        origin, time, comment, shown, book, number, kind, beside_number, came_by, surplus = more
        is_free = question in free
        yield {
            "item": item,
            "target": target,
            "question": question,
            "rater": called.raters[rater],
            "revision": revision,
            "label": _text(maps.now(book, question, given), is_free),
            "given": _text(given, is_free),
            "cannot": _text(cannot, True),
            "confidence": confidence,
            "round": number,
            "kind": kind,
            "beside": beside_number,
            "use": judgments.use_of(kind, came_by, surplus),
            "assignment": came_by,
            "origin": origin,
            "time": written(time),
            "comment": FreeText(comment),
            "prelabel": _text(maps.now(book, question, shown), is_free),
            "codebook": versions[book],
        }


def drafts(session: Session, *, slug: str, names: bool = False) -> Iterator[dict[str, Any]]:
    """The answers of every draft, in the order of rounds, items and raters; `revision` is what it began on."""
    project = projects.find(session, slug)
    called, versions = Names.of(session, project, names=names), projects.codebook_versions(session, project)
    free = _free(projects.latest_codebook(session, key_of(project))[1])
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
                "label": _text(label, question in free),
                "cannot": _text(cannot, True),
                "confidence": confidence,
                "round": number,
                "revision": draft.revision,
                "version": draft.version,
                "time": written(draft.saved_at),
                "codebook": versions[draft.codebook_id],
            }


def _in_parts(row: Sequence[Any]) -> tuple[Sequence[Any], Sequence[Any], Sequence[Any]]:
    """Where and whose a judgment is, what it says, and the rest."""
    return row[:4], row[4:8], row[8:]


def _free(book: Codebook) -> frozenset[str]:
    """The questions that are answered in free text."""
    return frozenset(question.key for question in book.questions if question.kind == "text")


def _text(text: str | None, is_free: bool) -> str | None:
    return FreeText(text) if is_free and text is not None else text
