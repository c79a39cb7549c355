"""What has been decided on an item so far, as an adjudicator sees it: every decision, and by whom."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from typing import Literal

from sqlmodel import Session, col, select

from annotation import models as m
from annotation.board.screen import Shown
from annotation.desk.decisions import Standing, is_cannot
from annotation.places import Place
from annotation.versions import LabelMaps

By = Literal["you", "other", "rule"]


class DeskDecision(Shown):
    """A decision as it was made. No label: undecided again, or it `cannot` be judged. `name` where names are shown.

    `error_kind` is why people differed, as the adjudicator saw it; `for_guideline`: the guideline needs this.
    """

    revision: int
    label: str | None
    method: str
    by: By
    name: str | None
    reason: str
    at: datetime
    error_kind: str | None = None
    for_guideline: bool = False
    cannot: bool = False


def decisions_of(
    session: Session, found: m.Item, *, account_id: int, names: bool
) -> tuple[dict[Place, list[DeskDecision]], dict[Place, Standing]]:
    """Every decision on the item's targets, the newest first, and which stand. A colleague's name is a name too."""
    rows = session.exec(
        select(m.Decision, m.Account.name)
        .join(m.Target, col(m.Target.id) == m.Decision.target_id)
        .join(m.Account, col(m.Account.id) == m.Decision.account_id, isouter=True)
        .where(m.Target.item_id == found.id)
        .order_by(col(m.Decision.revision).desc())
    )
    maps = LabelMaps.of(session, found.project_id)
    made: dict[Place, list[DeskDecision]] = defaultdict(list)
    standing: dict[Place, Standing] = {}
    for decision, name in rows:
        place = decision.target_id, decision.question
        standing.setdefault(place, Standing.of(decision, maps))
        made[place].append(
            DeskDecision(
                revision=decision.revision,
                label=maps.now(decision.codebook_id, decision.question, decision.label),
                method=decision.method,
                by=_by(decision, account_id),
                name=name if names else None,
                reason=decision.reason,
                at=decision.created_at,
                error_kind=decision.error_kind,
                for_guideline=decision.for_guideline,
                cannot=is_cannot(decision.label, decision.method, decision.error_kind),
            )
        )
    return made, standing


def _by(decision: m.Decision, account_id: int) -> By:
    if decision.account_id is None:
        return "rule"
    return "you" if decision.account_id == account_id else "other"
