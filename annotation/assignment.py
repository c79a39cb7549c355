"""Who labels what: planned with a seed (pure), then saved. What exists is never changed."""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from annotation import events, handing_out, projects, sampling
from annotation import models as m
from annotation.errors import Conflict, WrongUse
from annotation.imports import labelled
from annotation.people import accounts, raters
from annotation.projects import key_of
from annotation.quality import met
from languages import worded

LABELLING_ROLES = ("annotator", "adjudicator")

STALE = worded(
    "Items or assignments have changed since this plan was shown, so nothing was assigned. Look at the new plan."
)

DISCUSSION = worded(
    "Round {number} is a discussion: those take part who answered before, and nothing is assigned in it. Open another "
    "independent round first."
)

Pair = tuple[str, str]


@dataclass(frozen=True)
class Assigned:
    """What an assignment did: new assignments, and the load of each chosen annotator afterwards.

    `kept_away` pairs of an item and a chosen annotator were passed over, since they met it in practice or as a known
    item; `items_short` have fewer annotators than were asked for.
    """

    assignments_added: int
    loads: dict[str, int]
    kept_away: int = 0
    items_short: int = 0


@dataclass(frozen=True)
class Preview:
    """What an assignment would do: new assignments, and each chosen annotator's load before and after.

    `stamp` names this very plan: it changes with the items, the people and what is assigned already. The last two are
    those of `Assigned`.
    """

    items: int
    assignments_added: int
    before: dict[str, int]
    after: dict[str, int]
    stamp: str
    kept_away: int = 0
    items_short: int = 0


@dataclass(frozen=True)
class _Drafted:
    """A plan with the rows that it is about."""

    current: m.Round
    people: list[m.Account]
    items: dict[str, m.Item]
    existing: set[Pair]
    new: list[Pair]
    stamp: str
    kept_away: int
    items_short: int


def plan(
    items: Sequence[str],
    annotators: Sequence[str],
    *,
    overlap: int,
    seed: int,
    existing: AbstractSet[Pair] = frozenset(),
    beside: AbstractSet[Pair] = frozenset(),
    away: AbstractSet[Pair] = frozenset(),
) -> list[Pair]:
    """New pairs (item, annotator), so that every item has `overlap` different annotators.

    Items come in a seeded order; each takes the annotators with the smallest load, ties by the seed. From nothing,
    loads differ by at most one. Items that have enough annotators get none; `existing` pairs count and stay.
    Pairs that are `beside` the plan (escalated, surplus) count for nothing, and are not made again. Pairs that are to
    be kept `away` from each other are not made, even where the item then has fewer annotators.

    Raises WrongUse where the overlap is not between 1 and the number of annotators.

    >>> sorted(plan(["i1", "i2"], ["ann", "bo"], overlap=1, seed=7))
    [('i1', 'bo'), ('i2', 'ann')]
    """
    if not 1 <= overlap <= len(set(annotators)):
        raise WrongUse(
            worded(
                "The overlap is {overlap}; it can be 1 to the number of annotators, {count} here.",
                overlap=overlap,
                count=len(set(annotators)),
            )
        )
    loads = {annotator: sum(1 for _, who in existing if who == annotator) for annotator in annotators}
    having: dict[str, set[str]] = {item: set() for item in items}
    for item, annotator in existing:
        having.setdefault(item, set()).add(annotator)
    order, barred = sorted(items), beside | away
    dice = random.Random(f"plan {seed}")
    dice.shuffle(order)
    new: list[Pair] = []
    for item in order:
        free = [each for each in sorted(loads) if each not in having[item] and (item, each) not in barred]
        dice.shuffle(free)
        free.sort(key=loads.__getitem__)
        for annotator in free[: max(0, overlap - len(having[item]))]:
            loads[annotator] += 1
            new.append((item, annotator))
    return new


def who_label(session: Session, names: Iterable[str]) -> list[m.Account]:
    """The accounts with these names, each once. Raises NotFound, and WrongUse for one whose role does not label."""
    found = accounts.named(session, dict.fromkeys(names))
    for account in found:
        if account.role not in LABELLING_ROLES:
            raise WrongUse(
                worded(
                    "{name!r} is {role}; only {roles} accounts label.",
                    name=account.name,
                    role=account.role,
                    roles=" and ".join(LABELLING_ROLES),
                )
            )
    return found


def preview(
    session: Session, *, slug: str, annotators: Sequence[str], overlap: int, seed: int, sample: str | None = None
) -> Preview:
    """What `assign` would do now; nothing is stored. Raises what `assign` raises."""
    drafted = _draft(session, projects.find(session, slug), annotators, overlap=overlap, seed=seed, sample=sample)
    return Preview(
        items=len(drafted.items),
        assignments_added=len(drafted.new),
        before=_loads(drafted, drafted.existing),
        after=_loads(drafted, [*drafted.existing, *drafted.new]),
        stamp=drafted.stamp,
        kept_away=drafted.kept_away,
        items_short=drafted.items_short,
    )


def assign(
    session: Session,
    *,
    slug: str,
    annotators: Sequence[str],
    overlap: int,
    seed: int,
    now: datetime,
    sample: str | None = None,
    seen: str | None = None,
    account_id: int | None = None,
) -> Assigned:
    """Give the project's items to these annotators in its current round, each item to `overlap` of them.

    An item about which nothing is asked, such as one whose responses are still to come, is given to nobody. Assignments
    that exist stay as they are; run again after adding items or people, it only adds what is missing. Nobody is given
    what they met in practice or as a known item (quality.met).
    `seen` is the stamp of the preview that was looked at. Of a `sample` only the items that were drawn are given.

    Raises NotFound for an unknown project, account or sample, WrongUse for an overlap or a role that does not fit, and
    Conflict where the plan is no longer the one that was seen.
    """
    project = projects.find(session, slug)
    projects.lock(session, project)
    projects.lock_round(session, projects.planned_round(session, project))
    drafted = _draft(session, project, annotators, overlap=overlap, seed=seed, sample=sample)
    if seen is not None and seen != drafted.stamp:
        raise Conflict("stale_plan", STALE)
    by_name = {account.name: raters.of_account(session, key_of(project), account) for account in drafted.people}
    pairs = [(drafted.items[item], by_name[name]) for item, name in drafted.new]
    handing_out.hand_out(session, drafted.current, pairs, seed=seed, now=now)
    labelled.count_as_done(session, project)
    events.record(
        session,
        "items assigned",
        now=now,
        account_id=account_id,
        project_id=key_of(project),
        detail={
            "annotators": list(by_name),
            "overlap": overlap,
            "seed": seed,
            "added": len(drafted.new),
            **({"kept_away": drafted.kept_away} if drafted.kept_away else {}),
            **({"sample": sample} if sample else {}),
        },
    )
    loads = _loads(drafted, [*drafted.existing, *drafted.new])
    return Assigned(len(drafted.new), loads, drafted.kept_away, drafted.items_short)


def _draft(
    session: Session,
    project: m.Project,
    annotators: Sequence[str],
    *,
    overlap: int,
    seed: int,
    sample: str | None = None,
) -> _Drafted:
    current = projects.planned_round(session, project)
    if current.kind == "discussion" and current.beside_id is not None:
        raise Conflict("discussion", worded(DISCUSSION, number=current.number))
    people = who_label(session, annotators)
    items = {row.source_id: row for row in session.exec(_with_something_asked(session, project))}
    if sample is not None:
        drawn = sampling.drawn_items(session, slug=project.slug, name=sample)
        items = {item: row for item, row in items.items() if item in drawn}
    existing, beside = _existing(session, key_of(current))
    names = [account.name for account in people]
    away = _met(session, project, items, names) - existing - beside
    new = plan(list(items), names, overlap=overlap, seed=seed, existing=existing, beside=beside, away=away)
    told = json.dumps([current.number, sorted(items), sorted(map(list, existing)), new])
    stamp = hashlib.sha256(told.encode()).hexdigest()
    having = Counter(item for item, _ in [*existing, *new])
    short = sum(having[item] < overlap for item in items)
    return _Drafted(current, people, items, existing, new, stamp, len(away), short)


def _met(session: Session, project: m.Project, items: Mapping[str, m.Item], names: Collection[str]) -> set[Pair]:
    """Which of these people have met which of these items where it counts for nothing."""
    met_pairs = met.pairs(session, key_of(project))
    if not met_pairs:
        return set()
    sources = {key_of(row): source_id for source_id, row in items.items()}
    rows = session.exec(select(m.Rater).where(m.Rater.project_id == project.id, col(m.Rater.account_id).is_not(None)))
    raters_of = {key_of(row): row.name for row in rows if row.name in names}
    return {(sources[item], raters_of[who]) for item, who in met_pairs if item in sources and who in raters_of}


def _with_something_asked(session: Session, project: m.Project) -> Any:
    """The question of the items with a target that the codebook asks about: no response, nothing to ask about one."""
    _, book = projects.latest_codebook(session, key_of(project))
    asked = (
        select(m.Target.item_id)
        .join(m.Item)
        .where(m.Item.project_id == project.id, col(m.Target.kind).in_(sorted(book.kinds)))
    )
    return select(m.Item).where(m.Item.project_id == project.id, col(m.Item.id).in_(asked))


def _loads(drafted: _Drafted, held: Iterable[Pair]) -> dict[str, int]:
    counts = Counter(name for _, name in held)
    return {account.name: counts[account.name] for account in drafted.people}


def assigned(session: Session, *, slug: str) -> list[str]:
    """The names of those to whom items were assigned in the project's current round. Raises NotFound."""
    current = projects.planned_round(session, projects.find(session, slug))
    return list(
        session.exec(
            select(m.Rater.name)
            .join(m.Assignment)
            .where(m.Assignment.round_id == current.id, m.Assignment.origin == "planned")
            .distinct()
        ).all()
    )


def _existing(session: Session, round_id: int) -> tuple[set[Pair], set[Pair]]:
    """The pairs that count in a plan, and those beside it. A reservation that ran out is neither: it can be planned."""
    counts = ~col(m.Assignment.surplus) & (col(m.Assignment.origin) != "escalated")
    rows = session.execute(
        select(m.Item.source_id, m.Rater.name, counts)
        .select_from(m.Assignment)
        .join(m.Item)
        .join(m.Rater)
        .where(m.Assignment.round_id == round_id, m.Assignment.state != "lapsed")
    ).all()
    return {(item, name) for item, name, is_so in rows if is_so}, {
        (item, name) for item, name, is_so in rows if not is_so
    }
