"""How large is a ratio of two sums, and how far could it have come out differently, had other items been drawn?

Everything that is measured here is such a ratio: a share, a mean, a pooled F1; or it is put together from some. A mean
of ratios is one too, with a denominator of 1 for each. Intervals are percentile bootstrap over whole clusters, and all
ratios that are asked for together are from the same draws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from languages import joined, worded

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

FEW_CLUSTERS = 30
MOST_UNDEFINED = 0.05
NUMBERS_AT_ONCE = 4_000_000

Undefined = Literal["nothing_to_count", "part_undefined"]
REASONS: Mapping[Undefined, str] = {
    "nothing_to_count": worded("nothing to count"),
    "part_undefined": worded("one of its parts is undefined"),
}


@dataclass(frozen=True)
class Count:
    """What one response or item brings: its cluster, and what it adds to the numerator and the denominator."""

    cluster: str
    part: float
    whole: float


@dataclass(frozen=True)
class Draws:
    """How often clusters are drawn anew, from which seed."""

    replicates: int = 1000
    seed: int = 0


@dataclass(frozen=True)
class Ratio:
    """A value with its 95 % interval, or the reason why there is none. `n` is the denominator, nothing is rounded.

    There is no interval over a single cluster. `note` is what a reader should know of it, `basis` what it was computed
    from, for its differences from others (exports.measures.differences); nobody needs that afterwards.
    """

    value: float | None
    low: float | None
    high: float | None
    n: float
    n_clusters: int
    undefined: Undefined | None = None
    note: str | None = None
    basis: Basis | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True)
class Basis:
    """The sums by cluster of which a figure is a ratio, or is combined; `name` is the figure's own."""

    name: str
    clusters: tuple[str, ...]
    sums: Mapping[str, tuple[Floats, Floats]]
    combined: Mapping[str, Combine]

    def value(self, sums: Mapping[str, tuple[Any, Any]]) -> Any:
        """The figure where numerators and denominators are these, by the names of `sums`; a number for each draw."""
        values = {name: _divided(part, whole) for name, (part, whole) in sums.items()}
        for name, combine in self.combined.items():
            values[name] = combine(values)
        return values[self.name]

    @property
    def counted(self) -> frozenset[str]:
        """The clusters in which something is counted."""
        there = sum(whole != 0 for _, whole in self.sums.values())
        return frozenset(name for name, is_there in zip(self.clusters, there, strict=True) if is_there)


Combine = Callable[[Mapping[str, Any]], Any]  # of numbers or of arrays of numbers by name, another one


def averaged(counts: Sequence[Count]) -> list[Count]:
    """The same counts for a mean of ratios: those with a denominator, each weighing the same."""
    return [Count(count.cluster, count.part / count.whole, 1.0) for count in counts if count.whole]


def resampled(
    counts: Mapping[str, Sequence[Count]], *, draws: Draws, combined: Mapping[str, Combine] | None = None
) -> dict[str, Ratio]:
    """Each ratio by its name, and what is combined of them, all from the same draws of clusters.

    A combination has as its `n` the least of all denominators.
    """
    import numpy as np

    clusters = {name: place for place, name in enumerate(sorted({c.cluster for own in counts.values() for c in own}))}
    sums = {name: _sums(own, clusters) for name, own in counts.items()}
    values: dict[str, Any] = {name: _divided(part.sum(), whole.sum()) for name, (part, whole) in sums.items()}
    replicates = _replicates(sums, len(clusters), draws)
    for name, combine in (combined or {}).items():
        values[name], replicates[name] = combine(values), np.asarray(combine(replicates), dtype=float)
    sizes = {name: (float(whole.sum()), int(np.count_nonzero(whole))) for name, (_, whole) in sums.items()}
    least = min(sizes.values(), default=(0.0, 0))
    bases = _bases(tuple(clusters), sums, combined or {})
    return {
        name: replace(
            estimated(float(value), replicates[name], *sizes.get(name, least), is_combined=name not in sums),
            basis=bases[name],
        )
        for name, value in values.items()
    }


def ratio(counts: Sequence[Count], *, draws: Draws) -> Ratio:
    """One ratio."""
    return resampled({"": counts}, draws=draws)[""]


def _bases(
    clusters: tuple[str, ...], sums: Mapping[str, tuple[Floats, Floats]], combined: Mapping[str, Combine]
) -> dict[str, Basis]:
    """What each figure rests on: its own sums, or all of them where it is combined."""
    own = {name: Basis(name, clusters, {name: each}, {}) for name, each in sums.items()}
    return own | {name: Basis(name, clusters, sums, combined) for name in combined}


def _sums(counts: Sequence[Count], clusters: Mapping[str, int]) -> tuple[Floats, Floats]:
    """The numerator and the denominator of each cluster."""
    import numpy as np

    places = np.array([clusters[count.cluster] for count in counts], dtype=np.int64)
    parts, wholes = ([getattr(count, name) for count in counts] for name in ("part", "whole"))
    return tuple(np.bincount(places, weights=np.array(each), minlength=len(clusters)) for each in (parts, wholes))  # type: ignore[return-value]


def _replicates(sums: Mapping[str, tuple[Floats, Floats]], n_clusters: int, draws: Draws) -> dict[str, Any]:
    """The value of each ratio in each draw; NaN where its denominator is 0."""
    import numpy as np

    found: dict[str, list[Floats]] = {name: [np.empty(0)] for name in sums}
    for weights in drawn(n_clusters, draws):
        for name, (part, whole) in sums.items():
            found[name].append(_divided(weights @ part, weights @ whole))
    return {name: np.concatenate(blocks) for name, blocks in found.items()}


def drawn(n_clusters: int, draws: Draws) -> Iterator[Floats]:
    """How often each cluster comes in each draw, some draws at a time: the same for as many clusters and one seed."""
    import numpy as np

    generator = np.random.default_rng(draws.seed)
    at_once = max(1, NUMBERS_AT_ONCE // max(n_clusters, 1))
    for done in range(0, draws.replicates if n_clusters else 0, at_once):
        size = min(at_once, draws.replicates - done)
        yield generator.multinomial(n_clusters, np.full(n_clusters, 1 / n_clusters), size=size).astype(float)


def _divided(part: Any, whole: Any) -> Any:
    import numpy as np

    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(np.asarray(whole) == 0, np.nan, np.divide(part, whole))


def estimated(value: float, replicates: Floats, n: float, n_clusters: int, *, is_combined: bool) -> Ratio:
    """A value with the interval that its replicates give, and what a reader should know of it."""
    import numpy as np

    from agreement.bootstrap import percentile_interval

    if not np.isfinite(value):
        return Ratio(None, None, None, n, n_clusters, "part_undefined" if is_combined else "nothing_to_count")
    if n_clusters < 2:
        note = worded("no interval: only one cluster") if len(replicates) else None
        return Ratio(value, None, None, n, n_clusters, note=note)
    interval = percentile_interval(replicates)
    notes = []
    if interval.n_undefined > MOST_UNDEFINED * len(replicates):
        notes.append(worded("undefined in {n} of {total} resamples", n=interval.n_undefined, total=len(replicates)))
    if interval.low is not None and interval.low == interval.high:
        notes.append(worded("the interval has no width: every resample gives the same value"))
    if len(replicates) and n_clusters < FEW_CLUSTERS:
        notes.append(worded("the interval is rough: only {n} clusters", n=n_clusters))
    return Ratio(value, interval.low, interval.high, n, n_clusters, note=joined(notes) or None)
