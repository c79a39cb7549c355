"""Which items do people label, where not all of them? Some drawn by chance, with the probability that each had.

The probabilities are stored with the sample and never change: an estimate for all items needs those with which the
items were drawn, whatever happens to them later (more annotators, an adjudicator).
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Literal

from sqlmodel import Session, col, select

from annotation import events, projects, store, tags
from annotation import models as m
from annotation.errors import NotFound, WrongUse
from annotation.projects import key_of
from languages import worded

Allocation = Literal["proportional", "equal"]
LONGEST_NAME = 80


@dataclass(frozen=True)
class Drawn:
    """One stratum of a sample: the values of its tags, how many items it has, and how many of them were drawn."""

    stratum: tuple[str, ...]
    items: int
    drawn: int

    @property
    def probability(self) -> float:
        """With which each of its items came into the sample."""
        return self.drawn / self.items


@dataclass(frozen=True)
class SampleState:
    """A stored sample: how it was drawn, and how many items it has."""

    name: str
    strata: tuple[str, ...]
    seed: int
    items: int
    created_at: datetime


def draw(
    strata: Mapping[tuple[str, ...], Sequence[str]], *, n: int, seed: int, allocation: Allocation = "proportional"
) -> dict[tuple[str, ...], list[str]]:
    """Which items are drawn from each stratum: n in all, without replacement, the same for the same seed.

    Proportional: each stratum gets its share of n, remainders going to the largest ones first; every stratum that has
    items gets one at least. Equal: as many from each as it has, up to the same number.

    Raises WrongUse where n is under the number of strata or over that of the items.

    >>> draw({("a",): ["i1", "i2", "i3"], ("b",): ["i4"]}, n=3, seed=1)
    {('a',): ['i1', 'i3'], ('b',): ['i4']}
    """
    sizes = {stratum: len(items) for stratum, items in sorted(strata.items()) if items}
    total = sum(sizes.values())
    if not len(sizes) <= n <= total or not sizes:
        raise WrongUse(
            worded(
                "A sample of {n} cannot be drawn: {total} items in {strata} strata give {strata} to {total}.",
                n=n,
                total=total,
                strata=len(sizes),
            )
        )
    wanted = _proportional(sizes, n) if allocation == "proportional" else _equal(sizes, n)
    drawn = {}
    for stratum, number in wanted.items():
        dice = random.Random(f"sample {seed} {'|'.join(stratum)}")
        drawn[stratum] = sorted(dice.sample(sorted(strata[stratum]), number))
    return drawn


def plan(
    session: Session, *, slug: str, n: int, seed: int, by: Sequence[str] = (), allocation: Allocation = "proportional"
) -> list[Drawn]:
    """What a sample would be, stratum by stratum; nothing is stored. Raises NotFound and WrongUse."""
    strata = _strata(session, projects.find(session, slug), by)
    drawn = draw({key: list(items) for key, items in strata.items()}, n=n, seed=seed, allocation=allocation)
    return [Drawn(stratum, len(strata[stratum]), len(items)) for stratum, items in drawn.items()]


def sample(
    session: Session,
    *,
    slug: str,
    name: str,
    n: int,
    seed: int,
    now: datetime,
    by: Sequence[str] = (),
    allocation: Allocation = "proportional",
    account_id: int | None = None,
) -> list[Drawn]:
    """Draw a sample and store it with the probability of each item.

    Raises NotFound for an unknown project or tag, and WrongUse for a size that cannot be or a name that is taken.
    """
    project = projects.find(session, slug)
    projects.lock(session, project)
    name = _checked_name(session, project, name)
    strata = _strata(session, project, by)
    drawn = draw({key: list(items) for key, items in strata.items()}, n=n, seed=seed, allocation=allocation)
    row = m.Sample(project_id=key_of(project), name=name, strata=list(by), seed=seed, created_at=now)
    session.add(row)
    session.flush()
    rows = [
        {
            "sample_id": row.id,
            "item_id": strata[stratum][item],
            "probability": len(items) / len(strata[stratum]),
            "drawn": item in items,
        }
        for stratum, items in drawn.items()
        for item in strata[stratum]
    ]
    store.insert_all(session, m.SampledItem, rows)
    detail = {"sample": name, "items": n, "seed": seed, "by": list(by), "allocation": allocation}
    events.record(session, "sample drawn", now=now, account_id=account_id, project_id=key_of(project), detail=detail)
    return [Drawn(stratum, len(strata[stratum]), len(items)) for stratum, items in drawn.items()]


def samples(session: Session, *, slug: str) -> list[SampleState]:
    """The samples of a project, the first drawn first. Raises NotFound."""
    project = projects.find(session, slug)
    rows = session.exec(select(m.Sample).where(m.Sample.project_id == project.id).order_by(col(m.Sample.id))).all()
    counts: dict[int, int] = defaultdict(int)
    for sample_id in session.exec(select(m.SampledItem.sample_id).where(m.SampledItem.drawn)):
        counts[sample_id] += 1
    return [SampleState(row.name, tuple(row.strata), row.seed, counts[row.id or 0], row.created_at) for row in rows]


def drawn_items(session: Session, *, slug: str, name: str) -> frozenset[str]:
    """The items of a sample. Raises NotFound."""
    return frozenset(item for item, (_, drawn) in chances(session, slug=slug, name=name).items() if drawn)


def chances(session: Session, *, slug: str, name: str) -> dict[str, tuple[float, bool]]:
    """Of every item that could be drawn into a sample the probability, and whether it was drawn. Raises NotFound."""
    project = projects.find(session, slug)
    row = session.exec(select(m.Sample).where(m.Sample.project_id == project.id, m.Sample.name == name)).first()
    if row is None:
        raise NotFound(worded("The project has no sample {name!r}.", name=name))
    rows = session.exec(
        select(m.Item.source_id, m.SampledItem.probability, m.SampledItem.drawn)
        .join(m.SampledItem)
        .where(m.SampledItem.sample_id == row.id)
        .order_by(col(m.Item.id))
    )
    return {item: (probability, drawn) for item, probability, drawn in rows}


def _strata(session: Session, project: m.Project, by: Sequence[str]) -> dict[tuple[str, ...], dict[str, int]]:
    """The items of each stratum with their row ids; an item without a tag has the empty value for it."""
    ids = session.exec(select(m.Item.source_id, m.Item.id).where(m.Item.project_id == project.id)).all()
    found = tags.by_item(session, slug=project.slug)
    known = {name for values in found.values() for name in values}
    for name in by:
        if name not in known:
            raise NotFound(
                worded("The items have no tag {name!r}; they have {known}.", name=name, known=", ".join(sorted(known)))
            )
    strata: dict[tuple[str, ...], dict[str, int]] = defaultdict(dict)
    for item, row_id in ids:
        strata[tuple(found.get(item, {}).get(name, "") for name in by)][item] = row_id or 0
    return strata


def _proportional(sizes: Mapping[tuple[str, ...], int], n: int) -> dict[tuple[str, ...], int]:
    """By share: whole parts first, then the largest remainders; what has none gets one from those that have most."""
    total = sum(sizes.values())
    exact = {key: Fraction(size * n, total) for key, size in sizes.items()}
    given = {key: int(share) for key, share in exact.items()}
    order = sorted(sizes, key=lambda key: (-(exact[key] - given[key]), key))
    for key in order[: n - sum(given.values())]:
        given[key] += 1
    for key in sizes:
        if not given[key]:
            most = max(given, key=lambda each: (given[each], each))
            given[most] -= 1
            given[key] = 1
    return given


def _equal(sizes: Mapping[tuple[str, ...], int], n: int) -> dict[tuple[str, ...], int]:
    """One after the other in turns, as long as a stratum has items left."""
    given = dict.fromkeys(sizes, 0)
    while sum(given.values()) < n:
        for key, size in sizes.items():
            if given[key] < size and sum(given.values()) < n:
                given[key] += 1
    return given


def _checked_name(session: Session, project: m.Project, name: str) -> str:
    plain = name.strip()
    if not plain or not plain.isprintable() or len(plain) > LONGEST_NAME:
        raise WrongUse(
            worded("{name!r} cannot name a sample: one line of at most {most} signs", name=name[:40], most=LONGEST_NAME)
        )
    there = select(m.Sample.id).where(m.Sample.project_id == project.id, m.Sample.name == plain)
    if session.exec(there).first() is not None:
        raise WrongUse(worded("There is a sample {name!r} already; nothing was drawn.", name=plain))
    return plain
