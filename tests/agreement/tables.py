"""How do tests write down labels? Small tables become the long table that a report takes."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from agreement.patterns import Patterns, fold
from agreement.ratings import Ratings
from agreement.report import report
from agreement.results import Estimate, PairReport, QuestionReport
from agreement.scale import Level, declared_scale

REFERENCE = Path(__file__).resolve().parent.parent / "reference"


def by_item(rows: Sequence[Sequence[object]]) -> pd.DataFrame:
    """Items x raters, None where a label is missing; raters are r1, r2, …"""
    cells = [
        (f"i{item}", f"r{rater}", "" if label is None else str(label))
        for item, row in enumerate(rows, start=1)
        for rater, label in enumerate(row, start=1)
    ]
    return pd.DataFrame(cells, columns=["item", "rater", "label"])


def by_rater(*raters: str) -> pd.DataFrame:
    """One text for each rater, one character for each item, a space where a label is missing."""
    return by_item([[None if label == " " else label for label in row] for row in zip(*raters, strict=True)])


def of_counts(counts: Sequence[Sequence[int]], labels: Sequence[str]) -> pd.DataFrame:
    """Items x labels, how many raters gave each; who did is made up."""
    given = [[label for label, n in zip(labels, row, strict=True) for _ in range(n)] for row in counts]
    most = max(map(len, given))
    return by_item([row + [None] * (most - len(row)) for row in given])


def of_contingency(table: Sequence[Sequence[int]], labels: Sequence[str]) -> pd.DataFrame:
    """First rater x second rater, how many items."""
    return by_item(
        [
            (first, second)
            for first, row in zip(labels, table, strict=True)
            for second, n in zip(labels, row, strict=True)
            for _ in range(n)
        ]
    )


def published(name: str) -> tuple[pd.DataFrame, list[str]]:
    """A table of tests/reference (SOURCES.md says whose) as a long table, with its labels in order."""
    rows = pd.read_csv(REFERENCE / f"{name}.csv", dtype=str, keep_default_na=False, index_col=0)
    if name.endswith("_ratings"):
        return by_item(rows.to_numpy().tolist()), sorted({*rows.to_numpy().ravel()} - {""})
    counts = rows.astype(int).to_numpy().tolist()
    build = of_counts if name.endswith("_counts") else of_contingency
    return build(counts, list(rows.columns)), list(rows.columns)


def the_question(
    table: pd.DataFrame, *, level: Level = "nominal", labels: Sequence[str] | None = None, **options: Any
) -> QuestionReport:
    """The report of a table with one question, without intervals unless `bootstrap` asks for them."""
    declared = {} if labels is None else {"": labels}
    options = {"bootstrap": 0} | options
    (question,) = report(table, levels={"": level}, labels=declared, **options).questions
    return question


def coefficient(table: pd.DataFrame, key: str, **options: Any) -> Estimate:
    """One coefficient of a table with one question."""
    return the_question(table, **options).coefficients[key]


def the_pair(table: pd.DataFrame, **options: Any) -> PairReport:
    """The pair of a table with one question and two raters."""
    (pair,) = the_question(table, **options).pairs
    return pair


def patterns_of(
    codes: npt.NDArray[np.int64], *, n_labels: int, level: Level = "nominal", first_label: int = 0
) -> Patterns:
    """Folded ratings from positions (targets x raters, -1 missing); the labels are whole numbers from `first_label`."""
    given = codes[:, (codes >= 0).any(axis=0)].astype(np.int16)
    raters = tuple(f"r{rater}" for rater in range(given.shape[1]))
    scale = declared_scale(level, [str(first_label + label) for label in range(n_labels)])
    return fold(Ratings("", scale, raters, given, None, 0))[0]
