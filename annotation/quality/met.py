"""Which items has somebody met already where it counts for nothing: as a known item, in a training or a calibration?

Whoever has talked about an item, has read what is right about it, or is to come upon it unawares is not independent on
it. So planning, pools and escalation give it to somebody else. What was given counts as met, opened or not: nobody
knows who has looked.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import union
from sqlmodel import Session, col, select

from annotation import models as m

KINDS = ("known", "training", "calibration")


def pairs(session: Session, project_id: int, *, item_id: int | None = None) -> set[tuple[int, int]]:
    """The row ids (item, rater) of everything that was met in a project, or of one item of it."""
    given, answered = _given(m.Assignment.item_id, m.Assignment.rater_id), _answered(m.Judgment.rater_id)
    if item_id is not None:
        given = given.where(m.Assignment.item_id == item_id)
        answered = answered.where(m.Target.item_id == item_id)
    rows = session.execute(union(_in_project(given, project_id), _in_project(answered, project_id)))
    return {(item, rater) for item, rater in rows}


def items_of(project_id: Any, raters: Any) -> tuple[Any, Any]:
    """The questions, to be united, of the items that these raters have met: given, and answered through a file.

    Both parameters may be parameters of the question or questions themselves.
    """
    given = _given(m.Assignment.item_id).where(col(m.Assignment.rater_id).in_(raters))
    answered = _answered().where(col(m.Judgment.rater_id).in_(raters))
    return _in_project(given, project_id), _in_project(answered, project_id)


def _given(*wanted: Any) -> Any:
    return select(*wanted).select_from(m.Assignment).join(m.Round, col(m.Round.id) == m.Assignment.round_id)


def _answered(*wanted: Any) -> Any:
    """What was said in such a round through a label file."""
    asked = select(m.Target.item_id, *wanted).select_from(m.Judgment)
    asked = asked.join(m.Target, col(m.Target.id) == m.Judgment.target_id)
    return asked.join(m.Round, col(m.Round.id) == m.Judgment.round_id).where(m.Judgment.origin == "file").distinct()


def _in_project(asked: Any, project_id: Any) -> Any:
    return asked.where(m.Round.project_id == project_id, col(m.Round.kind).in_(KINDS))
