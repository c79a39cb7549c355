"""Which columns of labels does a question have beside its raters' own?

Judges, the people's majority, the gold and a rater's second labels stand beside the raters in one row for each target,
so that one resampled row holds them all and every difference is a paired one. Behind the people, they are never among
them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from agreement.patterns import Ints, Patterns, fold
from agreement.ratings import Codes, Ratings

Column = tuple[str, ...]  # what it is, and whose


@dataclass(frozen=True, eq=False)
class Lineup:
    """The columns of a question, folded: raters first, at their own places, then the others at `places`.

    `pattern_of_target` says which pattern each target shows.
    """

    ratings: Ratings
    every: Patterns
    pattern_of_target: Ints
    places: Mapping[Column, int]

    @property
    def people(self) -> Patterns:
        """The raters alone."""
        return replace(self.every.of(len(self.ratings.raters)), anonymous=self.ratings.anonymous)


def line_up(ratings: Ratings, beside: Mapping[Column, Codes]) -> Lineup:
    """The ratings with further columns behind the people's."""
    people = -np.sort(-ratings.codes, axis=1) if ratings.anonymous else ratings.codes  # places in a row say nothing
    codes = np.column_stack([people, *beside.values()]) if beside else people
    raters = (*ratings.raters, *(" ".join(column) for column in beside))
    every, pattern_of_target = fold(replace(ratings, codes=codes, raters=raters, anonymous=False))
    places = {column: len(ratings.raters) + place for place, column in enumerate(beside)}
    return Lineup(ratings, every, pattern_of_target, places)
