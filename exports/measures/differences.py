"""How far do two systems differ, and could that have come out otherwise, had other items been drawn?

Two figures of systems that answered the same items go up and down together when other items are drawn, so the interval
of their difference does not follow from their own two: it is the percentile bootstrap of the difference itself. In each
draw the same clusters count for every system; the value is the first figure minus the second, as both stand.

Compared are systems in one setting, and settings of one system; all else (scenario, whose word, run) is the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

from exports.measures.ratios import Basis, Draws, Ratio, drawn, estimated
from languages import joined, worded

if TYPE_CHECKING:
    from exports.measures.measure import MeasureRow, Way

WHO = ("system", "setting")  # what differs in a pair, one of them at a time
APART = worded("not paired: the two have no cluster in common")


@dataclass(frozen=True)
class Difference:
    """One figure of the `first` minus that of the `second`, who are system and setting; `of` is the same for both.

    The `n` of the ratio is how many clusters both have something in, and so are paired.
    """

    measure: str
    way: Way
    of: Mapping[str, str]
    first: Mapping[str, str]
    second: Mapping[str, str]
    ratio: Ratio


def between(rows: Sequence[MeasureRow], *, draws: Draws) -> list[Difference]:
    """The differences between all systems in one setting, and all settings of one system, figure by figure."""
    groups: dict[tuple[object, ...], list[MeasureRow]] = {}
    for row in rows:
        if row.ratio.basis is not None and "system" in row.of:
            same = tuple(sorted((name, value) for name, value in row.of.items() if name not in WHO))
            groups.setdefault((row.measure, row.way, same), []).append(row)
    drawn_alike: dict[tuple[str, ...], list[list[MeasureRow]]] = {}
    for own in groups.values():
        if len(own) > 1:
            clusters = sorted({cluster for row in own for cluster in _basis(row).clusters})
            drawn_alike.setdefault(tuple(clusters), []).append(own)
    found: dict[int, list[Difference]] = {}
    for clusters_of, together in drawn_alike.items():
        values = _values([_basis(row) for own in together for row in own], clusters_of, draws)
        for own in together:
            found[id(own)] = list(_of_group(own, [next(values) for _ in own]))
    return [each for own in groups.values() for each in found.get(id(own), ())]


def _basis(row: MeasureRow) -> Basis:
    if row.ratio.basis is None:
        raise LookupError(f"the figure {row.measure!r} does not say what it was computed from")
    return row.ratio.basis


def _of_group(rows: Sequence[MeasureRow], values: Sequence[Any]) -> Iterator[Difference]:
    counted = [_basis(row).counted for row in rows]
    for (place, first), (other, second) in combinations(enumerate(rows), 2):
        changed = [name for name in WHO if first.of.get(name) != second.of.get(name)]
        if len(changed) != 1:
            continue
        shared = len(counted[place] & counted[other])
        yield Difference(
            first.measure,
            first.way,
            {name: value for name, value in first.of.items() if name not in WHO},
            {name: first.of.get(name, "") for name in WHO},
            {name: second.of.get(name, "") for name in WHO},
            _estimated(first.ratio, second.ratio, values[place] - values[other], shared),
        )


def _estimated(first: Ratio, second: Ratio, replicates: Any, shared: int) -> Ratio:
    if first.value is None or second.value is None:
        return Ratio(None, None, None, shared, shared, "part_undefined")
    counted = shared or max(first.n_clusters, second.n_clusters)
    found = estimated(first.value - second.value, replicates, shared, counted, is_combined=True)
    if shared:
        return found
    return replace(found, n_clusters=0, note=joined([each for each in (APART, found.note) if each]))


def _values(bases: Sequence[Basis], clusters: Sequence[str], draws: Draws) -> Iterator[Any]:
    """Every figure in every draw; the clusters of all stand in one order, and so count alike for each."""
    import numpy as np

    at = {cluster: place for place, cluster in enumerate(clusters)}
    columns = np.zeros((len(clusters), 2 * sum(len(basis.sums) for basis in bases)))
    place = 0
    for basis in bases:
        own = [at[cluster] for cluster in basis.clusters]
        for part, whole in basis.sums.values():
            columns[own, place], columns[own, place + 1] = part, whole
            place += 2
    sums = iter(
        np.concatenate([np.empty((0, place)), *(weights @ columns for weights in drawn(len(clusters), draws))]).T
    )
    for basis in bases:
        yield np.asarray(basis.value({name: (next(sums), next(sums)) for name in basis.sums}), dtype=float)
