"""Who is asked what is known already, and where in their queue? Known items, mixed in silently.

An annotator who has the item in the main round is not given it: they would meet it twice. Neither is one who met it in
a training or a calibration, where it was talked about. What is said of known items enters neither the headline nor the
gold.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from annotation import events, item_choice, projects
from annotation import models as m
from annotation.errors import NotFound, WrongUse
from annotation.item_choice import Which
from annotation.projects import key_of
from annotation.quality import met, mixing
from annotation.quality.mixing import Mixed
from annotation.round_plans import KnownPlan
from languages import worded


@dataclass(frozen=True)
class MixedIn:
    """What mixing in gives everybody, and how many assignments it makes or made."""

    people: tuple[Mixed, ...]
    added: int


def preview(session: Session, *, slug: str, each: int, which: Which = "all", seed: int = 0) -> MixedIn:
    """What `mix_in` would do now; nothing is stored. Raises what that raises."""
    project = projects.find(session, slug)
    planned = _planned(session, project, projects.find_round(session, project), each=each, which=which, seed=seed)
    return _of(planned)


def mix_in(
    session: Session,
    *,
    slug: str,
    each: int,
    now: datetime,
    which: Which = "all",
    seed: int = 0,
    account_id: int | None = None,
) -> MixedIn:
    """Give everybody at work in the latest independent round up to `each` known items, at places drawn with the seed.

    Those that somebody has already count. Raises NotFound, also where these items have no known answers, and WrongUse
    for a number that cannot be.
    """
    project = projects.find(session, slug)
    projects.lock(session, project)
    main = projects.find_round(session, project)
    projects.lock_round(session, main)  # nobody takes from its pool meanwhile what is being mixed in
    planned = _planned(session, project, main, each=each, which=which, seed=seed)
    done = _of(planned)
    if done.added:
        its_round = mixing.companion(
            session,
            project,
            main,
            kind="known",
            options=KnownPlan(each=each, seed=seed).model_dump(),
            account_id=account_id,
            now=now,
        )
        mixing.save(session, its_round, planned, seed=seed, now=now)
    detail = {"round": main.number, "added": done.added, "each": each, "seed": seed}
    events.record(
        session, "known items mixed in", now=now, account_id=account_id, project_id=key_of(project), detail=detail
    )
    session.flush()
    return done


def _planned(
    session: Session, project: m.Project, main: m.Round, *, each: int, which: Which, seed: int
) -> list[tuple[m.Rater, Mixed]]:
    if each < 1:
        raise WrongUse(worded("The number of known items is {each}; it can be 1 or more.", each=each))
    pool = _with_answers(session, project, which)
    if not pool:
        raise NotFound(worded("None of these items has a known answer. Take them from decisions or a file first."))
    held = mixing.taken(session, mixing.beside(session, main, "known"))
    elsewhere = _elsewhere(session, project, main)
    found = []
    for rater, queue in mixing.queues(session, main):
        own = held.get(key_of(rater), {})
        dice = random.Random(f"known items {seed} {rater.name}")
        candidates = sorted(pool - elsewhere.get(key_of(rater), set()) - set(own))
        dice.shuffle(candidates)
        wanted = max(0, each - len(own))
        placed = _places(queue, candidates[:wanted], dice=dice, taken=own.values())
        found.append((rater, Mixed(rater.name, placed, wanted)))
    return found


def _places(
    queue: Sequence[mixing.Standing], items: Sequence[str], *, dice: random.Random, taken: Collection[int]
) -> tuple[tuple[str, int], ...]:
    used, placed = set(taken), []
    for item in items:
        position = mixing.place(queue, dice=dice, taken=used)
        if position is not None:
            used.add(position)
            placed.append((item, position))
    return tuple(sorted(placed, key=lambda each: each[1]))


def _with_answers(session: Session, project: m.Project, which: Which) -> set[str]:
    chosen = set(item_choice.chosen(session, project, which))
    rows = session.exec(
        select(m.Item.id, m.Item.source_id)
        .join(m.Target, col(m.Target.item_id) == m.Item.id)
        .join(m.KnownAnswer, col(m.KnownAnswer.target_id) == m.Target.id)
        .where(m.Item.project_id == project.id)
        .distinct()
    ).all()
    return {item for number, item in rows if number in chosen}


def _elsewhere(session: Session, project: m.Project, main: m.Round) -> dict[int, set[str]]:
    """The items that each rater has in the main round, has labelled in it from a file, or met in practice before."""
    own: dict[int, set[str]] = {}
    assigned = select(m.Assignment.rater_id, m.Item.source_id).join(m.Item).where(m.Assignment.round_id == main.id)
    judged = (
        select(m.Judgment.rater_id, m.Item.source_id)
        .select_from(m.Judgment)
        .join(m.Target, col(m.Target.id) == m.Judgment.target_id)
        .join(m.Item, col(m.Item.id) == m.Target.item_id)
        .where(m.Judgment.round_id == main.id, m.Judgment.origin == "file")
        .distinct()
    )
    for asked in (assigned, judged):
        for rater_id, item in session.exec(asked):
            own.setdefault(rater_id, set()).add(item)
    sources = dict(session.exec(select(m.Item.id, m.Item.source_id).where(m.Item.project_id == project.id)).all())
    for item_id, rater_id in met.pairs(session, key_of(project)):
        own.setdefault(rater_id, set()).add(sources[item_id])
    return own


def _of(planned: Sequence[tuple[m.Rater, Mixed]]) -> MixedIn:
    people = tuple(mixed for _, mixed in planned)
    return MixedIn(people, sum(len(mixed.placed) for mixed in people))
