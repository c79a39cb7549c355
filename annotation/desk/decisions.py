"""Which decision stands at a place? The one with the highest revision, in the words of the newest codebook."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from annotation import models as m
from annotation.places import Place
from annotation.projects import key_of
from annotation.versions import LabelMaps

CANNOT = ""  # no label of any codebook: so a question that depends on this one is not asked


@dataclass(frozen=True)
class Standing:
    """The latest decision at a place, in the newest codebook's words. No label: undecided again, unless it `cannot`.

    `error_kind` is why people differed, where the adjudicator says so; `for_guideline`: the guideline needs this.
    `cannot`: an adjudicator has decided that the target cannot be judged, and why.
    """

    id: int
    target_id: int
    question: str
    revision: int
    label: str | None
    method: str
    account_id: int | None
    reason: str
    created_at: datetime
    error_kind: str | None = None
    for_guideline: bool = False
    cannot: bool = False

    @property
    def outcome(self) -> str | None:
        """What is decided: a label, CANNOT, or None where it is undecided again."""
        return CANNOT if self.cannot else self.label

    @property
    def said(self) -> tuple[object, ...]:
        """Who says what, by which a decision that is sent again is known."""
        return self.account_id, self.outcome, self.reason, self.error_kind, self.for_guideline

    @classmethod
    def of(cls, row: m.Decision, maps: LabelMaps) -> Standing:
        """That of a stored decision."""
        return cls(
            id=row.id or 0,
            target_id=row.target_id,
            question=row.question,
            revision=row.revision,
            label=maps.now(row.codebook_id, row.question, row.label),
            method=row.method,
            account_id=row.account_id,
            reason=row.reason,
            created_at=row.created_at,
            error_kind=row.error_kind,
            for_guideline=row.for_guideline,
            cannot=is_cannot(row.label, row.method, row.error_kind),
        )


def is_cannot(label: str | None, method: str, error_kind: str | None) -> bool:
    """Whether a stored decision says that a target cannot be judged: an adjudicator's, without a label, and why.

    A withdrawal says no kind of difference, and no rule decides so. `label` is the stored one: a label that a later
    codebook has dropped was one.
    """
    return label is None and method == "adjudicator" and error_kind is not None


def current_decision(session: Session, project: m.Project, target_id: int, question: str) -> Standing | None:
    """The latest decision on one target and question, also one that says "undecided again"."""
    row = session.exec(
        select(m.Decision)
        .where(m.Decision.target_id == target_id, m.Decision.question == question)
        .order_by(col(m.Decision.revision).desc())
    ).first()
    return Standing.of(row, LabelMaps.of(session, key_of(project))) if row else None


def current_decisions(session: Session, project: m.Project) -> dict[Place, Standing]:
    """The latest decision on each target and question of a project, also those that say "undecided again"."""
    maps = LabelMaps.of(session, key_of(project))
    rows = session.exec(
        select(m.Decision)
        .join(m.Target)
        .join(m.Item)
        .where(m.Item.project_id == project.id)
        .order_by(col(m.Decision.revision))
    )
    return {(row.target_id, row.question): Standing.of(row, maps) for row in rows}
