"""What do the rounds beside a round add to its report? Second labels of what was shown again, and counts.

Nothing of them enters the headline. A second label is the same rater's later one of the same target: it says how far
people agree with themselves.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlmodel import Session, col, func, select

from annotation import judgments
from annotation import models as m
from annotation.current import is_current

if TYPE_CHECKING:
    import pandas as pd

PLACE = ["item", "target", "question", "rater"]
OCCASION = "occasion"
LEFT_OUT_KINDS = ("discussion", "calibration", "training", "repeat", "known")


@dataclass(frozen=True, eq=False)
class Beside:
    """`again` are second labels, a row each in the form of the long table; `left_out` counts labels by question and
    by the kind of the round in which they were given.
    """

    again: pd.DataFrame
    left_out: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    def with_second_labels(self, table: pd.DataFrame, questions: Collection[str]) -> pd.DataFrame:
        """The table with these questions' second labels behind the first ones; the column `occasion` tells them."""
        import pandas as pd

        again = self.again[self.again["question"].isin(list(questions))]
        first, second = table.assign(**{OCCASION: "1"}), again.assign(**{OCCASION: "2"})
        return pd.concat([first, second], ignore_index=True)


def beside(session: Session, *, slug: str, chosen: m.Round, first: pd.DataFrame) -> Beside:
    """What the rounds beside an independent round add to its report; of another round's, nothing."""
    if chosen.kind != "independent":
        return Beside(first.iloc[:0])
    return Beside(_again(session, slug, chosen, first), _left_out(session, chosen))


def _again(session: Session, slug: str, chosen: m.Round, first: pd.DataFrame) -> pd.DataFrame:
    """The first labels of the second showings, of targets that their rater has labelled the first time too."""
    number = session.exec(
        select(m.Round.number).where(m.Round.beside_id == chosen.id, m.Round.kind == "repeat")
    ).first()
    if number is None:
        return first.iloc[:0]
    second = judgments.first_labels(session, slug=slug, round_number=number).table
    return second.merge(first[PLACE].drop_duplicates(), on=PLACE)


def _left_out(session: Session, chosen: m.Round) -> dict[str, dict[str, int]]:
    """How many current labels the rounds beside it hold, by question and kind of round."""
    rows = session.exec(
        select(m.Judgment.question, m.Round.kind, func.count())
        .select_from(m.Judgment)
        .join(m.Round, col(m.Round.id) == m.Judgment.round_id)
        .where(m.Round.beside_id == chosen.id, col(m.Round.kind).in_(LEFT_OUT_KINDS), *is_current())
        .group_by(m.Judgment.question, m.Round.kind)
        .order_by(m.Judgment.question, m.Round.kind)
    ).all()
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for question, kind, number in rows:
        found[question][kind] = number
    return dict(found)
