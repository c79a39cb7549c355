"""What waits for an adjudicator in a project, item by item, and what has been decided already.

Items have a number in the project, and no id of the source: ids can give answers away.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlmodel import Session, col, func, select

from annotation import consensus, projects
from annotation import models as m
from annotation.decisions import Standing, current_decisions
from annotation.due import due
from annotation.places import Place, asked_places
from annotation.projects import key_of

Order = Literal["size", "item"]


@dataclass(frozen=True)
class DisputedItem:
    """An item with something to decide: its number in the project, and how many targets x questions wait.

    `differing` is the size of its disagreement: what waits, and what has been decided of it.
    """

    item_id: int
    number: int
    open: int
    differing: int


@dataclass(frozen=True)
class DecidedItem:
    """An item of which an adjudicator has decided something, how much of it, and when last."""

    item_id: int
    number: int
    decided: int
    at: datetime


@dataclass(frozen=True)
class UndisputedItem:
    """A finished item with targets x questions that nobody has decided though nobody differs."""

    item_id: int
    number: int
    undecided: int


@dataclass(frozen=True)
class Queue:
    """What waits for the adjudicator, what adjudicators have decided, and items that annotators have not finished.

    `undisputed_items` have fewer than two answers, or the rule has not been run.
    """

    items: tuple[DisputedItem, ...]
    decided_items: tuple[DecidedItem, ...]
    undisputed_items: tuple[UndisputedItem, ...]
    waiting_for_annotators: int

    @property
    def open(self) -> int:
        """Targets x questions to decide."""
        return sum(item.open for item in self.items)

    @property
    def decided(self) -> int:
        """Targets x questions that adjudicators have decided."""
        return sum(item.decided for item in self.decided_items)

    @property
    def undisputed(self) -> int:
        """Targets x questions of finished items that nobody has decided though nobody differs."""
        return sum(item.undecided for item in self.undisputed_items)


def queue(session: Session, *, slug: str, order: Order = "size") -> Queue:
    """The items with open disputes in the round that is decided on. Raises NotFound.

    By size the most disputed item comes first; that counts decided disputes too, so that an item keeps its place while
    it is being decided. Decided items come latest first. Items that an annotator has still to finish wait, so that
    nothing is decided on half of the answers.
    """
    project = projects.find(session, slug)
    _, book = projects.latest_codebook(session, key_of(project))
    half_done = unfinished(session, projects.deciding_round(session, project))
    decisions = current_decisions(session, project)
    standing = {place: decision.label for place, decision in decisions.items()}
    decided = {place for place, label in standing.items() if label is not None}
    labels = _labels(session, slug)
    differing = {place for place, given in labels.items() if len(given) > 1}
    asked = due(asked_places(session, project, book), decided=standing, answered=labels.keys())
    item_of = {each.place: each.item_id for each in asked}
    numbers = item_numbers(session, project)
    open_by_item = _count(item_of, differing - decided)
    disputed = _count(item_of, differing)
    items = [
        DisputedItem(item_id, numbers[item_id], count, disputed[item_id])
        for item_id, count in open_by_item.items()
        if item_id not in half_done
    ]
    undisputed = _count(item_of, item_of.keys() - differing - decided)
    return Queue(
        items=tuple(sorted(items, key=_by_size if order == "size" else _by_number)),
        decided_items=_decided_items(decisions, item_of, numbers),
        undisputed_items=tuple(
            UndisputedItem(item_id, numbers[item_id], count)
            for item_id, count in sorted(undisputed.items())
            if item_id not in half_done
        ),
        waiting_for_annotators=len(open_by_item.keys() & half_done.keys()),
    )


def item_numbers(session: Session, project: m.Project) -> dict[int, int]:
    """The number of each item of a project, by its id: 1 for the one that was imported first."""
    ids = session.exec(select(m.Item.id).where(m.Item.project_id == project.id).order_by(col(m.Item.id))).all()
    return {item_id: number for number, item_id in enumerate((each for each in ids if each), start=1)}


def unfinished(session: Session, given_round: m.Round, *, item_id: int | None = None) -> dict[int, int]:
    """By item id, how many of its annotators have still to finish it.

    Nobody has after the round is closed; whoever has skipped it, or whose account is closed, will not.
    """
    if given_round.closed_at is not None:
        return {}
    asked = (
        select(m.Assignment.item_id, func.count())
        .select_from(m.Assignment)
        .join(m.Rater)
        .join(m.Account)
        .where(
            m.Assignment.round_id == given_round.id,
            m.Assignment.state == "open",
            col(m.Account.closed_at).is_(None),
        )
        .group_by(col(m.Assignment.item_id))
    )
    return dict(session.exec(asked if item_id is None else asked.where(m.Assignment.item_id == item_id)).all())


def _labels(session: Session, slug: str) -> dict[Place, set[str]]:
    """The different labels that raters gave, by target and question."""
    labels: dict[Place, set[str]] = defaultdict(set)
    for judgment in consensus.counted(session, slug=slug):
        labels[judgment.target_id, judgment.question].add(judgment.label)
    return labels


def _count(item_of: Mapping[Place, int], places: Collection[Place]) -> dict[int, int]:
    """How many of the places each item has; those that the codebook no longer asks about are left out."""
    counts: dict[int, int] = defaultdict(int)
    for place in places:
        if place in item_of:
            counts[item_of[place]] += 1
    return counts


def _decided_items(
    decisions: Mapping[Place, Standing], item_of: Mapping[Place, int], numbers: Mapping[int, int]
) -> tuple[DecidedItem, ...]:
    by_hand: dict[int, list[datetime]] = defaultdict(list)
    for place, decision in decisions.items():
        if decision.method == "adjudicator" and decision.label is not None and place in item_of:
            by_hand[item_of[place]].append(decision.created_at)
    found = [DecidedItem(item_id, numbers[item_id], len(times), max(times)) for item_id, times in by_hand.items()]
    return tuple(sorted(found, key=lambda item: (item.at, item.number), reverse=True))


def _by_size(item: DisputedItem) -> tuple[int, int]:
    return -item.differing, item.number


def _by_number(item: DisputedItem) -> tuple[int, int]:
    return item.number, 0
