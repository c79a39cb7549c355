"""How far could a coefficient have come out differently, had other targets been drawn?

Percentile bootstrap (Efron and Tibshirani 1993): targets are drawn anew with replacement, or whole clusters of targets
where those stand together. Every draw is one row of a weight matrix, how often each pattern was drawn; the same matrix
serves all coefficients and all pairs, so that their differences can be resampled too.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from agreement.drawing import EXACT, Drawing
from agreement.patterns import Floats, Ints, Patterns
from agreement.ratings import Clusters
from languages import meant

if TYPE_CHECKING:
    from scipy.sparse import csc_array

COVERAGE = 0.95
_NUMBERS_AT_ONCE = 4_000_000  # of one block of weights: 32 MB
_UNITS_AT_ONCE = 1_000_000  # drawn for it at one go: 4 MB

# What is usually drawn, in the words of a sentence; a tag of somebody's own is called by its name.
DRAWN_AS: Mapping[str, str] = {
    "target": meant("drawn at random", "target"),
    "item": meant("drawn at random", "item"),
    "persona": meant("drawn at random", "persona"),
    "dialogue": meant("drawn at random", "dialogue"),
}


@dataclass(frozen=True, eq=False)
class Interval:
    """The middle 95 % of the replicates that are defined, None when none is, and how many are not."""

    low: float | None
    high: float | None
    n_undefined: int


@dataclass(frozen=True, eq=False)
class Resampling:
    """What is drawn, and how many targets of each pattern a draw brings.

    `sizes` counts the units of each kind, since alike units are drawn together. `brings` (patterns x kinds, sparse, a
    kind after the other) is what one unit of a kind holds; None where each kind is one target of one pattern.
    """

    by: str
    sizes: Ints
    brings: "csc_array | None"

    def weights(self, *, replicates: int, seed: int) -> Iterator[Floats]:
        """The weight matrix (replicates x patterns) in blocks of rows; the blocks' size changes no number."""
        drawing = Drawing(self.sizes, seed=seed)
        rows = max(1, _NUMBERS_AT_ONCE // (len(self.sizes) if self.brings is None else self.brings.shape[0]))
        for done in range(0, replicates, rows):
            times = min(rows, replicates - done)
            if self.brings is None:
                yield drawing.rows(times).astype(np.float64, copy=False)
            else:
                yield _brought(self.brings, drawing, times)

    def n_drawn(self, *several: Patterns) -> int:
        """How many of the units hold a target that one of these patterns can use."""
        useful = np.zeros(len(self.sizes) if self.brings is None else self.brings.shape[0], dtype=np.bool_)
        for patterns in several:
            useful[patterns.pairable_columns] = True
        if self.brings is None:
            return int(self.sizes[useful].sum())
        return int(np.count_nonzero(self.brings.T @ useful.astype(np.float64)))


def _brought(brings: "csc_array", drawing: Drawing, times: int) -> Floats:
    """What the units of so many draws bring along: draws x patterns."""
    weights = np.empty((times, brings.shape[0]))
    at_once = max(1, _UNITS_AT_ONCE // max(brings.shape[1], 1))
    for start in range(0, times, at_once):
        block = weights[start : start + at_once]
        block[:] = (brings @ drawing.rows(len(block)).T).T
    return weights


def over_targets(patterns: Patterns) -> Resampling:
    """Draw single targets: those of one pattern are alike."""
    return Resampling("target", patterns.counts, None)


def over_clusters(clusters: Clusters, pattern_of_target: Ints) -> Resampling:
    """Draw whole clusters of targets."""
    from scipy.sparse import csc_array

    # The largest sum that there can be: all that is drawn is the largest cluster.
    exact = clusters.n * int(np.bincount(clusters.codes).max(initial=0)) < EXACT
    one_each = np.ones(len(pattern_of_target), dtype=np.float32 if exact else np.float64)
    brings = csc_array((one_each, (pattern_of_target, clusters.codes)))  # adds up what stands in one place
    return Resampling(clusters.by, np.ones(clusters.n, dtype=np.int64), brings)


def percentile_interval(values: Floats) -> Interval:
    """The interval that the replicates of one coefficient give; a replicate without a value is NaN."""
    return percentile_intervals([values])[0]


def percentile_intervals(several: Sequence[Floats]) -> list[Interval]:
    """The same for several coefficients; those with equally many defined replicates are ordered at one go."""
    defined = [values[np.isfinite(values)] for values in several]
    intervals = [Interval(None, None, len(values)) for values in several]
    for n in {len(values) for values in defined} - {0}:
        places = [place for place, values in enumerate(defined) if len(values) == n]
        together = np.array([defined[place] for place in places])
        ends = np.quantile(together, [(1 - COVERAGE) / 2, (1 + COVERAGE) / 2], axis=1)
        for place, low, high in zip(places, *ends.tolist(), strict=True):
            intervals[place] = Interval(low, high, len(several[place]) - n)
    return intervals
