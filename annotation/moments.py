"""When was each label first given on the board: on which day, and as which item of that person's session?

A session is work without a pause of half an hour. Labels from files have no moment: a file's times are of the import.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from sqlmodel import Session

from annotation import judgments, projects
from annotation import models as m

if TYPE_CHECKING:
    import pandas as pd

PAUSE = timedelta(minutes=30)
COLUMNS = ("item", "target", "question", "rater", "day", "position")


def first_moments(session: Session, *, slug: str, round_number: int | None = None) -> pd.DataFrame:
    """One row for each first label of the round: its place, the day (UTC, `2026-01-02`) and the item's position.

    Positions count from 1 within a session. Raises NotFound.
    """
    import pandas as pd

    project = projects.find(session, slug)
    chosen = projects.find_round(session, project, round_number)
    rows = session.execute(
        judgments.placed(m.Rater.pseudonym, m.Judgment.created_at)
        .where(m.Judgment.round_id == chosen.id, m.Judgment.revision == 1, m.Judgment.origin == "board")
        .order_by(m.Judgment.created_at, m.Judgment.id)
    ).all()
    places = _Sessions()
    return pd.DataFrame(
        [
            (item, target, question, rater, at.date().isoformat(), places.position(rater, item, at))
            for item, target, question, rater, at in rows
        ],
        columns=list(COLUMNS),
    )


class _Sessions:
    """Counts each person's items in the order of time, from 1 again after a pause."""

    def __init__(self) -> None:
        self.last: dict[str, tuple[datetime, dict[str, int]]] = {}

    def position(self, rater: str, item: str, at: datetime) -> int:
        before, positions = self.last.get(rater, (at, {}))
        if at - before > PAUSE:
            positions = {}
        self.last[rater] = (at, positions)
        return positions.setdefault(item, len(positions) + 1)
