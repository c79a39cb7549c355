"""How many targets does an interval of the wanted width need? Found by simulating studies before there is one.

A target has a true label, drawn by the shares; each rater knows it with one chance, and else gives a label drawn by the
shares. So every rater uses the labels as the shares say, and the chance is chosen such that the coefficient, over
endless targets, has the agreement that is expected. Of each study the package's own interval is taken (percentile
bootstrap), and n is the smallest number of targets for which these are no wider than wanted, on average.

Targets of one cluster may be alike: `likeness` is the correlation of two of them in all that raters say (each repeats
what was said of its cluster with the chance sqrt(likeness), else it is a target of its own). Clusters are then drawn
whole. Nobody misses a target. Widths come from few simulated studies, so that n has a Monte-Carlo error, which is said.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from agreement.bootstrap import Resampling, over_clusters, over_targets, percentile_interval
from agreement.coefficient import Coefficient, declared
from agreement.errors import BadOption
from agreement.estimates import FEW_DRAWN
from agreement.patterns import Floats, Ints, Patterns
from agreement.ratings import Clusters
from agreement.scale import LEVELS, declared_scale

STUDIES = 200
REPLICATES = 400
FEWEST_TARGETS = 10
MOST_TARGETS = 1_000_000
MOST_ROWS = 100_000  # of labels that raters can give
NEAR = 0.1  # of the number of clusters: as near as the search for it comes before all studies are made
_ENDLESS = 1e9
_MOST_STEPS = 30


@dataclass(frozen=True)
class Plan:
    """The number of targets for a wanted width, and how sure that number is.

    `width` is the mean width of the intervals with `n_targets`, and `share_as_narrow` the share of them that
    are as narrow as wanted. `monte_carlo_error` is half the 95 % interval of `n_targets` over other seeds.
    """

    coefficient: str
    title: str
    agreement: float
    shares: tuple[float, ...]
    raters: int
    wanted_width: float
    per_cluster: int
    likeness: float
    n_targets: int
    n_clusters: int
    width: float
    share_as_narrow: float
    monte_carlo_error: int
    studies: int
    replicates: int
    seed: int
    note: str | None

    def as_json(self) -> dict[str, Any]:
        """The plan as the command line prints it."""
        return asdict(self) | {"shares": list(self.shares)}


def plan(
    *,
    agreement: float,
    shares: tuple[float, ...],
    raters: int,
    width: float,
    coefficient: str = "fleiss_kappa",
    per_cluster: int = 1,
    likeness: float = 0.1,
    seed: int = 0,
    studies: int = STUDIES,
    replicates: int = REPLICATES,
) -> Plan:
    """The smallest number of targets whose 95 % intervals are no wider than `width`, on average.

    `agreement` is the value of the coefficient that is expected, `shares` how often each label is used (in order, sum
    1). A coefficient of pairs is planned for two of the raters. `per_cluster` targets stand together, `likeness` alike.
    Raises BadOption for what cannot be planned.
    """
    chosen = _coefficient(coefficient)
    _check(agreement, shares, raters, width, per_cluster, likeness)
    rows = _rows(chosen, n_labels=len(shares), n_raters=raters if "question" in chosen.scopes else 2)
    studied = _Studies(
        coefficient=chosen,
        rows=rows,
        chances=_chances(rows, np.array(shares), _knowing(chosen, rows, np.array(shares), agreement)),
        per_cluster=per_cluster,
        likeness=likeness if per_cluster > 1 else 0.0,
        n_studies=studies,
        replicates=replicates,
        seed=seed,
    )
    n_clusters, widths, note = _search(studied, width)
    mean, deviation = float(widths.mean()), float(widths.std(ddof=1))
    error = 2 * 1.96 * deviation / np.sqrt(studies) / mean if mean else 0.0  # widths fall as 1 / sqrt(n)
    return Plan(
        coefficient=chosen.key,
        title=(chosen.title_for_two if len(rows.raters) == 2 else None) or chosen.title,
        agreement=agreement,
        shares=tuple(shares),
        raters=len(rows.raters),
        wanted_width=width,
        per_cluster=per_cluster,
        likeness=studied.likeness,
        n_targets=n_clusters * per_cluster,
        n_clusters=n_clusters,
        width=mean,
        share_as_narrow=float((widths <= width).mean()),
        monte_carlo_error=int(np.ceil(error * n_clusters * per_cluster)),
        studies=studies,
        replicates=replicates,
        seed=seed,
        note=note,
    )


@dataclass(frozen=True, eq=False)
class _Studies:
    """How studies are simulated: `chances` are those of each of the `rows`, all that raters can say of one target."""

    coefficient: Coefficient
    rows: Patterns
    chances: Floats
    per_cluster: int
    likeness: float
    n_studies: int
    replicates: int
    seed: int

    def widths(self, n_clusters: int, *, n_studies: int) -> Floats:
        """The width of each study's interval, infinite where it has none; the same for the same number of clusters."""
        draw = np.random.default_rng([self.seed, n_clusters])
        return np.array([self._width(n_clusters, draw) for _ in range(n_studies)])

    def _width(self, n_clusters: int, draw: np.random.Generator) -> float:
        patterns, resampling = self._study(n_clusters, draw)
        statistic = self.coefficient.statistic(patterns)
        seed = int(draw.integers(2**32))
        blocks = [statistic(weights) for weights in resampling.weights(replicates=self.replicates, seed=seed)]
        interval = percentile_interval(np.concatenate(blocks))
        return np.inf if interval.low is None or interval.high is None else interval.high - interval.low

    def _study(self, n_clusters: int, draw: np.random.Generator) -> tuple[Patterns, Resampling]:
        """The rows that were seen, and what is drawn anew."""
        if self.per_cluster == 1:
            patterns = _seen(self.rows, draw.multinomial(n_clusters, self.chances))
            return patterns, over_targets(patterns)
        of_cluster = draw.choice(len(self.chances), size=(n_clusters, 1), p=self.chances)
        own = draw.choice(len(self.chances), size=(n_clusters, self.per_cluster), p=self.chances)
        repeats = draw.random(own.shape) < np.sqrt(self.likeness)
        row = np.where(repeats, of_cluster, own).ravel()
        patterns = _seen(self.rows, np.bincount(row, minlength=len(self.chances)))
        cluster = np.repeat(np.arange(n_clusters), self.per_cluster)
        of_target = np.unique(row, return_inverse=True)[1]
        return patterns, over_clusters(Clusters("cluster", cluster, n_clusters), of_target)


def _search(studied: _Studies, width: float) -> tuple[int, Floats, str | None]:
    """The smallest number of clusters that does, the widths of its studies, and what to know about it.

    Widths fall as 1 / sqrt(n): a few studies lead near the number, and all of them, once there, say it.
    """
    fewest = max(2, -(-FEWEST_TARGETS // studied.per_cluster))
    n, step = fewest, np.inf
    for _ in range(_MOST_STEPS):
        mean = float(studied.widths(n, n_studies=max(2, studied.n_studies // 8)).mean())
        step = (mean / width) ** 2 if np.isfinite(mean) else 4.0
        if n * step * studied.per_cluster > MOST_TARGETS:
            raise BadOption(f"a width of {width} needs more than {MOST_TARGETS} targets: plan for a wider interval")
        last, n = n, max(fewest, round(n * step))
        if abs(n - last) <= NEAR * last:
            break
    widths = studied.widths(n, n_studies=studied.n_studies)
    while not np.isfinite(widths).all():  # a study in which nothing varied has no interval
        n *= 2
        widths = studied.widths(n, n_studies=studied.n_studies)
    needed = max(fewest, int(np.ceil(n * (float(widths.mean()) / width) ** 2)))
    return needed, widths * np.sqrt(n / needed), "; ".join(_notes(needed, fewest)) or None


def _notes(n_clusters: int, fewest: int) -> Iterator[str]:
    if n_clusters < FEW_DRAWN:
        yield f"intervals over fewer than {FEW_DRAWN} are rough"
    if n_clusters == fewest:
        yield f"fewer may do: fewer than {FEWEST_TARGETS} targets are not planned for"


def _coefficient(key: str) -> Coefficient:
    known = {one.key: one for one in declared() if one.scopes & {"question", "pair"} and one.levels & set(LEVELS)}
    if key not in known:
        raise BadOption(f"there is no coefficient {key!r} to plan for; there are: {', '.join(known)}")
    return known[key]


def _check(
    agreement: float, shares: tuple[float, ...], raters: int, width: float, per_cluster: int, likeness: float
) -> None:
    if len(shares) < 2 or min(shares) <= 0 or abs(sum(shares) - 1) > 1e-6:
        raise BadOption(f"the shares {', '.join(map(str, shares))} are not two or more above 0 that sum to 1")
    for name, value, fits, allowed in (
        ("agreement", agreement, 0 <= agreement < 1, "0 or more and below 1"),
        ("number of raters", raters, raters >= 2, "2 or more"),
        ("width", width, 0 < width < 2, "above 0 and below 2"),
        ("number of targets in a cluster", per_cluster, per_cluster >= 1, "1 or more"),
        ("likeness", likeness, 0 <= likeness <= 1, "0 to 1"),
    ):
        if not fits:
            raise BadOption(f"the {name} is {value}: it has to be {allowed}")
    if len(shares) ** raters > MOST_ROWS:
        raise BadOption(f"{raters} raters with {len(shares)} labels are too many to plan for: take fewer raters")


def _rows(coefficient: Coefficient, *, n_labels: int, n_raters: int) -> Patterns:
    """All that raters can say of a target; labels are 1, 2, … on the first level that the coefficient takes."""
    names = [str(number + 1) for number in range(n_labels)]
    scale = next(scale for level in LEVELS if coefficient.takes(scale := declared_scale(level, names)))
    codes = np.indices((n_labels,) * n_raters).reshape(n_raters, -1).T.astype(np.int64)
    raters = tuple(f"rater {number + 1}" for number in range(n_raters))
    return Patterns(scale, raters, codes, np.ones(len(codes), dtype=np.int64), np.arange(len(codes)))


def _chances(rows: Patterns, shares: Floats, knowing: float) -> Floats:
    """How likely raters are to say each row, who know the true label with this chance."""
    of_label = knowing * np.eye(len(shares)) + (1 - knowing) * shares  # true labels x labels
    of_row: Floats = shares @ np.prod(of_label[:, rows.codes], axis=2)
    chances: Floats = of_row / of_row.sum()
    return chances


def _knowing(coefficient: Coefficient, rows: Patterns, shares: Floats, agreement: float) -> float:
    """The chance of knowing the true label that gives this agreement over endless targets, by bisection."""
    statistic = coefficient.statistic(rows)

    def value(knowing: float) -> float:
        return float(statistic(_ENDLESS * _chances(rows, shares, knowing)[np.newaxis])[0])

    lowest = value(0.0)
    if agreement < lowest - 1e-6:
        raise BadOption(f"raters who guess have a {coefficient.title} of {lowest:.3f} already: expect more agreement")
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if value(middle) < agreement else (low, middle)
    return (low + high) / 2


def _seen(rows: Patterns, counts: Ints) -> Patterns:
    """The rows that stand in a study, and how many targets show each."""
    seen = counts > 0
    n_seen = int(seen.sum())
    return Patterns(rows.scale, rows.raters, rows.codes[seen], counts[seen].astype(np.int64), np.arange(n_seen))
