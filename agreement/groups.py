"""How do responses score by what they have in common: their system, their setting, the need they answer?

A long frame has a row for each response and dimension, with the columns of the groups, the cluster that the response
was drawn with (its dialogue), and the scores of people, of a judge, or of both. Means stand beside each other on the
same responses only. Intervals are percentile bootstrap over whole clusters, all from the same draws, and systems are
compared by differences on the same items.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from agreement.bootstrap import Resampling, percentile_interval
from agreement.coefficient import ratio
from agreement.errors import BadOption, ColumnsMissing
from agreement.patterns import Bools, Floats
from agreement.scale import natural_order

SOURCES = ("people", "judge")


@dataclass(frozen=True)
class GroupMean:
    """A mean over `n` responses and its 95 % interval; all None where there is no response."""

    n: int
    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class GroupScore:
    """The scores of one group of responses, named by the columns that make it.

    `people`, `judge` and `difference` (the judge's less people's) are over the responses that both have scored;
    `people_all` and `judge_all` over all that each has. What the frame has no scores of is None.
    """

    group: Mapping[str, str]
    n_responses: int
    n_clusters: int
    people: GroupMean | None
    judge: GroupMean | None
    difference: GroupMean | None
    people_all: GroupMean | None
    judge_all: GroupMean | None

    def as_json(self) -> dict[str, Any]:
        """The group as a report shows it."""
        return asdict(self)


@dataclass(frozen=True)
class SystemDifference:
    """The first system's mean score less the second's, by one source, over the `n` items that both have answered."""

    within: Mapping[str, str]
    first: str
    second: str
    source: str
    difference: GroupMean

    def as_json(self) -> dict[str, Any]:
        """The difference as a report shows it."""
        return asdict(self)


def group_scores(
    rows: pd.DataFrame, *, by: Sequence[str], cluster: str = "cluster", replicates: int = 1000, seed: int = 0
) -> tuple[GroupScore, ...]:
    """The mean scores of each group of responses that agree in the columns `by`, in natural order of their names.

    `rows` has these columns, the cluster's, and `people`, `judge` or both as numbers (NaN: not scored). Raises
    ColumnsMissing or BadOption.
    """
    sources = checked_sources(rows, by, cluster)
    scored = rows[rows[list(sources)].notna().any(axis=1)]
    scores = {source: scored[source].to_numpy(dtype=float) for source in sources}
    both = np.logical_and.reduce([np.isfinite(values) for values in scores.values()])
    groups = list(groups_of(scored, by))
    asked: list[tuple[Floats, Bools]] = []
    for _, members in groups:
        asked += [(values, members & both) for values in scores.values()]
        asked += [(values, members & np.isfinite(values)) for values in scores.values()]
        if len(scores) == len(SOURCES):
            asked.append((scores["judge"] - scores["people"], members & both))
    means = iter(_means(asked, scored[cluster], replicates=replicates, seed=seed))
    found = []
    for group, members in groups:
        same = {source: next(means) for source in scores}
        every = {source: next(means) for source in scores}
        found.append(
            GroupScore(
                group=group,
                n_responses=int(members.sum()),
                n_clusters=int(scored[cluster][members].nunique()),
                people=same.get("people"),
                judge=same.get("judge"),
                difference=next(means) if len(scores) == len(SOURCES) else None,
                people_all=every.get("people"),
                judge_all=every.get("judge"),
            )
        )
    return tuple(found)


def system_differences(
    rows: pd.DataFrame,
    *,
    between: str = "system",
    within: Sequence[str] = (),
    item: str = "item",
    cluster: str = "cluster",
    replicates: int = 1000,
    seed: int = 0,
) -> tuple[SystemDifference, ...]:
    """Compare every two systems by each source on the items that both have answered, within each group of `within`.

    `between` is the column of the systems. A system's score of an item is the mean over its responses to it. Raises
    ColumnsMissing or BadOption, as where an item stands in two clusters.
    """
    sources = checked_sources(rows, [between, *within, item], cluster)
    if (rows.groupby(item)[cluster].nunique() > 1).any():
        raise BadOption(f"an item stands in two clusters: give every {item!r} one {cluster!r}")
    found = []
    for group, members in groups_of(rows, within):
        inside = rows[members]
        systems = as_text(inside[between])
        names = natural_order(systems.unique())
        for source in sources:
            table = inside.pivot_table(index=[cluster, item], columns=systems, values=source)
            table = table.reindex(columns=list(names))
            pairs = list(combinations(names, 2))
            differences = [(table[first] - table[second]).to_numpy(dtype=float) for first, second in pairs]
            clusters = table.index.get_level_values(0).to_series(name=cluster)
            asked = [(values, np.isfinite(values)) for values in differences]
            means = _means(asked, clusters, replicates=replicates, seed=seed)
            found += [SystemDifference(group, *pair, source, mean) for pair, mean in zip(pairs, means, strict=True)]
    return tuple(found)


def checked_sources(rows: pd.DataFrame, needed: Sequence[str], cluster: str) -> tuple[str, ...]:
    """Which sources the frame has scores of.

    Raises ColumnsMissing for a column that is needed or for want of any source, BadOption for what is no score or no
    cluster.
    """
    absent = [name for name in (*needed, cluster) if name not in rows.columns]
    if absent:
        raise ColumnsMissing(absent, map(str, rows.columns))
    if rows[cluster].isna().any():
        raise BadOption(f"row {rows.index[rows[cluster].isna()][0]} has no {cluster!r}: every response needs one")
    sources = tuple(name for name in SOURCES if name in rows.columns)
    if not sources:
        raise ColumnsMissing(SOURCES[:1], map(str, rows.columns), "It holds the scores; a judge's are in 'judge'.")
    for name in sources:
        if not pd.api.types.is_numeric_dtype(rows[name]):
            raise BadOption(f"the column {name!r} is not of numbers: turn labels into scores first")
    return sources


def groups_of(rows: pd.DataFrame, by: Sequence[str]) -> Iterator[tuple[dict[str, str], Bools]]:
    """Each group's names and its rows; all rows as one group where there is no column to part them by."""
    texts = {name: as_text(rows[name]) for name in by}
    if not by:
        yield {}, np.ones(len(rows), dtype=np.bool_)
        return
    order = {name: {text: place for place, text in enumerate(natural_order(set(texts[name])))} for name in by}
    seen = set(zip(*(texts[name] for name in by), strict=True))
    for names in sorted(seen, key=lambda one: [order[name][text] for name, text in zip(by, one, strict=True)]):
        group = dict(zip(by, names, strict=True))
        yield group, np.logical_and.reduce([(texts[name] == text).to_numpy() for name, text in group.items()])


def as_text(column: "pd.Series[Any]") -> "pd.Series[str]":
    """The names of groups, empty where there is none."""
    return column.astype("str").fillna("")


def _means(
    asked: Sequence[tuple[Floats, Bools]], clusters: "pd.Series[Any]", *, replicates: int, seed: int
) -> list[GroupMean]:
    """The mean of each of these values over the chosen rows, all from the same draws of whole clusters."""
    if not any(chosen.any() for _, chosen in asked):
        return [GroupMean(0, None, None, None) for _ in asked]
    codes, names = pd.factorize(clusters)
    totals, sizes = (
        np.column_stack([np.bincount(codes, weights=column, minlength=len(names)) for column in columns])
        for columns in ([np.where(chosen, values, 0.0) for values, chosen in asked], [chosen for _, chosen in asked])
    )
    drawn = Resampling(str(clusters.name), np.ones(len(names), dtype=np.int64), None)
    blocks = [ratio(weights @ totals, weights @ sizes) for weights in drawn.weights(replicates=replicates, seed=seed)]
    resampled = np.concatenate(blocks) if blocks else np.empty((0, len(asked)))
    points, n = ratio(totals.sum(axis=0), sizes.sum(axis=0)), sizes.sum(axis=0)
    return [_mean(int(n[place]), float(points[place]), resampled[:, place]) for place in range(len(asked))]


def _mean(n: int, point: float, resampled: Floats) -> GroupMean:
    if n == 0:
        return GroupMean(0, None, None, None)
    interval = percentile_interval(resampled)
    return GroupMean(n, point, interval.low, interval.high)
