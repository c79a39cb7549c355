"""What has each rater answered beside and beyond labels: cannot judge, how sure they were, what was shown beforehand?

Nothing of this enters agreement.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlmodel import Session

from annotation.discussion import consensus
from annotation.judgments import CannotJudge

if TYPE_CHECKING:
    import pandas as pd

SURE = (1, 2, 3)  # a guess, fairly sure, sure
Place = tuple[str, str, str, str]  # item, target, question, rater


@dataclass(frozen=True)
class RaterAnswers:
    """One rater's answers to one question.

    `sure` counts the labels of each confidence from 1, a guess, to 3, sure. Of the `n_shown` labels before which
    another one was shown, `n_kept` are that one: first labels, as everywhere in a study.
    """

    rater: str
    n_labels: int
    n_cannot: int
    sure: tuple[int, int, int]
    n_shown: int
    n_kept: int

    @property
    def sure_shares(self) -> tuple[float | None, float | None, float | None]:
        """The share of each confidence among the labels that have one; None where none has."""
        one, two, three = (n / sum(self.sure) if any(self.sure) else None for n in self.sure)
        return one, two, three

    @property
    def n_changed(self) -> int:
        """Labels that are another one than was shown."""
        return self.n_shown - self.n_kept


@dataclass
class _Counts:
    labels: int = 0
    cannot: int = 0
    shown: int = 0
    kept: int = 0
    sure: Counter[int] = field(default_factory=Counter)


def by_question(
    session: Session, *, slug: str, round_number: int, first: pd.DataFrame
) -> dict[str, tuple[RaterAnswers, ...]]:
    """The raters' answers that count in one round by question, raters by name. `first` is the table of its labels."""
    counts: dict[tuple[str, str], _Counts] = defaultdict(_Counts)
    at_first = _at_first(first)
    for row in consensus.answers(session, slug=slug, round_number=round_number):
        own = counts[row.question, row.rater]
        if isinstance(row, CannotJudge):
            own.cannot += 1
            continue
        own.labels += 1
        own.sure[row.confidence or 0] += 1
        if row.prelabel is not None:
            own.shown += 1
            place = (row.item, row.target, row.question, row.rater)
            own.kept += at_first.get(place, row.label) == row.prelabel
    found: dict[str, list[RaterAnswers]] = defaultdict(list)
    for (question, rater), own in sorted(counts.items(), key=lambda each: each[0]):
        one, two, three = (own.sure[each] for each in SURE)
        found[question].append(RaterAnswers(rater, own.labels, own.cannot, (one, two, three), own.shown, own.kept))
    return {question: tuple(raters) for question, raters in found.items()}


def _at_first(table: pd.DataFrame) -> Mapping[Place, str]:
    columns = ("item", "target", "question", "rater")
    return dict(zip(zip(*(table[name] for name in columns), strict=True), table["label"], strict=True))
