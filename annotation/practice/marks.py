"""What was right in a training item, and how far is an attempt? Read only of answers that are stored.

A place counts where an answer is known: a missing answer, and one that says it cannot be judged, is not right.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from sqlmodel import Session, col, select

from annotation import models as m
from annotation.board.screen import ShownMark
from annotation.projects import key_of
from annotation.versions import LabelMaps


@dataclass(frozen=True)
class Score:
    """How many of the known answers of an attempt an annotator gave, and whether they have been through all items."""

    right: int
    places: int
    finished: bool

    @property
    def share(self) -> float:
        """The share that is right; 0 where nothing is known any more."""
        return self.right / self.places if self.places else 0.0


def of_item(session: Session, given: m.Assignment) -> tuple[ShownMark, ...]:
    """Each known answer of an item beside the one that was given; nothing where the item is not done."""
    if given.state != "done":
        return ()
    return _marks(session, given.round_id, given.rater_id)[given.item_id]


def score(session: Session, its_round: m.Round, rater_id: int) -> Score:
    """How an annotator stands in one attempt at a training."""
    marks = _marks(session, key_of(its_round), rater_id)
    left = session.exec(
        select(m.Assignment.id)
        .where(m.Assignment.round_id == its_round.id, m.Assignment.rater_id == rater_id, m.Assignment.state == "open")
        .limit(1)
    ).first()
    every = [mark for own in marks.values() for mark in own]
    return Score(sum(mark.right for mark in every), len(every), left is None)


def _marks(session: Session, round_id: int, rater_id: int) -> dict[int, tuple[ShownMark, ...]]:
    """By item id: the known answers of an annotator's items in a round, with what was given."""
    its_round = session.get_one(m.Round, round_id)
    maps = LabelMaps.of(session, its_round.project_id)
    given = _given(session, round_id, rater_id, maps)
    rows = session.exec(
        select(m.KnownAnswer, m.Target.key, m.Target.item_id)
        .select_from(m.KnownAnswer)
        .join(m.Target, col(m.Target.id) == m.KnownAnswer.target_id)
        .join(m.Assignment, col(m.Assignment.item_id) == m.Target.item_id)
        .where(m.Assignment.round_id == round_id, m.Assignment.rater_id == rater_id)
        .order_by(col(m.Target.id), m.KnownAnswer.question)
    ).all()
    found: dict[int, list[ShownMark]] = defaultdict(list)
    for known, key, item_id in rows:
        right = maps.now(known.codebook_id, known.question, known.label)
        if right is None:  # the codebook has no such label any more
            continue
        said = given.get((known.target_id, known.question))
        found[item_id].append(
            ShownMark(
                target=key,
                question=known.question,
                label=said,
                known=right,
                right=said == right,
                explanation=known.explanation,
            )
        )
    return defaultdict(tuple, {item_id: tuple(own) for item_id, own in found.items()})


def _given(session: Session, round_id: int, rater_id: int, maps: LabelMaps) -> dict[tuple[int, str], str | None]:
    rows = session.exec(
        select(m.Judgment)
        .where(m.Judgment.round_id == round_id, m.Judgment.rater_id == rater_id)
        .order_by(col(m.Judgment.revision))
    ).all()
    return {(row.target_id, row.question): maps.now(row.codebook_id, row.question, row.label) for row in rows}
