"""Where does each place stand on its way to the gold? One answer for the desk, the progress and the exports.

incomplete: annotators are still at it, or fewer than two have answered. agreed: nobody differs, and nothing is decided.
disputed: people differ. decided: a decision stands, by a rule or a person, also one that it cannot be judged. reopened:
an adjudicator has withdrawn the decision, or an answer has changed since because it was sent back. What is disputed or
reopened is to be decided.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy import and_, or_
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, func, select

from annotation import models as m
from annotation import projects
from annotation.desk import sending_back
from annotation.desk.decisions import Standing, current_decisions
from annotation.discussion import consensus
from annotation.due import due
from annotation.places import AskedPlace, Place, asked_places
from annotation.pool import places as pool_places
from annotation.projects import key_of

State = Literal["incomplete", "agreed", "disputed", "reopened", "decided"]
STATES: tuple[State, ...] = ("disputed", "reopened", "incomplete", "agreed", "decided")
TO_DECIDE: frozenset[State] = frozenset({"disputed", "reopened"})
ENOUGH = 2  # answers; one alone agrees with nobody


@dataclass(frozen=True, slots=True)
class PlaceState:
    """A place that is asked: its state, who gave which label (by pseudonym), and the latest decision on it."""

    asked: AskedPlace
    state: State
    labels: tuple[tuple[str, str], ...]
    decision: Standing | None

    @property
    def differing(self) -> bool:
        """Whether people differ on it, decided or not."""
        return len({label for _, label in self.labels}) > 1


@dataclass(frozen=True)
class Counts:
    """How many places of a project are in each state."""

    incomplete: int
    agreed: int
    disputed: int
    reopened: int
    decided: int

    @property
    def to_decide(self) -> int:
        """How many wait for an adjudicator: the number that every screen gives."""
        return self.disputed + self.reopened


def of_project(session: Session, *, slug: str) -> list[PlaceState]:
    """Every place that is asked, in the order of items and targets, over the answers that count. Raises NotFound."""
    project = projects.find(session, slug)
    _, book = projects.latest_codebook(session, key_of(project))
    labels: dict[Place, list[tuple[str, str]]] = defaultdict(list)
    for given in consensus.counted(session, slug=slug):
        labels[given.target_id, given.question].append((given.pseudonym, given.label))
    standing = current_decisions(session, project)
    decided = {place: decision.outcome for place, decision in standing.items()}
    at_work = unfinished(session, projects.deciding_round(session, project))
    changed = changed_after_sending_back(session, project)
    found = []
    for asked in due(asked_places(session, project, book), decided=decided, answered=labels.keys()):
        own, decision = labels.get(asked.place, []), standing.get(asked.place)
        state = state_of(
            [label for _, label in own],
            decision=decision,
            unfinished=asked.item_id in at_work,
            changed_at=changed.get(asked.place),
        )
        found.append(PlaceState(asked, state, tuple(own), decision))
    return found


def count(session: Session, *, slug: str) -> Counts:
    """How many places of a project are in each state. Raises NotFound."""
    found = Counter(each.state for each in of_project(session, slug=slug))
    return Counts(**{state: found[state] for state in STATES})


def state_of(
    labels: Collection[str], *, decision: Standing | None, unfinished: bool, changed_at: datetime | None = None
) -> State:
    """The state of a place from the labels that people gave (pure).

    `unfinished`: somebody has still to finish the item. `changed_at`: when an answer changed that was sent back.

    >>> state_of(["must", "nice"], decision=None, unfinished=False)
    'disputed'
    """
    if decision is not None and decision.outcome is not None:
        late = changed_at is not None and changed_at > decision.created_at
        return "reopened" if late and not unfinished else "decided"
    if unfinished:
        return "incomplete"
    if decision is not None and decision.method == "adjudicator":
        return "reopened"
    if len(set(labels)) > 1:
        return "disputed"
    return "agreed" if len(labels) >= ENOUGH else "incomplete"


def item_state(states: Iterable[State], *, unfinished: bool) -> State:
    """The state of an item from those of its places: the one that has most still to come (pure)."""
    found = set(states)
    if unfinished:
        return "incomplete"
    order: tuple[State, ...] = ("reopened", "disputed", "incomplete", "agreed")
    return next((state for state in order if state in found), "decided")


def unfinished(session: Session, given_round: m.Round, *, item_id: int | None = None) -> dict[int, int]:
    """By item id, how many of its annotators have still to finish it.

    Nobody has after the round is closed, unless it was sent back to them; whoever has skipped it, or whose account is
    closed, will not. Of a discussion, what was sent back of the round before waits too. A place that can still be taken
    from a pool counts like somebody.
    """
    here = col(m.Assignment.round_id) == given_round.id
    rounds = or_(here, col(m.Assignment.round_id) == (given_round.beside_id or given_round.id))
    sent_back = and_(rounds, *sending_back.still_waits())
    asked = (
        select(m.Assignment.item_id, func.count())
        .select_from(m.Assignment)
        .join(m.Rater)
        .join(m.Account)
        .where(
            or_(here, sent_back) if given_round.closed_at is None else sent_back,
            m.Assignment.state == "open",
            ~col(m.Assignment.surplus),
            col(m.Account.closed_at).is_(None),
        )
        .group_by(col(m.Assignment.item_id))
    )
    rows = session.exec(asked if item_id is None else asked.where(m.Assignment.item_id == item_id)).all()
    return dict(Counter(dict(rows)) + Counter(pool_places.free(session, given_round, item_id=item_id)))


def changed_after_sending_back(
    session: Session, project: m.Project, *, item_id: int | None = None
) -> Mapping[Place, datetime]:
    """When an answer last became another one after its item was sent back, by place."""
    before = aliased(m.Judgment)
    asked = (
        select(m.Judgment.target_id, m.Judgment.question, func.max(m.Judgment.created_at))
        .select_from(m.SentBack)
        .join(m.Assignment, col(m.Assignment.id) == m.SentBack.assignment_id)
        .join(m.Item, col(m.Item.id) == m.Assignment.item_id)
        .join(m.Target, col(m.Target.item_id) == m.Assignment.item_id)
        .join(
            m.Judgment,
            (col(m.Judgment.target_id) == m.Target.id)
            & (col(m.Judgment.rater_id) == m.Assignment.rater_id)
            & (col(m.Judgment.round_id) == m.Assignment.round_id),
        )
        .outerjoin(
            before,
            (before.round_id == m.Judgment.round_id)  # type: ignore[arg-type]
            & (before.target_id == m.Judgment.target_id)
            & (before.rater_id == m.Judgment.rater_id)
            & (before.question == m.Judgment.question)
            & (before.revision == m.Judgment.revision - 1),
        )
        .where(
            m.Item.project_id == project.id,
            m.Judgment.created_at >= m.SentBack.created_at,
            col(m.Judgment.label).is_distinct_from(before.label),
        )
        .group_by(col(m.Judgment.target_id), m.Judgment.question)
    )
    rows = session.exec(asked if item_id is None else asked.where(m.Assignment.item_id == item_id)).all()
    return {(target_id, question): at for target_id, question, at in rows}
