"""Which judgments count? The latest revision at each place, where it has a label: as a condition for SQL."""

from __future__ import annotations

from sqlalchemy import ColumnElement
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from annotation import models as m


def is_current() -> tuple[ColumnElement[bool], ...]:
    """The condition that a judgment has a label and is the latest revision at its place."""
    return col(m.Judgment.label).is_not(None), is_latest()


def is_latest() -> ColumnElement[bool]:
    """The condition that a judgment is the latest revision at its place."""
    later = aliased(m.Judgment)
    newer = (
        select(later.id)
        .where(
            later.round_id == m.Judgment.round_id,
            later.target_id == m.Judgment.target_id,
            later.rater_id == m.Judgment.rater_id,
            later.question == m.Judgment.question,
            later.revision > m.Judgment.revision,
        )
        .exists()
    )
    return ~newer
