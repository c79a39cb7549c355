"""How does an LLM judge label the targets that people have labelled? Kept apart from the people throughout.

A judge is never a rater: it enters no coefficient between people. It is set beside each of them, beside their majority
(more than half of a target's labels) and, where labels have an order, beside their median; targets on which people have
no majority, or two middle labels, have none and are left out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from agreement.judge_scores import read_score
from agreement.ratings import Codes, Ratings
from agreement.results import RefusedRow
from agreement.scale import Scale


@dataclass(frozen=True)
class JudgeTable:
    """What one judge said: its name, and a long table with the columns item, label and maybe target and question."""

    name: str
    rows: pd.DataFrame


@dataclass(frozen=True, eq=False)
class JudgeLabels:
    """A judge's labels on the targets of one question: positions in its scale, -1 where there is none.

    `unparsed` are answers that gave no label, `n_elsewhere` counts labels of targets that no person has labelled.
    """

    name: str
    codes: Codes
    n_elsewhere: int
    unparsed: tuple[RefusedRow, ...]
    refused: tuple[RefusedRow, ...]


def read_judge(judge: JudgeTable, ratings: Ratings, *, names: Mapping[str, str] | None = None) -> JudgeLabels:
    """The judge's labels for the targets of these ratings.

    `names` says which of its answers mean which label. A row is refused that is outside the scale, or is about a target
    that the judge has scored before.
    """
    rows = _rows_of(judge.rows, ratings.question)
    place = _places(rows, ratings)
    codes: Codes = np.full(len(ratings.codes), -1, dtype=np.int16)
    first: dict[int, int] = {}
    unparsed, refused, elsewhere = [], [], 0
    for row, item, text, where in zip(rows.index, rows["item"], rows["label"], place, strict=True):
        score = read_score(text, ratings.scale, names=names)
        if score.outcome == "unparsed":
            unparsed.append(RefusedRow(int(row), item, score.why))
        elif score.outcome == "refused":
            refused.append(RefusedRow(int(row), item, score.why))
        elif score.outcome == "label" and where < 0:
            elsewhere += 1
        elif score.outcome == "label" and where in first:
            refused.append(RefusedRow(int(row), item, f"{judge.name} has scored the same target in row {first[where]}"))
        elif score.outcome == "label":
            first[where] = int(row)
            codes[where] = ratings.scale.labels.index(score.label)
    return JudgeLabels(judge.name, codes, elsewhere, tuple(unparsed), tuple(refused))


def majority(codes: Codes, n_labels: int) -> Codes:
    """The label that more than half of a target's labels are, -1 where none is."""
    tallies = _tallies(codes, n_labels)
    most = tallies.argmax(axis=1)
    has = tallies.max(axis=1, initial=0) * 2 > tallies.sum(axis=1)
    return np.where(has, most, -1).astype(np.int16)


def median(codes: Codes, n_labels: int) -> Codes:
    """The middle label of a target's labels, -1 where there is none or the two middle ones differ."""
    tallies = _tallies(codes, n_labels)
    n = tallies.sum(axis=1)
    below = np.cumsum(tallies, axis=1)
    lower = (below * 2 >= n[:, np.newaxis]).argmax(axis=1)
    upper = (below * 2 > n[:, np.newaxis]).argmax(axis=1)
    return np.where((n > 0) & (lower == upper), lower, -1).astype(np.int16)


def consensus(codes: Codes, scale: Scale) -> dict[str, Codes]:
    """What people say together, by kind: their majority, and their median where labels have an order."""
    n_labels = len(scale.labels)
    found = {"majority": majority(codes, n_labels)}
    if scale.level != "nominal":
        found["median"] = median(codes, n_labels)
    return found


def _tallies(codes: Codes, n_labels: int) -> npt.NDArray[np.int64]:
    tallies = np.zeros((len(codes), n_labels), dtype=np.int64)
    target, rater = np.nonzero(codes >= 0)
    np.add.at(tallies, (target, codes[target, rater]), 1)
    return tallies


def _rows_of(rows: pd.DataFrame, question: str) -> pd.DataFrame:
    """The rows of one question, all columns as text."""
    columns = {
        name: rows[name].astype("str").fillna("") if name in rows else "" for name in ("item", "target", "label")
    }
    found = pd.DataFrame(columns, index=rows.index, dtype="str")
    return found[rows["question"].astype("str").fillna("") == question] if "question" in rows else found


def _places(rows: pd.DataFrame, ratings: Ratings) -> Sequence[int]:
    """The target of each row, -1 where no person has labelled it."""
    if ratings.targets is None:
        raise ValueError("these ratings do not say which targets they are about")
    places: list[int] = ratings.targets.get_indexer(pd.MultiIndex.from_frame(rows[["item", "target"]])).tolist()
    return places
