"""Does an annotator say the same when asked again? A planned share of everybody's items comes a second time, unsaid.

The second showings stand in a companion round (board.working), blank, with the targets in another order. They are
for self-agreement alone: neither the headline nor the gold has them.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from pydantic import ValidationError
from sqlmodel import Session

from annotation import events, projects
from annotation import models as m
from annotation.errors import WrongUse
from annotation.projects import key_of
from annotation.quality import mixing
from annotation.quality.mixing import Mixed, Standing
from annotation.round_plans import RepeatPlan
from languages import worded


@dataclass(frozen=True)
class Repeats:
    """What a plan of repeats gives everybody, and how many assignments it makes or made."""

    people: tuple[Mixed, ...]
    added: int


def plan(
    queue: Sequence[Standing], *, share: float, distance: int, seed: int, annotator: str, held: Collection[str] = ()
) -> list[str]:
    """Which items come again, in the order in which places are looked for: a share of the queue, rounded.

    Those that come again already (`held`) count. Items from whose first showing to the end of the queue there are
    fewer than `distance` items are none to choose from.

    >>> queue = [Standing(f"i{n}", n, True) for n in range(1, 11)]
    >>> plan(queue, share=.2, distance=8, seed=1, annotator="ann")
    ['i1', 'i3']
    """
    wanted = round(share * len(queue)) - len(held)
    there = [each.item for place, each in enumerate(queue, start=1) if place - 1 + distance <= len(queue)]
    candidates = sorted(set(there) - set(held))
    random.Random(f"repeats {seed} {annotator}").shuffle(candidates)
    return candidates[: max(0, wanted)]


def placed(
    queue: Sequence[Standing],
    chosen: Sequence[str],
    *,
    distance: int,
    seed: int,
    annotator: str,
    taken: Collection[int] = (),
) -> list[tuple[str, int]]:
    """The chosen items with the positions that their second showing comes after: `distance` items later or more.

    >>> queue = [Standing(f"i{n}", n, True) for n in range(1, 11)]
    >>> placed(queue, ["i2"], distance=8, seed=1, annotator="ann")
    [('i2', 10)]
    """
    dice = random.Random(f"places of repeats {seed} {annotator}")
    at = {each.item: place for place, each in enumerate(queue, start=1)}
    used, found = set(taken), []
    for item in sorted(chosen, key=lambda item: -at[item]):  # late items have the fewest places to come again
        position = mixing.place(queue, dice=dice, taken=used, earliest=at[item] - 1 + distance)
        if position is not None:
            used.add(position)
            found.append((item, position))
    return sorted(found, key=lambda each: each[1])


def preview(session: Session, *, slug: str, share: float, distance: int, seed: int = 0) -> Repeats:
    """What `add` would do now; nothing is stored. Raises what `add` raises."""
    chosen = _checked(share, distance, seed)
    main = projects.find_round(session, projects.find(session, slug))
    planned = _planned(session, main, chosen)
    return Repeats(tuple(mixed for _, mixed in planned), sum(len(mixed.placed) for _, mixed in planned))


def add(
    session: Session,
    *,
    slug: str,
    share: float,
    distance: int,
    now: datetime,
    seed: int = 0,
    account_id: int | None = None,
) -> Repeats:
    """Have a share of everybody's own items come again in the latest independent round. What comes already stays.

    `distance` is how many items later at least. Raises NotFound for the project and WrongUse for a share or distance
    that cannot be.
    """
    chosen = _checked(share, distance, seed)
    project = projects.find(session, slug)
    projects.lock(session, project)
    main = projects.find_round(session, project)
    planned = _planned(session, main, chosen)
    number = sum(len(mixed.placed) for _, mixed in planned)
    if number:
        its_round = mixing.companion(
            session, project, main, kind="repeat", options=chosen.model_dump(), account_id=account_id, now=now
        )
        mixing.save(session, its_round, planned, seed=seed, now=now)
    detail = {"round": main.number, "added": number, **chosen.model_dump()}
    events.record(session, "repeats planned", now=now, account_id=account_id, project_id=key_of(project), detail=detail)
    session.flush()
    return Repeats(tuple(mixed for _, mixed in planned), number)


def _checked(share: float, distance: int, seed: int) -> RepeatPlan:
    try:
        return RepeatPlan(share=share, distance=distance, seed=seed)
    except ValidationError as error:
        raise WrongUse(
            worded(
                "The share is {share}, the distance {distance}; a share is over 0 and up to 1, a distance 1 or more.",
                share=share,
                distance=distance,
            )
        ) from error


def _planned(session: Session, main: m.Round, chosen: RepeatPlan) -> list[tuple[m.Rater, Mixed]]:
    held = mixing.taken(session, mixing.beside(session, main, "repeat"))
    found = []
    for rater, queue in mixing.queues(session, main):
        own = held.get(key_of(rater), {})
        items = plan(
            queue,
            share=chosen.share,
            distance=chosen.distance,
            seed=chosen.seed,
            annotator=rater.name,
            held=own,
        )
        places = placed(
            queue,
            items,
            distance=chosen.distance,
            seed=chosen.seed,
            annotator=rater.name,
            taken=own.values(),
        )
        wanted = max(0, round(chosen.share * len(queue)) - len(own))
        found.append((rater, Mixed(rater.name, tuple(places), wanted)))
    return found
