"""Which assignments are done already, since a label file has brought every answer that they ask for?"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from sqlmodel import Session, col, select

from annotation import models as m
from annotation import projects
from annotation.board.submission import Given, missing
from annotation.pool import reservations
from annotation.projects import key_of
from annotation.values import Said


def count_as_done(session: Session, project: m.Project) -> None:
    """Mark open assignments as done where a label file has already given every required answer of theirs."""
    _, book = projects.latest_codebook(session, key_of(project))
    kinds: dict[int, dict[str, str]] = defaultdict(dict)
    for item_id, key, kind in session.exec(
        select(m.Target.item_id, m.Target.key, m.Target.kind).join(m.Item).where(m.Item.project_id == project.id)
    ):
        kinds[item_id][key] = kind
    open_ones: dict[int, m.Assignment] = {}
    given: dict[int, Given] = defaultdict(dict)
    for assignment, target, question, label, cannot in session.exec(_judged_elsewhere(project)):
        open_ones[key_of(assignment)] = assignment
        given[key_of(assignment)][target, question] = Said(label, cannot)
    for assignment_id, assignment in open_ones.items():
        if not missing(given[assignment_id], book=book, targets=kinds[assignment.item_id]):
            reservations.enter(session, assignment)
            reservations.admit(session, assignment)
            assignment.revision = 1
            assignment.state, assignment.skip_reason, assignment.skip_words = "done", None, ""
    session.flush()


def _judged_elsewhere(project: m.Project) -> Any:
    """The question of the first judgments of assignments that were never submitted."""
    return (
        select(  # type: ignore[call-overload]
            m.Assignment, m.Target.key, m.Judgment.question, m.Judgment.label, m.Judgment.cannot
        )
        .select_from(m.Assignment)
        .join(m.Round)
        .join(m.Target, col(m.Target.item_id) == m.Assignment.item_id)
        .join(
            m.Judgment,
            (col(m.Judgment.target_id) == m.Target.id)
            & (col(m.Judgment.rater_id) == m.Assignment.rater_id)
            & (col(m.Judgment.round_id) == m.Assignment.round_id),
        )
        .where(m.Round.project_id == project.id, m.Assignment.revision == 0, m.Judgment.revision == 1)
    )
