"""Which rows of our own label export count? Its column `use` says what each label is for.

Only `headline` counts: escalated, surplus, repeated, known, training, calibration and discussion labels are left out
and counted (one more rater on the disputed targets alone would raise the agreement). Of several independent rounds,
each of which has a headline, the last one counts, as in a report. A column of that name that holds none of these words
is somebody else's, and is not looked at.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from agreement.coded import Coded, Column, Table, column_of
from agreement.results import RefusedRow
from agreement.scale import is_missing

USE, ROUND = "use", "round"
HEADLINE, REPEAT, EARLIER = "headline", "repeat", "earlier_round"
USES = (HEADLINE, "escalated", "surplus", "discussion", "calibration", "training", REPEAT, "known")

Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Counted:
    """The rows that count, by question how many labels do not and why, and the rows whose use is none."""

    table: Table
    left_out: Mapping[str, Mapping[str, int]]
    refused: tuple[RefusedRow, ...] = ()


def headline_of(table: Table, *, with_repeats: bool = False) -> Counted:
    """The rows of the headline; `with_repeats` those too in which somebody was given a target again unawares."""
    if USE not in table.columns:
        return Counted(table, {})
    use = column_of(table, USE)
    words = [text.strip() or HEADLINE for text in use.texts]
    if not set(words) & set(USES):
        return Counted(table, {})
    known = np.array([word in USES for word in words])[use.codes]
    is_headline = np.array([word == HEADLINE for word in words])[use.codes]
    counts = np.array([word == HEADLINE or (with_repeats and word == REPEAT) for word in words])[use.codes]
    earlier = _earlier(table, is_headline)
    why = Column(np.where(earlier, len(words), use.codes), use.texts.append(pd.Index([EARLIER], dtype="str")))
    left_out = _counted(table, why, known & (~counts | earlier))
    return Counted(_only(table, known & counts & ~earlier), left_out, _refused(table, use, ~known))


def _only(table: Table, rows: Bools) -> Table:
    """These rows alone."""
    return table.only(rows) if isinstance(table, Coded) else table[rows]


def _earlier(table: Table, is_headline: Bools) -> Bools:
    """The headline's rows of a round before the last one that has any."""
    none = np.zeros(len(table), dtype=np.bool_)
    if ROUND not in table.columns:
        return none
    column = column_of(table, ROUND)
    numbers = [text.strip() for text in column.texts]
    if not all(number.isascii() and number.isdigit() for number in numbers):
        return none
    rounds = np.array([int(number) for number in numbers])[column.codes]
    earlier: Bools = is_headline & (rounds < rounds[is_headline].max(initial=0))
    return earlier


def _counted(table: Table, why: Column, rows: Bools) -> dict[str, dict[str, int]]:
    """How many labels are given in these rows, by question and by why they do not count."""
    label = column_of(table, "label")
    rows = rows & np.array([not is_missing(text) for text in label.texts], dtype=np.bool_)[label.codes]
    question = column_of(table, "question") if "question" in table.columns else None
    found: dict[str, dict[str, int]] = {}
    of_question = np.zeros(len(table), dtype=np.int64) if question is None else question.codes
    pairs, counts = np.unique(np.column_stack([of_question[rows], why.codes[rows]]), axis=0, return_counts=True)
    for (asked, reason), n in zip(pairs.tolist(), counts.tolist(), strict=True):
        name = "" if question is None else str(question.texts[asked])
        found.setdefault(name, {})[str(why.texts[reason]).strip()] = n
    return found


def _refused(table: Table, use: Column, rows: Bools) -> tuple[RefusedRow, ...]:
    places = np.flatnonzero(rows).tolist()
    if not places:
        return ()
    item = column_of(table, "item")
    return tuple(
        RefusedRow(
            int(table.index[place]),
            str(item.texts[item.codes[place]]),
            f"its use {str(use.texts[use.codes[place]])!r} is none of: {', '.join(USES)}",
        )
        for place in places
    )
