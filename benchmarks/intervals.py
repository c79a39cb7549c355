"""How often does a 95 % interval hold the true value? Simulated by size, prevalence, agreement, raters and clusters.

A target has a true label, drawn by the shares; each rater knows it with the chance sqrt(kappa), and else gives a label
drawn by the shares. So two raters agree for a reason with the chance kappa, and by chance otherwise: Fleiss, Cohen (at
any weights) and alpha (at any level) are kappa over endless targets, whatever labels are missing; raw agreement and AC1
follow from the shares. Clusters are items of eight targets; each target repeats what was said of its item with the
chance sqrt(likeness), which is then the correlation of two of them, and whole items are drawn anew.

Each study is folded, asked and resampled as a report is; only the libraries' values, which no interval is made from,
are not computed. Coverage is a share of studies: of 1,000 that cover 95 %, one standard error is 0.7 points.

    nice -n 10 .venv/bin/python -m benchmarks.intervals                         # all: some twenty minutes of one core
    .venv/bin/python -m benchmarks.intervals --studies 50 --only clusters --json FILE
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import product
from pathlib import Path

import numpy as np

from agreement.bootstrap import percentile_interval
from agreement.estimates import Asked, asked_of
from agreement.lineup import line_up
from agreement.question import draws_of
from agreement.ratings import Clusters, Codes, Ratings
from agreement.scale import declared_scale

SHARES = {"balanced": (1 / 3, 1 / 3, 1 / 3), "80/10/10": (0.8, 0.1, 0.1), "95/5": (0.95, 0.05)}
CLUSTERS = (25, 125, 200)  # of eight targets: 200, 1,000 and 1,600
KAPPAS = (0.4, 0.6, 0.8)
IN_ITEM = 8
LIKENESS = 0.2
MISSING = 0.2
WANTED = (0.93, 0.97)  # of 200 targets or more, where no label has a share under 10 %
TITLES = {
    "percent_agreement": "raw",
    "fleiss_kappa": "Fleiss",
    "alpha_nominal": "alpha",
    "alpha_ordinal": "alpha, ordinal",
    "gwet_ac1": "AC1",
    "cohen_kappa": "Cohen, a pair",
    "quadratic_kappa": "quadratic, a pair",
}


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One kind of study."""

    n_targets: int
    shares: str
    kappa: float
    n_raters: int = 3
    missing: float = 0.0
    per_cluster: int = 1

    @property
    def required(self) -> bool:
        """Whether its coverage has to be as wanted: there are enough targets, and no label is rare."""
        return self.n_targets >= 200 and min(SHARES[self.shares]) >= 0.1


@dataclass
class Coverage:
    """How many intervals of one coefficient held the true value, lay above it and below it, or were not there."""

    held: int = 0
    above: int = 0
    below: int = 0
    absent: int = 0
    widths: list[float] = field(default_factory=list)

    @property
    def share(self) -> float:
        """Of the intervals that were there, those that held it."""
        there = self.held + self.above + self.below
        return self.held / there if there else float("nan")

    def count(self, low: float | None, high: float | None, truth: float) -> None:
        """One more interval; one that ends where the truth is holds it, however that end was rounded."""
        if low is None or high is None:
            self.absent += 1
            return
        self.widths.append(high - low)
        if low > truth + 1e-12:
            self.above += 1
        elif high < truth - 1e-12:
            self.below += 1
        else:
            self.held += 1


def families() -> dict[str, list[Cell]]:
    """The cells, by what is varied beside size, prevalence and agreement."""
    every = list(product(SHARES, KAPPAS))

    def of_sizes(n_raters: int, *sizes: int, missing: float = 0.0) -> list[Cell]:
        return [
            Cell(n_targets=n, shares=shares, kappa=kappa, n_raters=n_raters, missing=missing)
            for (shares, kappa), n in product(every, sizes)
        ]

    return {
        "three raters": of_sizes(3, 50, 200, 500, 1000),
        "three raters, clusters of eight": [
            Cell(n_targets=n * IN_ITEM, shares=shares, kappa=kappa, per_cluster=IN_ITEM)
            for (shares, kappa), n in product(every, CLUSTERS)
        ],
        "two raters": of_sizes(2, 200, 1000),
        "three raters, 20 % missing": of_sizes(3, 200, 1000, missing=MISSING),
        "five raters": of_sizes(5, 200, 1000),
        "two and five raters, 20 % missing, single and in clusters of eight": [
            Cell(n_targets=n, shares=shares, kappa=0.6, n_raters=n_raters, missing=MISSING, per_cluster=per_cluster)
            for n_raters, shares, (n, per_cluster) in product(
                (2, 5), SHARES, ((200, 1), (1000, 1), (200, IN_ITEM), (1600, IN_ITEM))
            )
        ],
    }


def main() -> None:
    """Simulate the families, and print a table of each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--studies", type=int, default=1000)
    parser.add_argument("--replicates", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="families whose name has this in it")
    parser.add_argument("--json", type=Path, help="write all counts to this file too")
    options = parser.parse_args()
    counts = []
    for name, cells in families().items():
        if options.only not in name:
            continue
        started = time.process_time()
        found = [simulate(cell, options.studies, options.replicates, options.seed) for cell in cells]
        print(f"\n## {name[0].upper()}{name[1:]}\n")
        print("\n".join(table(cells, found)), flush=True)
        print(f"{name}: {time.process_time() - started:.0f} s of processor time", file=sys.stderr)
        counts += [as_json(name, cell, one) for cell, one in zip(cells, found, strict=True)]
        if options.json:
            options.json.write_text(json.dumps(counts), encoding="utf-8")


def simulate(cell: Cell, studies: int, replicates: int, seed: int) -> dict[str, Coverage]:
    """The coverage of each coefficient in so many studies; the same seed gives the same."""
    truth = truths(cell)
    covered = {key: Coverage() for key in truth}
    draw = np.random.default_rng([seed, *repr(cell).encode()])
    for _ in range(studies):
        lineup = line_up(study(cell, draw), {})
        draws = draws_of(lineup, replicates=replicates, seed=int(draw.integers(2**32)))
        asked = asked_of(lineup.people, "question") | asked_of(lineup.people.pair(0, 1), "pair")
        wanted = {key: asked[key] for key in truth}
        blocks = list(draws.resampling.weights(replicates=replicates, seed=draws.seed))
        for key, one in wanted.items():
            covered[key].count(*interval(one, blocks), truth[key])
    return covered


def interval(one: Asked, blocks: Sequence[np.ndarray]) -> tuple[float | None, float | None]:
    """As a report has it, from all weights of the question."""
    if one.undefined is not None:
        return None, None
    values = [one.statistic(one.patterns.weights_of(weights)) for weights in blocks]
    found = percentile_interval(np.concatenate(values))
    return found.low, found.high


def truths(cell: Cell) -> dict[str, float]:
    """What the coefficients are over endless targets."""
    shares = np.array(SHARES[cell.shares])
    by_chance = float((shares**2).sum())
    agreeing = cell.kappa + (1 - cell.kappa) * by_chance
    chance_of_ac1 = (1 - by_chance) / (len(shares) - 1)
    ordered = ("alpha_ordinal", "quadratic_kappa") if len(shares) > 2 else ()
    kappas = dict.fromkeys(("fleiss_kappa", "alpha_nominal", "cohen_kappa", *ordered), cell.kappa)
    found = kappas | {
        "percent_agreement": agreeing,
        "gwet_ac1": (agreeing - chance_of_ac1) / (1 - chance_of_ac1),
    }
    return {key: found[key] for key in TITLES if key in found}


def study(cell: Cell, draw: np.random.Generator) -> Ratings:
    """The labels of one study."""
    shares = SHARES[cell.shares]
    codes = said(cell, cell.n_targets, draw)
    clusters = None
    if cell.per_cluster > 1:
        n = cell.n_targets // cell.per_cluster
        item = np.repeat(np.arange(n), cell.per_cluster)
        repeats = draw.random(cell.n_targets) < np.sqrt(LIKENESS)
        codes = np.where(repeats[:, np.newaxis], said(cell, n, draw)[item], codes)
        clusters = Clusters("item", item, n)
    if cell.missing:
        codes[draw.random(codes.shape) < cell.missing] = -1
    scale = declared_scale("ordinal" if len(shares) > 2 else "nominal", [str(n + 1) for n in range(len(shares))])
    return Ratings("", scale, tuple(f"r{n + 1}" for n in range(cell.n_raters)), codes, clusters, 0)


def said(cell: Cell, n: int, draw: np.random.Generator) -> Codes:
    """What raters say of n targets: the true label where they know it, else a guess."""
    shares = SHARES[cell.shares]
    true = draw.choice(len(shares), size=(n, 1), p=shares)
    guessed = draw.choice(len(shares), size=(n, cell.n_raters), p=shares)
    known = draw.random((n, cell.n_raters)) < np.sqrt(cell.kappa)
    return np.where(known, true, guessed).astype(np.int16)


def table(cells: Sequence[Cell], found: Sequence[dict[str, Coverage]]) -> Iterator[str]:
    """Coverage in percent, in Markdown; what is outside of what is wanted is bold, a required cell has a mark."""
    several = {name: len({getattr(cell, name) for cell in cells}) > 1 for name in ("n_raters", "per_cluster")}
    heads = ["shares", "kappa", *(["raters"] if several["n_raters"] else []), "targets", "", *TITLES.values(), "none"]
    yield "| " + " | ".join(heads) + " |"
    yield "|" + "---|" * len(heads)
    for cell, coverage in zip(cells, found, strict=True):
        of_raters = [str(cell.n_raters)] if several["n_raters"] else []
        n = f"{cell.n_targets:,}"
        if cell.per_cluster > 1:
            n += f" in {cell.n_targets // cell.per_cluster}"
        absent = max(one.absent / (one.held + one.above + one.below + one.absent) for one in coverage.values())
        yield (
            "| "
            + " | ".join(
                [
                    cell.shares,
                    f"{cell.kappa:.1f}",
                    *of_raters,
                    n,
                    "required" if cell.required else "",
                    *(shown(coverage.get(key)) for key in TITLES),
                    f"{100 * absent:.1f}" if absent else "",
                ]
            )
            + " |"
        )


def shown(one: Coverage | None) -> str:
    """A percentage, bold where it is not as wanted."""
    if one is None or np.isnan(one.share):
        return ""
    text = f"{100 * one.share:.1f}"
    return text if WANTED[0] <= one.share <= WANTED[1] else f"**{text}**"


def as_json(name: str, cell: Cell, found: dict[str, Coverage]) -> dict[str, object]:
    """All counts of a cell, and how wide its intervals are on average."""
    coefficients = {
        key: {"held": one.held, "above": one.above, "below": one.below, "absent": one.absent}
        | {"width": float(np.mean(one.widths)) if one.widths else None}
        for key, one in found.items()
    }
    return {"family": name, "required": cell.required} | asdict(cell) | {"coefficients": coefficients}


if __name__ == "__main__":
    main()
