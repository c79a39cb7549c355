"""What did whom label how? The one door to the numbers.

A long table comes in, one row for each label; for every question one `Ratings` goes out, which all coefficients take as
it is. Here, and only here, missing answers are dropped, labels get their order, and rows are refused that a library
would count wrongly without a word.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from agreement.coded import Table
from agreement.errors import SplitCluster, TooManyLabels
from agreement.part_rows import with_canonical_labels
from agreement.rating_rows import COLUMNS, MAY_BE_ABSENT, Rows, read_rows
from agreement.results import RefusedRow
from agreement.scale import Level, Scale, declared_scale, has_parts, natural_order, seen_scale

__all__ = ["COLUMNS", "MAY_BE_ABSENT", "Clusters", "Codes", "Ratings", "Reading", "read_ratings"]

MOST_LABELS = 1000
MOST_SETS = 4000  # each is compared with each
MOST_SPANS = 30_000  # nobody marks the same, and nothing is counted by the label; codes are 16 bits wide

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
    target of each row, where they are known. Where raters are `anonymous`, a column is no person. `again` has what
    raters said of a target the second time, in the form of `codes`; `n_repeated` counts all labels but the first.
    """

    question: str
    scale: Scale
    raters: tuple[str, ...]
    codes: Codes
    clusters: Clusters | None
    n_missing: int
    targets: pd.MultiIndex | None = None
    anonymous: bool = False
    again: Codes | None = None
    n_repeated: int = 0


@dataclass(frozen=True, eq=False)
class Reading:
    """What came of a table: ratings for each question, and the rows that were refused."""

    ratings: tuple[Ratings, ...]
    refused: tuple[RefusedRow, ...]


def read_ratings(
    table: Table,
    *,
    levels: Mapping[str, Level] | None = None,
    labels: Mapping[str, Sequence[str]] | None = None,
    cluster: str | None = None,
    anonymous: bool = False,
    occasion: str | None = None,
) -> Reading:
    """Read a long table of labels: one `Ratings` for each question.

    The table has the columns `item`, `rater` and `label`, and may have `target` and `question`; a refused row is named
    by the table's index, whole numbers. Labels lose the white space around them and nothing else. `levels` (nominal
    where none is given) and `labels` (in order; where none are given, those that were seen) are by question; a question
    named there is reported even if nobody has answered it. `cluster` is the column whose targets are drawn together: by
    default the item, for a question that has several targets in one.

    Where a level is `set` or `spans`, labels are written as `agreement.parts` says; equal ones become one text, and the
    declared labels are those of which a set may consist.

    `occasion` is a column that tells a rater's several labels of one target apart: the first in natural order counts,
    the second is kept for the agreement of raters with themselves. With `anonymous` it is not known who gave which
    label: a rater is a place in the row only, and the column `rater` may be absent.

    A row is refused that has no item or no rater, whose label is not declared, or whose rater has labelled the target
    before (on the same occasion). Raises ColumnsMissing, BadScale, TooManyLabels or SplitCluster.
    """
    levels, labels = levels or {}, labels or {}
    rows = read_rows(table, cluster=cluster, occasion=occasion, anonymous=anonymous)
    rows, no_parts = with_canonical_labels(rows, levels=levels, labels=labels)
    whole = {question: order for question, order in labels.items() if not has_parts(levels.get(question, "nominal"))}
    declared = {question: declared_scale(levels.get(question, "nominal"), order) for question, order in whole.items()}
    refused = _why_refused(rows, declared, cluster, no_parts)
    kept = np.ones(len(rows), dtype=np.bool_)
    kept[list(refused)] = False
    turn = rows.turns(kept & rows.given)
    ratings = []
    for question in _in_order(rows, kept, first=(*labels, *levels)):
        found = rows.only(kept & rows.is_question(question))
        scale = declared.get(question) or _seen(found, question, levels.get(question, "nominal"))
        of_question = turn[kept & rows.is_question(question)]
        ratings.append(_ratings(question, scale, found, of_question, cluster=cluster, anonymous=anonymous))
    return Reading(
        tuple(ratings),
        tuple(RefusedRow(rows.number(place), rows.text("item", place), why) for place, why in refused.items()),
    )


def _why_refused(
    rows: Rows, declared: Mapping[str, Scale], cluster: str | None, no_parts: Mapping[int, str]
) -> dict[int, str]:
    """Why each bad row is refused, by its position, in the order of the table."""
    why: dict[int, str] = dict.fromkeys(rows.blank("item"), "it names no item")
    why |= dict.fromkeys(rows.blank("rater"), "it names no rater")
    if cluster and cluster not in MAY_BE_ABSENT:
        why |= dict.fromkeys(rows.blank(cluster), f"its column {cluster!r} is empty")
    for question, scale in declared.items():
        strange = rows.given & rows.is_question(question) & (rows.positions("label", scale.labels) < 0)
        for place in np.flatnonzero(strange).tolist():
            why[place] = f"the label {rows.text('label', place)!r} is none of: {', '.join(scale.labels)}"
    why |= no_parts
    counted = rows.given.copy()
    counted[list(why)] = False
    for place, first in rows.second_labels(counted):
        why[place] = f"{rows.text('rater', place)} has labelled the same target in row {rows.number(first)}"
    return dict(sorted(why.items()))


def _in_order(rows: Rows, kept: Bools, *, first: Iterable[str]) -> list[str]:
    """The questions that were declared, as declared, then the others."""
    return list(dict.fromkeys([*first, *natural_order(rows.texts_in("question", kept))]))


def _seen(found: Rows, question: str, level: Level) -> Scale:
    labels = found.texts_in("label", found.given)
    most = {"spans": MOST_SPANS, "set": MOST_SETS}.get(level, MOST_LABELS)
    if len(labels) > most:
        raise TooManyLabels(
            f"question {question!r} has {len(labels)} different labels, more than {most}: the column holds texts"
            " or continuous scores; name the column of the labels, or declare the labels"
        )
    return seen_scale(level, labels)


def _ratings(question: str, scale: Scale, found: Rows, turn: Ints, *, cluster: str | None, anonymous: bool) -> Ratings:
    """Lay the labels of one question out as targets x raters."""
    target, n_targets = found.targets
    if cluster is None and len(found.column("target").texts) > 1 and found.n_items < n_targets:
        cluster = "item"
    raters = natural_order(found.texts_in("rater", found.given))
    rater, label = found.positions("rater", raters), found.positions("label", scale.labels).astype(np.int16)
    cell = target * len(raters) + rater

    def laid_out(chosen: Bools) -> Codes:
        codes = np.full(n_targets * len(raters), -1, dtype=np.int16)
        if chosen.all():
            codes[cell] = label
        else:
            codes[cell[chosen]] = label[chosen]
        return codes.reshape(n_targets, len(raters))

    first = np.empty(n_targets, dtype=np.int64)
    first[target[::-1]] = np.arange(len(target) - 1, -1, -1)  # the last one written is the first row of its target
    return Ratings(
        question,
        scale,
        raters,
        laid_out(found.given & (turn == 0)),
        None if cluster is None or cluster == "target" else _clusters(found, target, first, cluster),
        int((~found.given).sum()),
        found.index_of(("item", "target"), first),
        anonymous=anonymous,
        again=laid_out(turn == 1) if (turn == 1).any() else None,
        n_repeated=int((turn > 0).sum()),
    )


def _clusters(found: Rows, target: Ints, first: Ints, by: str) -> Clusters | None:
    """The cluster of each target; drawn whole, a target cannot stand in two."""
    cluster, names = found.sorted_column(by)
    codes = cluster[first]
    split = np.flatnonzero(codes[target] != cluster)
    if len(split):
        place = int(split[0])
        raise SplitCluster(
            f"row {found.number(place)}: a target of item {found.text('item', place)!r} has another {by!r} here than"
            f" before; give each target one {by!r}"
        )
    return Clusters(by, codes, names) if names else None
