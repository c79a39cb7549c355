"""Who moved in a discussion, and where to? Toward the majority of the others, away from it, or elsewhere (pure).

At a place one has moved when the newest answer is another than the first; "cannot be judged" is one answer, whatever
its reason. The majority of the others is the answer that more than half of their first answers are; where there is
none, nobody moves toward or away.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

Answer = str | None  # a label, or None: it cannot be judged
Voices = Mapping[str, Answer]  # by rater
Way = Literal["stayed", "toward", "away", "elsewhere"]


@dataclass(frozen=True)
class Mover:
    """One participant at the places of one question that were discussed and that they had answered."""

    rater: str
    n_places: int
    n_toward: int
    n_away: int
    n_elsewhere: int

    @property
    def n_moved(self) -> int:
        """Places at which the newest answer is another than the first."""
        return self.n_toward + self.n_away + self.n_elsewhere

    @property
    def n_stayed(self) -> int:
        """Places at which it is the first one."""
        return self.n_places - self.n_moved


def movers(places: Iterable[tuple[Voices, Voices]], *, among: Iterable[str]) -> tuple[Mover, ...]:
    """How often each participant moved over these places, each with the first and the newest answers of everybody.

    Participants come in the order given, those who answered none of the places too.

    >>> movers([({"a": "x", "b": "x", "c": "y"}, {"a": "x", "b": "x", "c": "x"})], among=["c"])
    (Mover(rater='c', n_places=1, n_toward=1, n_away=0, n_elsewhere=0),)
    """
    ways: dict[str, Counter[Way]] = defaultdict(Counter)
    for first, newest in places:
        for rater in first:
            ways[rater][way(rater, first, newest)] += 1
    return tuple(
        Mover(rater, ways[rater].total(), ways[rater]["toward"], ways[rater]["away"], ways[rater]["elsewhere"])
        for rater in among
    )


def way(rater: str, first: Voices, newest: Voices) -> Way:
    """Where one rater went at one place."""
    before, after = first[rater], newest.get(rater, first[rater])
    if before == after:
        return "stayed"
    found, majority = _majority([answer for who, answer in first.items() if who != rater])
    if not found:
        return "elsewhere"
    return "toward" if after == majority else "away" if before == majority else "elsewhere"


def _majority(answers: list[Answer]) -> tuple[bool, Answer]:
    """Whether more than half of the answers are one, and which."""
    if not answers:
        return False, None
    answer, votes = Counter(answers).most_common(1)[0]
    return votes * 2 > len(answers), answer
