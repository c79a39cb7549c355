"""Which different rows of labels are there, and how many targets show each?

Coefficients do not depend on which target shows a row, only on how many do: a million targets that three raters put on
a scale of five show 216 patterns at most, and everything behind this module costs what the patterns cost.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from agreement.ratings import Ratings
from agreement.scale import Scale

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

_MOST_UNFOLDED = 5_000_000  # numbers: 40 MB


@dataclass(frozen=True, eq=False)
class Patterns:
    """Distinct rows of labels.

    `codes` (patterns x raters) are positions in the scale's labels, -1 where a label is missing; `counts` are the
    targets that show each; `columns` is where each pattern stands in the weight matrix of the whole question.
    """

    scale: Scale
    raters: tuple[str, ...]
    codes: Ints
    counts: Ints
    columns: Ints

    @cached_property
    def tallies(self) -> Floats:
        """How many raters gave each label: patterns x labels."""
        tallies = np.zeros((len(self.codes), len(self.scale.labels)))
        pattern, rater = np.nonzero(self.codes >= 0)
        np.add.at(tallies, (pattern, self.codes[pattern, rater]), 1.0)
        return tallies

    @cached_property
    def n_labels(self) -> Floats:
        """How many labels each pattern holds."""
        n_labels: Floats = self.tallies.sum(axis=1)
        return n_labels

    @cached_property
    def pairable(self) -> Bools:
        """Whether a pattern holds a pair of labels that can agree or not."""
        return self.n_labels >= 2

    @cached_property
    def agreeing_pairs(self) -> Floats:
        """The share of each pattern's pairs of labels that agree, 0 where there is no pair."""
        pairs = np.maximum(self.n_labels * (self.n_labels - 1), 1)
        agreeing: Floats = (self.tallies * (self.tallies - 1)).sum(axis=1) / pairs
        return agreeing

    @cached_property
    def shares(self) -> Floats:
        """Each label's share among a pattern's labels: patterns x labels, zeros where there is none."""
        shares: Floats = self.tallies / np.maximum(self.n_labels, 1)[:, np.newaxis]
        return shares

    @property
    def n_targets(self) -> int:
        """All targets."""
        return int(self.counts.sum())

    @property
    def n_pairable(self) -> int:
        """Targets with two labels or more."""
        return int(self.counts[self.pairable].sum())

    def only(self, chosen: Bools) -> "Patterns":
        """These patterns alone."""
        return Patterns(self.scale, self.raters, self.codes[chosen], self.counts[chosen], self.columns[chosen])

    def complete(self) -> "Patterns":
        """The targets that every rater has labelled."""
        return self.only(np.min(self.codes, axis=1, initial=0) >= 0)

    def of(self, n_raters: int) -> "Patterns":
        """The first so many raters alone, on all targets."""
        return Patterns(self.scale, self.raters[:n_raters], self.codes[:, :n_raters], self.counts, self.columns)

    def pair(self, first: int, second: int) -> "Patterns":
        """Two raters, on the targets that both have labelled."""
        codes = self.codes[:, [first, second]]
        both = (codes >= 0).all(axis=1)
        names = (self.raters[first], self.raters[second])
        return Patterns(self.scale, names, codes[both], self.counts[both], self.columns[both])

    def contingency(self) -> Ints:
        """How many targets the first two raters gave which labels: labels x labels, rows the first rater's."""
        size = len(self.scale.labels)
        table = np.zeros((size, size), dtype=np.int64)
        np.add.at(table, (self.codes[:, 0], self.codes[:, 1]), self.counts)
        return table

    def unfolded_tallies(self) -> Ints:
        """The tallies, one row for each target: what libraries take that cannot count a row several times."""
        return np.repeat(self.tallies.astype(np.int64), self.counts, axis=0)

    def may_unfold(self, numbers_for_each: int) -> bool:
        """Whether a library that needs so many numbers for each target can be asked."""
        return self.n_targets * numbers_for_each <= _MOST_UNFOLDED


def fold(ratings: Ratings) -> tuple[Patterns, Ints]:
    """The distinct rows of the ratings, in an order of their own, and the pattern of each target."""
    keys = _row_keys(ratings.codes, len(ratings.scale.labels))
    _, first, pattern_of_target, counts = np.unique(keys, return_index=True, return_inverse=True, return_counts=True)
    codes = ratings.codes[first].astype(np.int64)
    patterns = Patterns(ratings.scale, ratings.raters, codes, counts.astype(np.int64), np.arange(len(codes)))
    return patterns, pattern_of_target.astype(np.int64)


def _row_keys(codes: npt.NDArray[np.signedinteger], n_labels: int) -> Ints:
    """One number for each row, the same for equal rows only, in the order of the rows themselves."""
    keys = np.zeros(len(codes), dtype=np.int64)
    used, base = 1, n_labels + 1
    for column in codes.T:
        if used > np.iinfo(np.int64).max // base:  # no room for one more digit: number the keys afresh
            keys = np.unique(keys, return_inverse=True)[1].astype(np.int64)
            used = len(keys)
        keys = keys * base + (column.astype(np.int64) + 1)
        used *= base
    return keys
