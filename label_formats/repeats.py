"""Who has answered the same thing twice, and which answer counts? The latest; nothing is guessed where times tie."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from label_formats.answers import Answer, Dropped, LabelsRead, Refused

T = TypeVar("T")


@dataclass(frozen=True)
class Latest(Generic[T]):
    """What counts, in the order of the file, what came before it, and what cannot be told apart."""

    kept: list[T]
    earlier: list[T]
    unclear: list[T]


def latest(
    things: Sequence[T],
    *,
    who: Callable[[T], Hashable],
    when: Callable[[T], datetime | None],
    says: Callable[[T], Any],
) -> Latest[T]:
    """Of the things with one `who`, the one with the latest time.

    Where the latest time is that of several, or a time is missing, they count as one if they say the same; else all of
    them are unclear. Things of different people are never compared, not even if they have one time.
    """
    groups: dict[Hashable, list[int]] = defaultdict(list)
    for place, thing in enumerate(things):
        groups[who(thing)].append(place)
    kept: set[int] = set()
    unclear: set[int] = set()
    for places in groups.values():
        if len(places) == 1:
            kept.update(places)
            continue
        last = _last(places, [when(things[place]) for place in places])
        first = says(things[last[0]])
        if all(says(things[place]) == first for place in last[1:]):
            kept.add(last[0])
        else:
            unclear.update(places)
    return Latest(
        [thing for place, thing in enumerate(things) if place in kept],
        [thing for place, thing in enumerate(things) if place not in kept and place not in unclear],
        [thing for place, thing in enumerate(things) if place in unclear],
    )


def _last(places: Sequence[int], times: Sequence[datetime | None]) -> list[int]:
    known = [time for time in times if time is not None]
    if len(known) < len(times):
        return list(places)
    newest = max(known)
    return [place for place, time in zip(places, times, strict=True) if time == newest]


def resolved(read: LabelsRead) -> LabelsRead:
    """The file with one answer for each rater, target, question and round: the latest."""
    found = latest(
        read.answers,
        who=lambda each: (each.item, each.target, each.question, each.rater, each.round),
        when=lambda each: each.time,
        says=lambda each: (each.label, each.comment),
    )
    return read.with_answers(
        tuple(found.kept),
        dropped=tuple(Dropped(each.row, each.item, each.rater, "repeated") for each in found.earlier),
        refused=tuple(Refused(each.row, each.item, _unclear(each)) for each in found.unclear),
    )


def _unclear(answer: Answer) -> str:
    what = repr(answer.question) if answer.question else "the question"
    return f"{answer.rater!r} answers {what} more than once, differently, and no time says which answer is the latest"
