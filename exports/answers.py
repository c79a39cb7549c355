"""What has each rater answered beside and beyond labels: cannot judge, how sure they were, what was shown beforehand?

Nothing of this enters agreement.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from sqlmodel import Session, col, select

from annotation import models as m
from annotation import projects
from annotation.places import ItemRow, items_in_parts
from exports.counted import Answer, Counting
from exports.naming import Names
from exports.revisions import ITEMS_AT_ONCE

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
    project = projects.find(session, slug)
    counting = Counting.of(session, project, chosen=projects.find_round(session, project, round_number))
    names = Names.of(session, project).raters
    kept = _Kept(session, first)
    counts: dict[tuple[str, str], _Counts] = defaultdict(_Counts)
    for items in items_in_parts(session, project, at_once=ITEMS_AT_ONCE):
        shown = []
        for answer in counting.answers(items):
            own = counts[answer.question, names[answer.rater_id]]
            own.cannot += answer.label is None
            if answer.label is not None:
                own.labels += 1
                own.sure[answer.confidence or 0] += 1
                if answer.prelabel is not None:
                    shown.append(answer)
        for answer, is_kept in kept.of(items, shown, names):
            own = counts[answer.question, names[answer.rater_id]]
            own.shown += 1
            own.kept += is_kept
    found: dict[str, list[RaterAnswers]] = defaultdict(list)
    for (question, rater), own in sorted(counts.items(), key=lambda each: each[0]):
        one, two, three = (own.sure[each] for each in SURE)
        found[question].append(RaterAnswers(rater, own.labels, own.cannot, (one, two, three), own.shown, own.kept))
    return {question: tuple(raters) for question, raters in found.items()}


@dataclass
class _Kept:
    """Whether first labels are those that were shown beforehand; looked up only where any was."""

    session: Session
    first: pd.DataFrame

    @cached_property
    def labels(self) -> Mapping[Place, str]:
        """The first labels by place."""
        columns = ("item", "target", "question", "rater")
        return dict(zip(zip(*(self.first[name] for name in columns), strict=True), self.first["label"], strict=True))

    def of(
        self, items: Sequence[ItemRow], shown: Sequence[Answer], names: Mapping[int, str]
    ) -> Iterator[tuple[Answer, bool]]:
        """Whether each first label of these answers, before which one was shown, is that one."""
        if not shown:
            return
        found = self.session.exec(
            select(m.Target.id, m.Item.source_id, m.Target.key)
            .join(m.Item, col(m.Item.id) == m.Target.item_id)
            .where(col(m.Item.id).between(items[0].id, items[-1].id))
        )
        places = {target_id: (item, target) for target_id, item, target in found}
        for each in shown:
            place = (*places[each.target_id], each.question, names[each.rater_id])
            yield each, self.labels.get(place, each.label) == each.prelabel
