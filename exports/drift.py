"""Does an annotator's work change as it goes on? Their items in the order of work, in blocks, each with its figures.

In a block: the median time, the share of the others' answers to the same targets that are the same, and the share of
known answers that were met. Who gets slower or quicker, or drifts away from the others, shows from block to block.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

from sqlmodel import Session, col, func, select

from annotation import models as m
from exports.known_labels import KNOWN

if TYPE_CHECKING:
    import pandas as pd

MOST_BLOCKS = 8
SMALLEST = 5  # items in a block

Share = tuple[float | None, int]  # the share, undefined where there is nothing to compare; and of how many


@dataclass(frozen=True)
class Worked:
    """An item of an annotator: where it stands, when it was first submitted, how long it took; whether it was mixed in
    as a known one.
    """

    item: str
    known: bool
    state: str
    flagged: bool
    at: datetime | None
    active_ms: int | None


@dataclass(frozen=True)
class Block:
    """Some items in a row: from which to which (counted from 1), the median seconds, and shares by question."""

    first: int
    last: int
    seconds: float | None
    others: Mapping[str, Share]
    known: Mapping[str, Share]


def worked(session: Session, chosen: m.Round, companion: m.Round | None) -> dict[str, list[Worked]]:
    """By pseudonym, everybody's items of a round and of the known ones mixed into it, in the order of work."""
    rounds = [each.id for each in (chosen, companion) if each is not None]
    rows = session.exec(
        select(  # type: ignore[call-overload]
            m.Rater.pseudonym,
            m.Item.source_id,
            m.Assignment.round_id,
            m.Assignment.state,
            m.Assignment.flagged,
            func.min(m.Submission.created_at),
            func.sum(m.Submission.active_ms),
        )
        .select_from(m.Assignment)
        .join(m.Rater, col(m.Rater.id) == m.Assignment.rater_id)
        .join(m.Item, col(m.Item.id) == m.Assignment.item_id)
        .outerjoin(m.Submission, col(m.Submission.assignment_id) == m.Assignment.id)
        .where(col(m.Assignment.round_id).in_(rounds))
        .group_by(
            m.Rater.pseudonym,
            m.Item.source_id,
            m.Assignment.id,
            m.Assignment.round_id,
            m.Assignment.state,
            m.Assignment.flagged,
            m.Assignment.position,
        )
        .order_by(m.Assignment.position)
    ).all()
    found: dict[str, list[Worked]] = defaultdict(list)
    for pseudonym, item, round_id, state, flagged, at, ms in rows:
        found[pseudonym].append(
            Worked(item, round_id != chosen.id, state, bool(flagged), at, None if ms is None else int(ms))
        )
    return found


def blocks(
    own: str, work: Sequence[Worked], first: pd.DataFrame, known: pd.DataFrame, questions: Sequence[str]
) -> tuple[Block, ...]:
    """The blocks of one annotator; none where fewer items are done than two blocks need."""
    done = sorted((each for each in work if each.state == "done" and each.at is not None), key=_moment)
    if len(done) < 2 * SMALLEST:
        return ()
    number = min(MOST_BLOCKS, len(done) // SMALLEST)
    ends = [len(done) * place // number for place in range(number + 1)]
    beside_others, beside_known = _same(first, own), _same(known, own, only=KNOWN)
    found = []
    for start, end in pairwise(ends):
        part = done[start:end]
        times = [each.active_ms for each in part if each.active_ms is not None]
        main, mixed = {each.item for each in part if not each.known}, {each.item for each in part if each.known}
        found.append(
            Block(
                first=start + 1,
                last=end,
                seconds=median(times) / 1000 if times else None,
                others={key: _shared(beside_others, key, main) for key in questions},
                known={key: _shared(beside_known, key, mixed) for key in questions},
            )
        )
    return tuple(found)


def _moment(each: Worked) -> str:
    return each.at.isoformat() if isinstance(each.at, datetime) else str(each.at)


def _same(table: pd.DataFrame, own: str, *, only: str | None = None) -> dict[tuple[str, str], list[bool]]:
    """By question and item: for each other label of a target of mine, whether it is the same as mine."""
    mine = table[table["rater"] == own]
    others = table[table["rater"] == only] if only else table[(table["rater"] != own)]
    met = mine.merge(others, on=["item", "target", "question"], suffixes=("", "_other"))
    found: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for question, item, label, other in met[["question", "item", "label", "label_other"]].itertuples(index=False):
        found[question, item].append(label == other)
    return found


def _shared(same: Mapping[tuple[str, str], Sequence[bool]], question: str, items: set[str]) -> Share:
    every = [one for item in items for one in same.get((question, item), ())]
    return (sum(every) / len(every), len(every)) if every else (None, 0)
