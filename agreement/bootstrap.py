"""How far could a coefficient have come out differently, had other targets been drawn?

Percentile bootstrap (Efron and Tibshirani 1993): targets are drawn anew with replacement, or whole clusters of targets
where those stand together. Every draw is one row of a weight matrix, how often each pattern was drawn; the same matrix
serves all coefficients and all pairs, so that their differences can be resampled too.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from agreement.patterns import Floats, Ints, Patterns
from agreement.ratings import Clusters
from languages import meant

if TYPE_CHECKING:
    from scipy.sparse import csr_array

COVERAGE = 0.95
_NUMBERS_AT_ONCE = 4_000_000  # of one block of draws or weights: 32 MB

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

    `sizes` counts the units of each kind, since alike units are drawn together. `brings` (patterns x kinds, sparse) is
    what one unit of a kind holds; None where each kind is one target of one pattern.
    """

    by: str
    sizes: Ints
    brings: "csr_array | None"

    def weights(self, *, replicates: int, seed: int) -> Iterator[Floats]:
        """The weight matrix (replicates x patterns) in blocks of rows; the blocks' size changes no number."""
        draw = np.random.default_rng(seed)
        widest = len(self.sizes) if self.brings is None else max(self.brings.shape)
        rows = max(1, _NUMBERS_AT_ONCE // widest)
        for done in range(0, replicates, rows):
            drawn = _drawn(draw, self.sizes, times=min(rows, replicates - done))
            yield drawn if self.brings is None else (self.brings @ drawn.T).T

    def n_drawn(self, *several: Patterns) -> int:
        """How many of the units hold a target that one of these patterns can use."""
        useful = np.unique(np.concatenate([patterns.pairable_columns for patterns in several]))
        if self.brings is None:
            return int(self.sizes[useful].sum())
        return int(np.count_nonzero(self.brings[useful].sum(axis=0)))


def _drawn(draw: np.random.Generator, sizes: Ints, *, times: int) -> Floats:
    """How often each kind is drawn, where as many units are drawn as there are: times x kinds.

    Where no two units are alike, each is drawn by its number, which is ten times as quick as drawing the counts.
    """
    n = int(sizes.sum())
    if len(sizes) < n:
        return draw.multinomial(n, sizes / n, size=times).astype(np.float64)
    chosen = draw.integers(n, size=(times, n)) + np.arange(0, times * n, n)[:, np.newaxis]
    return np.bincount(chosen.ravel(), minlength=times * n).reshape(times, n).astype(np.float64)


def over_targets(patterns: Patterns) -> Resampling:
    """Draw single targets: those of one pattern are alike."""
    return Resampling("target", patterns.counts, None)


def over_clusters(clusters: Clusters, pattern_of_target: Ints) -> Resampling:
    """Draw whole clusters of targets."""
    from scipy.sparse import csr_array

    one_each = np.ones(len(pattern_of_target))
    brings = csr_array((one_each, (pattern_of_target, clusters.codes)))  # adds up what stands in one place
    return Resampling(clusters.by, np.ones(clusters.n, dtype=np.int64), brings)


def percentile_interval(values: Floats) -> Interval:
    """The interval that the replicates of one coefficient give; a replicate without a value is NaN."""
    defined = values[np.isfinite(values)]
    n_undefined = len(values) - len(defined)
    if not len(defined):
        return Interval(None, None, n_undefined)
    low, high = np.quantile(defined, [(1 - COVERAGE) / 2, (1 + COVERAGE) / 2])
    return Interval(float(low), float(high), n_undefined)
