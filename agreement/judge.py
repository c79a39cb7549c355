"""How does an LLM judge label the targets that people have labelled? Kept apart from the people throughout.

A judge is never a rater: it enters no coefficient between people. It is set beside each of them, beside their majority
(more than half of a target's labels) and, where labels have an order, beside their median; targets on which people have
no majority, or two middle labels, have none and are left out. A judge that ran several times is each of its runs, and
their majority besides. The gold is read as a judge is, and is nobody's label either.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from agreement.errors import SameJudge
from agreement.judge_results import MAJORITY_OF, judge_title
from agreement.judge_scores import read_score
from agreement.patterns import Ints, tally
from agreement.ratings import Bools, Codes, Ratings
from agreement.results import RefusedRow
from agreement.scale import Scale

GOLD = "gold"


@dataclass(frozen=True)
class JudgeTable:
    """What one judge said: its name, and a long table with the columns item, label and maybe target and question.

    `version` and `run` tell apart judges of one name; tables with the same name and version are runs of one judge.
    `tuned` are the items that this judge was tuned on.
    """

    name: str
    rows: pd.DataFrame
    version: str = ""
    run: str = ""
    tuned: Collection[str] = ()


@dataclass(frozen=True, eq=False)
class JudgeLabels:
    """A judge's labels on the targets of one question: positions in its scale, -1 where there is none.

    `unparsed` are answers that gave no label, `n_elsewhere` counts labels of targets that no person has labelled, and
    `n_tuned` those left out because the judge was tuned on their target. Where this is the majority of several `runs`,
    they are named.
    """

    name: str
    codes: Codes
    n_elsewhere: int
    unparsed: tuple[RefusedRow, ...]
    refused: tuple[RefusedRow, ...]
    version: str = ""
    run: str = ""
    n_tuned: int = 0
    runs: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The name with the version and the run, where there are any."""
        return judge_title(self.name, self.version, self.run)


def read_judge(
    judge: JudgeTable, ratings: Ratings, *, names: Mapping[str, str] | None = None, tuned: Bools | None = None
) -> JudgeLabels:
    """The judge's labels for the targets of these ratings.

    `names` says which of its answers mean which label, and `tuned` (targets) which targets to leave out. A row is
    refused that is outside the scale, or is about a target that the judge has scored before.
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
    read = JudgeLabels(
        judge.name, codes, elsewhere, tuple(unparsed), tuple(refused), version=judge.version, run=judge.run
    )
    if judge.tuned:
        own = tuned_targets(judge.tuned, ratings)
        tuned = own if tuned is None else own | tuned
    return read if tuned is None else _without_tuned(read, tuned)


def _without_tuned(judge: JudgeLabels, tuned: Bools) -> JudgeLabels:
    codes = np.where(tuned, -1, judge.codes).astype(np.int16)
    return replace(judge, codes=codes, n_tuned=int((judge.codes[tuned] >= 0).sum()))


def read_gold(gold: pd.DataFrame, ratings: Ratings) -> JudgeLabels:
    """The gold of the targets of these ratings; a row that gives no label of the scale is refused."""
    read = read_judge(JudgeTable(GOLD, gold), ratings)
    return replace(read, unparsed=(), refused=(*read.refused, *read.unparsed))


def tuned_targets(tuned: pd.DataFrame | Collection[str], ratings: Ratings) -> Bools:
    """Which targets a judge was tuned on: those of the items named, or single targets, of a table that names them."""
    if ratings.targets is None:
        raise ValueError("these ratings do not say which targets they are about")
    if not isinstance(tuned, pd.DataFrame):
        return np.asarray(ratings.targets.get_level_values(0).isin(list(tuned)), dtype=np.bool_)
    texts = tuned.astype("str").fillna("")
    if "target" in tuned.columns:
        return np.asarray(ratings.targets.isin(pd.MultiIndex.from_frame(texts[["item", "target"]])), dtype=np.bool_)
    return tuned_targets(set(texts["item"]), ratings)


def with_majorities(judges: Sequence[JudgeLabels], n_labels: int) -> list[JudgeLabels]:
    """The judges, and behind the runs of one their majority. Raises SameJudge where two cannot be told apart."""
    groups: dict[tuple[str, str], list[JudgeLabels]] = {}
    for judge in judges:
        groups.setdefault((judge.name, judge.version), []).append(judge)
    found: list[JudgeLabels] = []
    for (name, version), runs in groups.items():
        names = [run.run for run in runs]
        if len(set(names)) < len(names):
            raise SameJudge(name, version)
        found += runs if len(runs) == 1 else [*runs, _majority_of(runs, n_labels)]
    return found


def _majority_of(runs: Sequence[JudgeLabels], n_labels: int) -> JudgeLabels:
    codes = majority(np.column_stack([run.codes for run in runs]), n_labels)
    names = tuple(run.run for run in runs)
    n_tuned = max(run.n_tuned for run in runs)
    first = runs[0]
    return JudgeLabels(
        first.name,
        codes,
        0,
        (),
        (),
        version=first.version,
        run=f"{MAJORITY_OF}{len(runs)} runs",
        runs=names,
        n_tuned=n_tuned,
    )


def majority(codes: Codes, n_labels: int) -> Codes:
    """The label that more than half of a target's labels are, -1 where none is."""
    return _more_than_half(_tally(codes, n_labels))


def majorities_of_others(codes: Codes, n_labels: int) -> list[Codes]:
    """For each rater the majority of the other people, on all targets."""
    tallies = _tally(codes, n_labels)
    return [_more_than_half(tallies - _tally(codes[:, [rater]], n_labels)) for rater in range(codes.shape[1])]


def median(codes: Codes, n_labels: int) -> Codes:
    """The middle label of a target's labels, -1 where there is none or the two middle ones differ."""
    tallies = _tally(codes, n_labels)
    n = tallies.sum(axis=1)
    below = np.cumsum(tallies, axis=1)
    lower = (below * 2 >= n[:, np.newaxis]).argmax(axis=1)
    upper = (below * 2 > n[:, np.newaxis]).argmax(axis=1)
    return np.where((n > 0) & (lower == upper), lower, -1).astype(np.int16)


def consensus(codes: Codes, scale: Scale) -> dict[str, Codes]:
    """What people say together, by kind: their majority, and their median where labels have an order."""
    n_labels = len(scale.labels)
    found = {"majority": majority(codes, n_labels)}
    if scale.has_order:
        found["median"] = median(codes, n_labels)
    return found


def _more_than_half(tallies: Ints) -> Codes:
    has = tallies.max(axis=1, initial=0) * 2 > tallies.sum(axis=1)
    return np.where(has, tallies.argmax(axis=1), -1).astype(np.int16)


def _tally(codes: Codes, n_labels: int) -> Ints:
    """The tallies; a scale without labels is counted as one that nobody used."""
    return tally(codes, max(n_labels, 1))


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
