"""What did whom label how? The one door to the numbers.

A long table comes in, one row for each label; for every question one `Ratings` goes out, which all coefficients take as
it is. Here, and only here, missing answers are dropped, labels get their order, and rows are refused that a library
would count wrongly without a word.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from agreement.errors import ColumnsMissing, SplitCluster, TooManyLabels
from agreement.results import RefusedRow
from agreement.scale import Level, Scale, declared_scale, is_missing, natural_order, seen_scale

COLUMNS = ("item", "target", "question", "rater", "label")
MAY_BE_ABSENT = ("target", "question")
MOST_LABELS = 1000

Bools = npt.NDArray[np.bool_]
Codes = npt.NDArray[np.int16]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Clusters:
    """The cluster of each target, as a number from 0; `by` is the column that names it."""

    by: str
    codes: Ints
    n: int


@dataclass(frozen=True, eq=False)
class Ratings:
    """The labels of one question.

    `codes` (targets x raters) are positions in `scale.labels`, -1 where a label is missing. Every rater has a label at
    least; a target may have none. `n_missing` counts the answers that were no label. `targets` are the item and the
    target of each row, where they are known.
    """

    question: str
    scale: Scale
    raters: tuple[str, ...]
    codes: Codes
    clusters: Clusters | None
    n_missing: int
    targets: pd.MultiIndex | None = None


@dataclass(frozen=True, eq=False)
class Reading:
    """What came of a table: ratings for each question, and the rows that were refused."""

    ratings: tuple[Ratings, ...]
    refused: tuple[RefusedRow, ...]


def read_ratings(
    table: pd.DataFrame,
    *,
    levels: Mapping[str, Level] | None = None,
    labels: Mapping[str, Sequence[str]] | None = None,
    cluster: str | None = None,
) -> Reading:
    """Read a long table of labels: one `Ratings` for each question.

    The table has the columns `item`, `rater` and `label`, and may have `target` and `question`; a refused row is named
    by the table's index, whole numbers. Labels lose the white space around them and nothing else. `levels` (nominal
    where none is given) and `labels` (in order; where none are given, those that were seen) are by question; a question
    named there is reported even if nobody has answered it. `cluster` is the column whose targets are drawn together: by
    default the item, for a question that has several targets in one.

    A row is refused that has no item or no rater, whose label is not declared, or whose rater has labelled the target
    before. Raises ColumnsMissing, BadScale, TooManyLabels or SplitCluster.
    """
    levels, labels = levels or {}, labels or {}
    rows = _as_text(table, cluster)
    declared = {question: declared_scale(levels.get(question, "nominal"), order) for question, order in labels.items()}
    refused = _why_refused(rows, declared, cluster)
    kept = rows.drop(index=list(refused))
    ratings = []
    for question in _in_order(kept["question"], first=(*labels, *levels)):
        found = kept[kept["question"] == question]
        scale = declared.get(question) or _seen(found, question, levels.get(question, "nominal"))
        ratings.append(_ratings(question, scale, found, cluster))
    names = rows.loc[list(refused), ["row", "item"]].itertuples(index=False)
    return Reading(
        tuple(ratings),
        tuple(RefusedRow(int(row), item, why) for (row, item), why in zip(names, refused.values(), strict=True)),
    )


def _as_text(table: pd.DataFrame, cluster: str | None) -> pd.DataFrame:
    """The columns that matter, as text; `row` is the table's name of the row, `given` whether it holds a label."""
    wanted = list(dict.fromkeys([*COLUMNS, *([cluster] if cluster else [])]))
    absent = [name for name in wanted if name not in table.columns]
    if not set(absent) <= set(MAY_BE_ABSENT):
        raise ColumnsMissing([name for name in absent if name not in MAY_BE_ABSENT], map(str, table.columns))
    texts = {name: "" if name in absent else table[name].astype("str").fillna("") for name in wanted}
    rows = pd.DataFrame(texts, index=table.index, dtype="str").reset_index(names="row")
    rows["label"] = rows["label"].str.strip()
    rows["given"] = ~_each(rows["label"], is_missing)
    return rows


def _each(column: "pd.Series[str]", test: Callable[[str], bool]) -> Bools:
    """The test of every text, made once for each different one."""
    codes, texts = pd.factorize(column)
    return np.array([test(text) for text in texts], dtype=np.bool_)[codes]


def _why_refused(rows: pd.DataFrame, declared: Mapping[str, Scale], cluster: str | None) -> dict[int, str]:
    """Why each bad row is refused, by its position, in the order of the table."""
    why: dict[int, str] = dict.fromkeys(np.flatnonzero(rows["item"] == "").tolist(), "it names no item")
    why |= dict.fromkeys(np.flatnonzero(rows["rater"] == "").tolist(), "it names no rater")
    if cluster and cluster not in MAY_BE_ABSENT:
        why |= dict.fromkeys(np.flatnonzero(rows[cluster] == "").tolist(), f"its column {cluster!r} is empty")
    for question, scale in declared.items():
        strange = rows["given"] & (rows["question"] == question) & ~rows["label"].isin(scale.labels)
        for position in np.flatnonzero(strange).tolist():
            why[position] = f"the label {rows['label'].iloc[position]!r} is none of: {', '.join(scale.labels)}"
    why |= _second_labels(rows[rows["given"]].drop(index=list(why), errors="ignore"))
    return dict(sorted(why.items()))


def _second_labels(rows: pd.DataFrame) -> Iterator[tuple[int, str]]:
    """The rows in which a rater labels a target again; the first label stands."""
    key = ["question", "item", "target", "rater"]
    if not rows.duplicated(key).any():
        return
    first = rows.groupby(key)["row"].transform("first")
    again = rows[rows.duplicated(key)]
    for position, rater, row in zip(again.index, again["rater"], first[again.index], strict=True):
        yield int(position), f"{rater} has labelled the same target in row {row}"


def _in_order(questions: "pd.Series[str]", *, first: Iterable[str]) -> list[str]:
    """The questions that were declared, as declared, then the others."""
    return list(dict.fromkeys([*first, *natural_order(questions.unique())]))


def _seen(found: pd.DataFrame, question: str, level: Level) -> Scale:
    labels = found.loc[found["given"], "label"].unique()
    if len(labels) > MOST_LABELS:
        raise TooManyLabels(
            f"question {question!r} has {len(labels)} different labels, more than {MOST_LABELS}: the column holds texts"
            " or continuous scores; name the column of the labels, or declare the labels"
        )
    return seen_scale(level, labels)


def _ratings(question: str, scale: Scale, found: pd.DataFrame, cluster: str | None) -> Ratings:
    """Lay the labels of one question out as targets x raters."""
    item, items = pd.factorize(found["item"])
    within, withins = pd.factorize(found["target"])
    target, targets = pd.factorize(item * len(withins) + within)
    if cluster is None and len(items) < len(targets):
        cluster = "item"
    given = found["given"].to_numpy(dtype=np.bool_)
    labelled = found[given]
    raters = natural_order(labelled["rater"].unique())
    codes = np.full((len(targets), len(raters)), -1, dtype=np.int16)
    codes[target[given], _positions(labelled["rater"], raters)] = _positions(labelled["label"], scale.labels)
    clusters = None if cluster is None or cluster == "target" else _clusters(found, target, cluster)
    _, first = np.unique(target, return_index=True)
    named = pd.MultiIndex.from_frame(found.iloc[first][["item", "target"]])
    return Ratings(question, scale, raters, codes, clusters, int((~given).sum()), named)


def _positions(column: "pd.Series[str]", among: Sequence[str]) -> Ints:
    """Where each text of the column stands among these."""
    return pd.Index(list(among), dtype="str").get_indexer(pd.Index(column)).astype(np.int64)


def _clusters(found: pd.DataFrame, target: Ints, by: str) -> Clusters | None:
    """The cluster of each target; drawn whole, a target cannot stand in two."""
    cluster, names = pd.factorize(found[by], sort=True)
    _, first, of_row = np.unique(target, return_index=True, return_inverse=True)
    codes = cluster[first]
    split = np.flatnonzero(codes[of_row] != cluster)
    if len(split):
        row, item = found.iloc[split[0]][["row", "item"]]
        raise SplitCluster(
            f"row {row}: a target of item {item!r} has another {by!r} here than before; give each target one {by!r}"
        )
    return Clusters(by, codes.astype(np.int64), len(names)) if len(names) else None
