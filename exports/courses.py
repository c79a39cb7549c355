"""How did agreement go on while people worked: day by day, and from the first item of a session to the last?"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

    from agreement.course import Step
    from agreement.ratings import Ratings

POSITIONS = (1, 11, 21, 41, 81)  # where the steps of a session begin, in items
MOST_DAYS = 12  # more days than these are joined to spans of days


def courses(
    ratings: Ratings, moments: pd.DataFrame, *, replicates: int, seed: int
) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
    """The agreement with others by day, and by the position of the item in the session; empty without moments."""
    rows = moments[moments["question"] == ratings.question]
    if rows.empty:
        return (), ()
    return (
        _course(ratings, rows, *day_steps(rows["day"]), replicates=replicates, seed=seed),
        _course(ratings, rows, *position_steps(rows["position"]), replicates=replicates, seed=seed),
    )


def _course(
    ratings: Ratings, rows: pd.DataFrame, step: Sequence[int], names: Sequence[str], *, replicates: int, seed: int
) -> tuple[Step, ...]:
    import numpy as np
    import pandas as pd

    from agreement.course import course

    if ratings.targets is None or len(names) < 2:
        return ()
    target = ratings.targets.get_indexer(pd.MultiIndex.from_frame(rows[["item", "target"]]))
    rater = pd.Index(list(ratings.raters)).get_indexer(pd.Index(rows["rater"]))
    steps = np.full(ratings.codes.shape, -1, dtype=np.int64)
    known = (target >= 0) & (rater >= 0)
    steps[target[known], rater[known]] = np.asarray(step)[known]
    return course(ratings, steps, names, replicates=replicates, seed=seed)


def day_steps(days: pd.Series[str]) -> tuple[Sequence[int], list[str]]:
    """The step of each day: itself where they are few, else spans of as many days."""
    every = sorted(days.unique())
    span = -(-len(every) // MOST_DAYS)
    names = [
        first if span == 1 else f"{first} to {every[min(place + span, len(every)) - 1]}"
        for place, first in list(enumerate(every))[::span]
    ]
    step = {day: place // span for place, day in enumerate(every)}
    return [step[day] for day in days], names


def position_steps(positions: pd.Series[int]) -> tuple[Sequence[int], list[str]]:
    """The step of each position in a session, up to the last one that occurs."""
    begun = [first for first in POSITIONS if first <= positions.max()]
    names = [f"{first}–{after - 1}" for first, after in pairwise(begun)] + [f"{begun[-1]}+"]
    return [sum(first <= position for first in begun) - 1 for position in positions], names
