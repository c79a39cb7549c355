"""What waits for an adjudicator in a project, item by item, and what has been decided already.

Items have a number in the project, and no id of the source: ids can give answers away.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlmodel import Session, col, func, select

from annotation import models as m
from annotation import projects
from annotation.desk import place_states, sending_back
from annotation.desk.filters import Filters, let_through
from annotation.desk.place_states import STATES, Counts, PlaceState, State

Order = Literal["size", "item"]
EVERYTHING = Filters()


@dataclass(frozen=True)
class QueuedItem:
    """An item of the queue: its number in the project, its state, and how many places the filters let through.

    Without filters that is how many targets x questions are to be decided. `differing` is the size of its disagreement:
    also what has been decided of it.
    """

    item_id: int
    number: int
    state: State
    places: int
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
    """A finished item with targets x questions that nobody has decided though nobody differs.

    Those on which all agree, and those that are incomplete: with fewer than two answers.
    """

    item_id: int
    number: int
    agreed: int
    incomplete: int


@dataclass(frozen=True)
class Queue:
    """What waits for the adjudicator, what adjudicators have decided, and items that annotators have not finished.

    `undisputed_items` have fewer than two answers, or the rule has not been run. `counts` are of the whole project,
    whatever the filters say. `sent_back` are items that wait for an annotator once more.
    """

    items: tuple[QueuedItem, ...]
    decided_items: tuple[DecidedItem, ...]
    undisputed_items: tuple[UndisputedItem, ...]
    waiting_for_annotators: int
    sent_back: int
    counts: Counts

    @property
    def to_decide(self) -> int:
        """Targets x questions to decide."""
        return self.counts.to_decide

    @property
    def decided(self) -> int:
        """Targets x questions that adjudicators have decided."""
        return sum(item.decided for item in self.decided_items)

    @property
    def undisputed(self) -> int:
        """Targets x questions of finished items that nobody has decided though nobody differs."""
        return sum(item.agreed + item.incomplete for item in self.undisputed_items)


def queue(session: Session, *, slug: str, order: Order = "size", filters: Filters = EVERYTHING) -> Queue:
    """The items to decide in the round that is decided on. Raises NotFound, and Invalid for an unknown filter.

    By size the most disputed item comes first; that counts decided disputes too, so that an item keeps its place while
    it is being decided. Decided items come latest first. Items that an annotator has still to finish wait, so that
    nothing is decided on half of the answers.
    """
    project = projects.find(session, slug)
    return queue_of(session, project, place_states.of_project(session, slug=slug), order=order, filters=filters)


def queue_of(
    session: Session, project: m.Project, found: Sequence[PlaceState], *, order: Order, filters: Filters
) -> Queue:
    """The same, over states that are known already. Raises Invalid."""
    half_done = place_states.unfinished(session, projects.deciding_round(session, project))
    numbers = item_numbers(session, project)
    states: dict[int, list[State]] = defaultdict(list)
    for each in found:
        states[each.asked.item_id].append(each.state)
    differing = Counter(each.asked.item_id for each in found if each.differing)
    wanted = Counter(each.asked.item_id for each in let_through(session, project, found, filters))
    items = [
        QueuedItem(
            item_id,
            numbers[item_id],
            place_states.item_state(states[item_id], unfinished=item_id in half_done),
            places,
            differing[item_id],
        )
        for item_id, places in wanted.items()
    ]
    totals = Counter(each.state for each in found)
    return Queue(
        items=tuple(sorted(items, key=_by_size if order == "size" else _by_number)),
        decided_items=_decided_items(found, numbers),
        undisputed_items=_undisputed_items(found, numbers, half_done),
        waiting_for_annotators=len(
            {each.asked.item_id for each in found if each.state == "incomplete" and each.differing}
        ),
        sent_back=_sent_back(session, project),
        counts=Counts(**{state: totals[state] for state in STATES}),
    )


def item_numbers(session: Session, project: m.Project) -> dict[int, int]:
    """The number of each item of a project, by its id: 1 for the one that was imported first."""
    ids = session.exec(select(m.Item.id).where(m.Item.project_id == project.id).order_by(col(m.Item.id))).all()
    return {item_id: number for number, item_id in enumerate((each for each in ids if each), start=1)}


def _decided_items(found: Sequence[PlaceState], numbers: Mapping[int, int]) -> tuple[DecidedItem, ...]:
    by_hand: dict[int, list[datetime]] = defaultdict(list)
    for each in found:
        decision = each.decision
        if decision is not None and decision.method == "adjudicator" and decision.outcome is not None:
            by_hand[each.asked.item_id].append(decision.created_at)
    decided = [DecidedItem(item_id, numbers[item_id], len(times), max(times)) for item_id, times in by_hand.items()]
    return tuple(sorted(decided, key=lambda item: (item.at, item.number), reverse=True))


def _undisputed_items(
    found: Sequence[PlaceState], numbers: Mapping[int, int], half_done: Mapping[int, int]
) -> tuple[UndisputedItem, ...]:
    agreed = Counter(each.asked.item_id for each in found if each.state == "agreed")
    incomplete = Counter(each.asked.item_id for each in found if each.state == "incomplete")
    return tuple(
        UndisputedItem(item_id, numbers[item_id], agreed[item_id], incomplete[item_id])
        for item_id in sorted({*agreed, *incomplete} - half_done.keys())
    )


def _sent_back(session: Session, project: m.Project) -> int:
    """How many items are with an annotator once more."""
    asked = select(func.count(func.distinct(m.Assignment.item_id))).select_from(m.Assignment).join(m.Item)
    return session.exec(asked.where(m.Item.project_id == project.id, *sending_back.still_waits())).one()


def _by_size(item: QueuedItem) -> tuple[int, int]:
    return -item.differing, item.number


def _by_number(item: QueuedItem) -> tuple[int, int]:
    return item.number, 0
