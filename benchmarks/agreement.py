"""What do coefficients and their intervals cost, beside what else could be done with the same labels?

    .venv/bin/python -m benchmarks.agreement            # 10^4, 10^5 and 10^6 targets, and the command line
    .venv/bin/python -m benchmarks.agreement --targets 10000 --without-command

Five raters, three labels, a fifth of them missing, 1,000 replicates. Three parts of a report, from the matrix of labels
on: the coefficients of several raters together, all pairs, and the whole question. Beside them (a) a loop over
`krippendorff.alpha` of targets drawn anew and (b) the same loop in plain NumPy for Fleiss' kappa, both extrapolated
from a few replicates, and (c) one pass of NumPy over the same bytes: `bincount` of the labels. `count_nonzero` of those
that are there is the cheapest pass that there is, and is printed too. Memory is the most that numpy and Python had
beside the matrix. Then the command line on two CSVs of a million labels, once its imports are done, beside pandas
reading that file: as it does by itself, and all as text, which ids need to stay what they are.

Every time is the least of several. Where the machine is shared, processor time (all threads) says more than the wall.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import krippendorff
import numpy as np
import numpy.typing as npt
import pandas as pd

from agreement.estimates import asked_of, resample
from agreement.lineup import line_up
from agreement.question import Question, draws_of, question_report
from agreement.ratings import Codes, Ratings
from agreement.scale import declared_scale

LABELS = ("no", "unclear", "yes")
RATERS = ("ann", "bo", "cy", "dee", "eve")
MISSING = 0.2
KNOWING = 0.77  # a kappa of .6
REPLICATES = 1000
SEED = 0
ROWS = 1_000_000  # of the file
FEW_ROWS = 50
TIMES = 5


@dataclass(frozen=True)
class Cost:
    """Seconds on the clock and of the processor."""

    wall: float
    processor: float

    def __str__(self) -> str:
        return f"{self.wall * 1000:10,.1f} ms{self.processor * 1000:12,.1f} ms"

    def times(self, other: Cost) -> str:
        """How many times the other one this is."""
        return f"{self.wall / other.wall:10.1f}{self.processor / other.processor:10.1f}"

    def repeated(self, n: int) -> Cost:
        """So often."""
        return Cost(self.wall * n, self.processor * n)


def main() -> None:
    """Measure and print both parts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--targets", type=int, nargs="*", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--without-command", action="store_true")
    options = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; NumPy {np.__version__}, pandas {pd.__version__}")
    for n_targets in options.targets:
        of_matrix(n_targets)
    if not options.without_command:
        of_command()


# --- From the matrix of labels ----------------------------------------------------------------------------------------


def of_matrix(n_targets: int) -> None:
    """The three parts of a report beside the peers, and their memory."""
    ratings = ratings_of(n_targets)
    parts = {"several raters": several_raters, "ten pairs": pairs, "whole question": whole}
    one_pass = least(lambda: np.bincount(ratings.codes.ravel() + 1))
    cheapest = least(lambda: np.count_nonzero(ratings.codes >= 0))
    matrix = ratings.codes.nbytes
    print(f"\n{n_targets:,} targets x {len(RATERS)} raters, {len(LABELS)} labels: a matrix of {matrix / 1e6:.1f} MB")
    print(f"{'':<34}{'wall':>13}{'processor':>15}{'times (c), both':>20}{'memory, x matrix':>19}")
    for name, part in parts.items():
        cost, memory = least(lambda part=part: part(ratings)), peak(lambda part=part: part(ratings))  # type: ignore[misc]
        print(f"{name:<34}{cost}{cost.times(one_pass)}{memory / matrix:19.2f}")
    draw = np.random.default_rng(SEED)
    few = max(1, min(20, 2_000_000 // n_targets))
    for name, peer in (
        ("(a) loop over krippendorff.alpha", by_krippendorff),
        ("(b) loop in NumPy, Fleiss", by_numpy),
    ):
        cost = least(lambda peer=peer: peer(ratings.codes, draw, few), times=2).repeated(REPLICATES // few)  # type: ignore[misc]
        print(f"{name:<34}{cost}{cost.times(one_pass)}")
    print(f"{'(c) bincount':<34}{one_pass}{one_pass.times(one_pass)}")
    print(f"{'    count_nonzero':<34}{cheapest}{cheapest.times(one_pass)}", flush=True)


def ratings_of(n_targets: int) -> Ratings:
    """Labels of raters who know the true one with a chance, and else guess."""
    draw = np.random.default_rng(SEED)
    true = draw.integers(0, len(LABELS), n_targets, dtype=np.int16)
    codes: Codes = np.empty((n_targets, len(RATERS)), dtype=np.int16)
    for rater in range(len(RATERS)):
        guessed = draw.integers(0, len(LABELS), n_targets, dtype=np.int16)
        codes[:, rater] = np.where(draw.random(n_targets) < KNOWING, true, guessed)
        codes[draw.random(n_targets) < MISSING, rater] = -1
    return Ratings("", declared_scale("nominal", LABELS), RATERS, codes, None, 0)


def several_raters(ratings: Ratings) -> None:
    """All coefficients of several raters, with their intervals."""
    lineup = line_up(ratings, {})
    draws = draws_of(lineup, replicates=REPLICATES, seed=SEED)
    resample(asked_of(lineup.people, "question").values(), draws=draws)


def pairs(ratings: Ratings) -> None:
    """All coefficients of every two raters, with their intervals."""
    lineup = line_up(ratings, {})
    draws = draws_of(lineup, replicates=REPLICATES, seed=SEED)
    every_two = [lineup.people.pair(*two) for two in combinations(range(len(RATERS)), 2)]
    resample([one for pair in every_two for one in asked_of(pair, "pair").values()], draws=draws)


def whole(ratings: Ratings) -> None:
    """What a report says of a question: both, and each label, from one weight matrix."""
    question_report(Question(ratings), replicates=REPLICATES, seed=SEED)


def by_krippendorff(codes: Codes, draw: np.random.Generator, replicates: int) -> None:
    """Draw targets anew and ask the library, time and again."""
    numbers = np.where(codes >= 0, codes, np.nan)
    for _ in range(replicates):
        drawn = numbers[draw.integers(0, len(codes), len(codes))]
        krippendorff.alpha(drawn.T, value_domain=range(len(LABELS)), level_of_measurement="nominal")


def by_numpy(codes: Codes, draw: np.random.Generator, replicates: int) -> None:
    """Draw targets anew and count, time and again."""
    for _ in range(replicates):
        fleiss(codes[draw.integers(0, len(codes), len(codes))])


def fleiss(codes: Codes) -> float:
    """Fleiss' kappa as a page of plain NumPy has it."""
    tallies: npt.NDArray[np.int64] = np.stack([(codes == label).sum(axis=1) for label in range(len(LABELS))], axis=1)
    n = tallies.sum(axis=1)
    paired = tallies[n >= 2]
    m = n[n >= 2]
    agreement = ((paired * (paired - 1)).sum(axis=1) / (m * (m - 1))).mean()
    labelled = tallies[n > 0] / n[n > 0, np.newaxis]
    by_chance = (labelled.mean(axis=0) ** 2).sum()
    return float((agreement - by_chance) / (1 - by_chance))


# --- The command line -------------------------------------------------------------------------------------------------


def of_command() -> None:
    """The command on files of a million labels beside pandas reading them."""
    plain = long_table_of_a_million()
    on_file("one target an item: targets are drawn", plain)
    on_file("five targets an item: items are drawn whole", five_targets_an_item(plain))


def on_file(what: str, table: pd.DataFrame) -> None:
    """The command on one file; the two take turns, since a shared machine is quicker now and slower then."""
    with tempfile.TemporaryDirectory() as folder:
        file, small = Path(folder) / "labels.csv", Path(folder) / "few.csv"
        table.to_csv(file, index=False)
        table.head(FEW_ROWS).to_csv(small, index=False)
        beyond, by_itself, as_text = [], [], []
        for _ in range(TIMES):
            options = ["--bootstrap", str(REPLICATES), "--seed", str(SEED), "--json"]
            beyond.append(beyond_start(COMMAND, small, file, *options))
            by_itself.append(beyond_start(READING, small, file))
            as_text.append(beyond_start(READING, small, file, "as text"))
        size = file.stat().st_size / 1e6
    print(f"\npython -m agreement on {len(table):,} labels, {size:.0f} MB of CSV, {REPLICATES} replicates; {what}")
    print(f"{'':<34}{'wall':>13}{'processor':>15}{'times pandas':>20}{'and all text':>20}")
    for name, costs in (
        ("the command, imports subtracted", beyond),
        ("pandas.read_csv", by_itself),
        ("pandas.read_csv, all as text", as_text),
    ):
        cost = cheapest_of(costs)
        print(f"{name:<34}{cost}{cost.times(cheapest_of(by_itself))}{cost.times(cheapest_of(as_text))}", flush=True)


def long_table_of_a_million() -> pd.DataFrame:
    """A label file as people have them, one row for each label."""
    codes = ratings_of(int(ROWS / len(RATERS) / (1 - MISSING) * 1.01)).codes
    target, rater = (found[:ROWS] for found in np.nonzero(codes >= 0))
    return pd.DataFrame(
        {
            "item": "item" + pd.Series(target).astype(str),
            "rater": np.array(RATERS)[rater],
            "label": np.array(LABELS)[codes[target, rater]],
        }
    )


def five_targets_an_item(plain: pd.DataFrame) -> pd.DataFrame:
    """The same labels as `exports labels` writes them, of items with five targets each, whose keys say nothing."""
    number = plain["item"].str.removeprefix("item").astype(int)
    keys = "m" + (number * 0x9E3779B97F % 2**48).map("{:012x}".format)
    return plain.assign(item="conv-" + (number // 5).astype(str), target=keys, question="role")[
        ["item", "target", "question", "rater", "label"]
    ]


# The command in a process of its own: first on the small file, by which all that it needs is imported.
COMMAND = """
import sys, time
from agreement.__main__ import run
small, file, *options = sys.argv[1:]
for path in (small, file):
    wall, processor = time.perf_counter(), time.process_time()
    try:
        run([path, *options])
    except SystemExit as ended:
        assert not ended.code
    print(time.perf_counter() - wall, time.process_time() - processor, file=sys.stderr)
"""


# The same of pandas.
READING = """
import sys, time
import pandas as pd
small, file, *as_text = sys.argv[1:]
options = {"dtype": str, "keep_default_na": False} if as_text else {}
for path in (small, file):
    wall, processor = time.perf_counter(), time.process_time()
    pd.read_csv(path, **options)
    print(time.perf_counter() - wall, time.process_time() - processor, file=sys.stderr)
"""


def beyond_start(code: str, small: Path, file: Path, *options: str) -> Cost:
    """What a process takes of the file once its imports are done."""
    run = subprocess.run(
        [sys.executable, "-c", code, str(small), str(file), *options], check=True, capture_output=True, text=True
    )
    wall, processor = run.stderr.splitlines()[-1].split()
    return Cost(float(wall), float(processor))


# --- What it takes ----------------------------------------------------------------------------------------------------


def least(do: Callable[[], object], *, times: int = TIMES) -> Cost:
    """The least of several, after one that imports what is needed."""
    do()
    return cheapest_of([once(do) for _ in range(times)])


def cheapest_of(costs: Sequence[Cost]) -> Cost:
    """The least of each."""
    return Cost(min(cost.wall for cost in costs), min(cost.processor for cost in costs))


def once(do: Callable[[], object]) -> Cost:
    """What it takes this time, all threads."""
    wall, processor = time.perf_counter(), time.process_time()
    do()
    return Cost(time.perf_counter() - wall, time.process_time() - processor)


def peak(do: Callable[[], object]) -> int:
    """The most bytes that it had at one time, beside what was there before."""
    tracemalloc.start()
    do()
    found = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return found


if __name__ == "__main__":
    main()
