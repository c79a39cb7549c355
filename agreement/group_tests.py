"""Do responses to some needs score better than to others? The published test, and one that heeds what stands together.

As the ENPMR-Bench paper has it: needs are ranked by their mean score, and the best and the worst are each compared with
their neighbour in rank by a one-sided Mann-Whitney U test (normal approximation, corrected for ties and continuity;
`*` p < .05, `**` < .01, `***` < .001). It takes responses for independent and picks the pairs after looking.

Beside it, every two needs by a permutation test of the difference of their means: whole clusters, such as dialogues,
trade their needs, and the two-sided p-value is (1 + permutations at least as far apart) / (1 + permutations). The pairs
of one system, setting and dimension are corrected together (Holm 1979).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any, Literal

import numpy as np
import pandas as pd

from agreement.errors import BadOption, SplitCluster
from agreement.groups import as_text, checked_sources, groups_of
from agreement.patterns import Bools, Floats, Ints
from agreement.refusals import Refusal
from agreement.scale import natural_order

WITHIN = ("system", "setting", "dimension")
STARS = ((0.001, "***"), (0.01, "**"), (0.05, "*"))
_NUMBERS_AT_ONCE = 4_000_000
_SAME = 1e-12  # differences nearer than this are equal, in whatever order they were summed


@dataclass(frozen=True)
class NeighbourTest:
    """The best or the worst need against its neighbour in rank, one-sided; `stars` are empty above .05."""

    which: Literal["best", "worst"]
    need: str
    neighbour: str
    u: float | None
    p_value: float | None
    stars: str
    undefined: Refusal | None


@dataclass(frozen=True)
class PairTest:
    """Two needs: the first's mean less the second's, and its p-value by permutation, alone and with Holm's correction.

    `n_clusters` are those of the first and of the second.
    """

    first: str
    second: str
    difference: float
    n_clusters: tuple[int, int]
    p_value: float | None
    p_adjusted: float | None
    undefined: Refusal | None


@dataclass(frozen=True)
class NeedSignificance:
    """The needs of one system, setting and dimension, by one source: means by rank, and the tests between them."""

    within: Mapping[str, str]
    source: str
    undefined: Refusal | None
    means: Mapping[str, float]
    n: Mapping[str, int]
    neighbours: tuple[NeighbourTest, ...]
    pairs: tuple[PairTest, ...]
    permutations: int
    seed: int

    def as_json(self) -> dict[str, Any]:
        """The tests as a report shows them."""
        return asdict(self)


def need_significance(
    rows: pd.DataFrame,
    *,
    need: str = "need",
    within: Sequence[str] = WITHIN,
    cluster: str = "cluster",
    permutations: int = 1999,
    seed: int = 0,
) -> tuple[NeedSignificance, ...]:
    """Test whether scores differ by need, within each group of the columns `within` and by each source.

    `rows` as in `agreement.groups.group_scores`. A group with one need only is `few_groups`. Raises ColumnsMissing,
    BadOption, or SplitCluster where a cluster holds two needs and so cannot be permuted whole.
    """
    found = []
    sources = checked_sources(rows, [need, *within], cluster)
    for group, members in groups_of(rows, within):
        inside = rows[members]
        clusters, _ = pd.factorize(inside[cluster])
        needs = as_text(inside[need])
        _refuse_split(needs, inside[cluster], need)
        for source in sources:
            scores = inside[source].to_numpy(dtype=float)
            samples = {
                name: (scores[chosen], clusters[chosen])
                for name in natural_order(needs.unique())
                if (chosen := (needs == name).to_numpy() & np.isfinite(scores)).any()
            }
            found.append(_tested(group, source, samples, permutations=permutations, seed=seed))
    return tuple(found)


Sample = tuple[Floats, Ints]  # scores, and the cluster of each


def _refuse_split(needs: "pd.Series[str]", clusters: "pd.Series[Any]", need: str) -> None:
    several = needs.groupby(clusters.to_numpy()).nunique()
    if (several > 1).any():
        raise SplitCluster(
            f"{clusters.name} {several.index[several > 1][0]!r} holds several of {need!r}: give each cluster one"
        )


def _tested(
    group: Mapping[str, str], source: str, samples: Mapping[str, Sample], *, permutations: int, seed: int
) -> NeedSignificance:
    means = {name: float(scores.mean()) for name, (scores, _) in samples.items()}
    ranked = sorted(means, key=lambda name: -means[name])
    several = len(ranked) > 1
    return NeedSignificance(
        within=group,
        source=source,
        undefined=None if several else "few_groups",
        means={name: means[name] for name in ranked},
        n={name: len(samples[name][0]) for name in ranked},
        neighbours=tuple(_neighbours(ranked, samples)) if several else (),
        pairs=_pairs(ranked, samples, permutations=permutations, seed=seed),
        permutations=permutations,
        seed=seed,
    )


def _neighbours(ranked: Sequence[str], samples: Mapping[str, Sample]) -> Iterator[NeighbourTest]:
    asked: tuple[tuple[Literal["best", "worst"], str, str], ...] = (
        ("best", ranked[0], ranked[1]),
        ("worst", ranked[-1], ranked[-2]),
    )
    for which, name, neighbour in asked:
        x, y = samples[name][0], samples[neighbour][0]
        if len(np.unique(np.concatenate([x, y]))) == 1:
            yield NeighbourTest(which, name, neighbour, None, None, "", "all_alike")
            continue
        u, p = mann_whitney(x, y, alternative="greater" if which == "best" else "less")
        yield NeighbourTest(which, name, neighbour, u, p, stars(p), None)


def mann_whitney(
    x: Floats,
    y: Floats,
    *,
    alternative: Literal["greater", "less"],
    method: Literal["asymptotic", "exact"] = "asymptotic",
) -> tuple[float, float]:
    """U of the first sample and its one-sided p-value, by the normal approximation corrected for ties.

    The exact distribution knows no ties: BadOption refuses it where there are some. Source: scipy.

    >>> mann_whitney(np.array([19.0, 22, 16, 29, 24]), np.array([20.0, 11, 17, 12]), alternative="greater")[0]
    17.0
    """
    from scipy.stats import mannwhitneyu

    both = np.concatenate([x, y])
    if method == "exact" and len(np.unique(both)) < len(both):
        raise BadOption("the exact Mann-Whitney test takes no equal scores: use the asymptotic one")
    found = mannwhitneyu(x, y, alternative=alternative, method=method)
    return float(found.statistic), float(found.pvalue)


def stars(p_value: float) -> str:
    """The stars of the paper: `*` below .05, `**` below .01, `***` below .001."""
    return next((text for limit, text in STARS if p_value < limit), "")


def _pairs(
    ranked: Sequence[str], samples: Mapping[str, Sample], *, permutations: int, seed: int
) -> tuple[PairTest, ...]:
    found = []
    for place, (first, second) in enumerate(combinations(ranked, 2)):
        (x, of_x), (y, of_y) = samples[first], samples[second]
        n_clusters = (len(np.unique(of_x)), len(np.unique(of_y)))
        difference, p_value, undefined = float(x.mean() - y.mean()), None, _why_no_pair(x, y, n_clusters)
        if undefined is None:
            draw = np.random.default_rng([seed, place])
            p_value = permutation_p_value((x, of_x), (y, of_y), permutations=permutations, draw=draw)
        found.append((first, second, difference, n_clusters, p_value, undefined))
    adjusted = iter(holm([one[4] for one in found if one[4] is not None]))
    return tuple(
        PairTest(first, second, difference, n, p, None if p is None else next(adjusted), undefined)
        for first, second, difference, n, p, undefined in found
    )


def _why_no_pair(x: Floats, y: Floats, n_clusters: tuple[int, int]) -> Refusal | None:
    if min(n_clusters) < 2:
        return "few_clusters"
    return "all_alike" if len(np.unique(np.concatenate([x, y]))) == 1 else None


def permutation_p_value(x: Sample, y: Sample, *, permutations: int, draw: np.random.Generator) -> float:
    """The two-sided p-value of the difference of two means, their clusters permuted whole.

    Each sample is scores and the cluster of each; no cluster is in both.
    """
    totals, sizes, n_of_x = _by_cluster(x, y)
    observed = abs(_difference(np.arange(len(totals))[np.newaxis] < n_of_x, totals, sizes)[0])
    as_far, n_left = 0, permutations
    at_once = max(1, _NUMBERS_AT_ONCE // len(totals))
    while n_left:
        n = min(at_once, n_left)
        order = draw.permuted(np.tile(np.arange(len(totals)), (n, 1)), axis=1)
        as_far += int((np.abs(_difference(order < n_of_x, totals, sizes)) >= observed - _SAME).sum())
        n_left -= n
    return (1 + as_far) / (1 + permutations)


def _by_cluster(x: Sample, y: Sample) -> tuple[Floats, Floats, int]:
    """The sum and the number of each cluster's scores, those of x first, and how many those are."""
    parts = [(np.unique(clusters, return_inverse=True)[1], scores) for scores, clusters in (x, y)]
    totals = [np.bincount(place, weights=scores) for place, scores in parts]
    sizes = [np.bincount(place).astype(float) for place, _ in parts]
    return np.concatenate(totals), np.concatenate(sizes), len(totals[0])


def _difference(in_first: Bools, totals: Floats, sizes: Floats) -> Floats:
    """The mean of the clusters in the first sample less that of the others, for each row."""
    first, n_first = in_first @ totals, in_first @ sizes
    difference: Floats = first / n_first - (totals.sum() - first) / (sizes.sum() - n_first)
    return difference


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's step-down correction of these p-values, in their order."""
    order = np.argsort(p_values, kind="stable")
    factors = len(p_values) - np.arange(len(p_values))
    stepped = np.minimum(np.maximum.accumulate(np.array(p_values)[order] * factors), 1.0)
    adjusted = np.empty(len(p_values))
    adjusted[order] = stepped
    return [float(one) for one in adjusted]
