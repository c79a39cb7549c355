"""Which different rows of labels are there, and how many targets show each?

Coefficients do not depend on which target shows a row, only on how many do: a million targets that three raters put on
a scale of five show 216 patterns at most, and everything behind this module costs what the patterns cost.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from agreement.ratings import Ratings
from agreement.scale import Scale

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

_MOST_UNFOLDED = 1_000_000  # numbers: 8 MB
MOST_MERGED = 200  # rows: merging costs a product with as many columns


@dataclass(frozen=True, eq=False)
class Patterns:
    """Distinct rows of labels.

    `codes` (patterns x raters) are positions in the scale's labels, -1 where a label is missing; `counts` are the
    targets that show each; `columns` is where each pattern stands in the weight matrix of the whole question. Where
    raters are `anonymous` a column is no person, only a place in the row. Where several patterns of the question are
    one here, `rows` says which one each of the `columns` belongs to.
    """

    scale: Scale
    raters: tuple[str, ...]
    codes: Ints
    counts: Ints
    columns: Ints
    anonymous: bool = False
    rows: Ints | None = None

    @cached_property
    def tallies(self) -> Floats:
        """How many raters gave each label: patterns x labels."""
        return tally(self.codes, len(self.scale.labels)).astype(np.float64)

    @cached_property
    def n_labels(self) -> Floats:
        """How many labels each pattern holds."""
        n_labels: Floats = (self.codes >= 0).sum(axis=1).astype(np.float64)
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
        columns, rows = self.columns, self.rows
        if rows is None:
            columns = columns[chosen]
        else:
            columns, rows = columns[chosen[rows]], (np.cumsum(chosen) - 1)[rows[chosen[rows]]]
        return replace(self, codes=self.codes[chosen], counts=self.counts[chosen], columns=columns, rows=rows)

    def complete(self) -> "Patterns":
        """The targets that every rater has labelled."""
        return self.only(np.min(self.codes, axis=1, initial=0) >= 0)

    def of(self, n_raters: int) -> "Patterns":
        """The first so many raters alone, on all targets."""
        return self.among(range(n_raters))

    def among(self, raters: Sequence[int]) -> "Patterns":
        """These raters alone, on all targets."""
        chosen = list(raters)
        return replace(self, raters=tuple(self.raters[one] for one in chosen), codes=self.codes[:, chosen])

    def pair(self, first: int, second: int, *, beside: Sequence[int] = ()) -> "Patterns":
        """Two raters, on the targets that both have labelled, and all those `beside` them too."""
        all_of_them = np.min(self.codes[:, [first, second, *beside]], axis=1, initial=0) >= 0
        return self.among((first, second)).only(all_of_them).merged()

    def without_identity(self) -> "Patterns":
        """The same labels of each target, whoever gave them: for what does not ask who did."""
        return replace(self, codes=-np.sort(-self.codes, axis=1)).merged()

    def merged(self) -> "Patterns":
        """Equal rows as one, where that makes far fewer of them: what is asked of them costs that much less."""
        if self.rows is not None:
            return self
        first, of_row, _ = _distinct(_row_keys(self.codes, len(self.scale.labels)))
        if len(first) > min(MOST_MERGED, len(self.codes) / 2):
            return self
        counts = np.bincount(of_row, weights=self.counts, minlength=len(first)).astype(np.int64)
        return replace(self, codes=self.codes[first], counts=counts, rows=of_row)

    @property
    def pairable_columns(self) -> Ints:
        """Where the patterns with a pair of labels stand in the weight matrix of the whole question."""
        return self.columns[self.pairable if self.rows is None else self.pairable[self.rows]]

    def weights_of(self, whole: Floats) -> Floats:
        """The weights of these patterns, out of those of the whole question: replicates x patterns."""
        if self.rows is not None:
            return whole @ self.belongs(whole.shape[1])
        return whole if len(self.columns) == whole.shape[1] else whole[:, self.columns]

    def belongs(self, n_columns: int) -> Floats:
        """Which column of the weight matrix counts for which of these patterns: columns x patterns, zeros and ones."""
        belongs = np.zeros((n_columns, len(self.codes)))
        belongs[self.columns, np.arange(len(self.columns)) if self.rows is None else self.rows] = 1.0
        return belongs

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


def tally(codes: npt.NDArray[np.signedinteger], n_labels: int) -> Ints:
    """How many labels of each kind each row of codes (-1: missing) holds: rows x labels."""
    tallies = np.zeros((len(codes), n_labels), dtype=np.int64)
    row, rater = np.nonzero(codes >= 0)
    np.add.at(tallies, (row, codes[row, rater]), 1)
    return tallies


def fold(ratings: Ratings) -> tuple[Patterns, Ints]:
    """The distinct rows of the ratings, in an order of their own, and the pattern of each target."""
    keys = _row_keys(ratings.codes, len(ratings.scale.labels))
    first, pattern_of_target, counts = _distinct(keys)
    codes = ratings.codes[first].astype(np.int64)
    patterns = Patterns(ratings.scale, ratings.raters, codes, counts, np.arange(len(codes)), ratings.anonymous)
    return patterns, pattern_of_target


def _distinct(keys: Ints) -> tuple[Ints, Ints, Ints]:
    """Of the distinct keys in order: the first row of each, the one that each row has, and how many rows have it.

    Where keys are small numbers they are counted, which is ten times as quick as sorting them.
    """
    if not len(keys) or int(keys.max()) > 4 * len(keys) + 1000:
        _, first, of_row, counts = np.unique(keys, return_index=True, return_inverse=True, return_counts=True)
        return first.astype(np.int64), of_row.astype(np.int64), counts.astype(np.int64)
    counts = np.bincount(keys)
    used = np.flatnonzero(counts)
    place = np.empty(len(counts), dtype=np.int64)
    place[used] = np.arange(len(used))
    first = np.empty(len(counts), dtype=np.int64)
    first[keys[::-1]] = np.arange(len(keys) - 1, -1, -1)  # written last, the first row stays
    return first[used], place[keys], counts[used].astype(np.int64)


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
