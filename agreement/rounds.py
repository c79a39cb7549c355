"""Do people agree more after a discussion than before it? Two rounds of labels, on the targets that both have.

What people agree on after they talked is consensus and no longer reliability: the labels of the second round are not
independent. The difference is still a number that readers ask for, and it is a paired one: each replicate draws whole
targets (or clusters) with the labels of both rounds.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from agreement.coefficient import Scope
from agreement.difference import Contest
from agreement.estimates import Asked, asked_of, resample
from agreement.figures import Compared, RefusedRow, compared_as_json
from agreement.lineup import line_up
from agreement.patterns import Ints, Patterns
from agreement.question import draws_of
from agreement.rating_rows import dense
from agreement.ratings import Codes, Ratings, read_ratings
from agreement.scale import Level, seen_scale


@dataclass(frozen=True)
class ComparedPair:
    """Two raters of both rounds, on the `n` targets that both have labelled in each; `first` is after."""

    raters: tuple[str, str]
    n: int
    coefficients: Mapping[str, Compared]

    def as_json(self) -> dict[str, Any]:
        """The pair, before and after."""
        found = compared_as_json(self.coefficients, first="after", second="before")
        return {"raters": list(self.raters), "n": self.n, "coefficients": found}


@dataclass(frozen=True)
class ComparedQuestion:
    """One question in two rounds, on the `n_targets` with two labels or more in each.

    Each coefficient has its estimate after (`first`) and before (`second`) and their difference, after minus before.
    """

    question: str
    n_targets: int
    raters_before: tuple[str, ...]
    raters_after: tuple[str, ...]
    coefficients: Mapping[str, Compared]
    pairs: tuple[ComparedPair, ...]

    def as_json(self) -> dict[str, Any]:
        """The question, before and after."""
        return {
            "question": self.question,
            "n_targets": self.n_targets,
            "raters_before": list(self.raters_before),
            "raters_after": list(self.raters_after),
            "coefficients": compared_as_json(self.coefficients, first="after", second="before"),
            "pairs": [pair.as_json() for pair in self.pairs],
        }


@dataclass(frozen=True)
class Comparison:
    """The questions of two rounds, and the rows of either that were refused."""

    questions: tuple[ComparedQuestion, ...]
    refused_before: tuple[RefusedRow, ...]
    refused_after: tuple[RefusedRow, ...]

    def as_json(self) -> dict[str, Any]:
        """The comparison as one JSON document."""
        return {"questions": [question.as_json() for question in self.questions]}


def compare(
    before: pd.DataFrame,
    after: pd.DataFrame,
    *,
    levels: Mapping[str, Level] | None = None,
    labels: Mapping[str, Sequence[str]] | None = None,
    cluster: str | None = None,
    bootstrap: int = 1000,
    seed: int = 0,
) -> Comparison:
    """Compare two long tables of labels of the same targets, question by question.

    Tables, `levels`, `labels` and `cluster` are as in `agreement.ratings.read_ratings`, and so are the errors; without
    declared labels the scale is what was seen in either. Targets are matched by item and target, and only those count
    that have two labels or more in both tables; a question that one table lacks is left out.
    """
    first, second = (read_ratings(table, levels=levels, labels=labels, cluster=cluster) for table in (before, after))
    later = {ratings.question: ratings for ratings in second.ratings}
    questions = [
        _compared(ratings, later[ratings.question], replicates=bootstrap, seed=seed)
        for ratings in first.ratings
        if ratings.question in later
    ]
    return Comparison(tuple(questions), first.refused, second.refused)


def _compared(before: Ratings, after: Ratings, *, replicates: int, seed: int) -> ComparedQuestion:
    joint, n_before = _joint(before, after)
    lineup = line_up(joint, {})
    places = range(len(joint.raters))
    earlier, later = lineup.every.among(places[:n_before]), lineup.every.among(places[n_before:])
    whole = _contest(later, earlier, "question")
    pairs = list(_pairs(lineup.every, n_before))
    draws = draws_of(lineup, replicates=replicates, seed=seed)
    asked = [*whole.asked(), *(one for _, contest in pairs for one in contest.asked())]
    found = resample(asked, draws=draws)
    return ComparedQuestion(
        joint.question,
        lineup.every.n_targets,
        earlier.raters,
        later.raters,
        whole.compared(found, draws=draws),
        tuple(ComparedPair(names, contest.n, contest.compared(found, draws=draws)) for names, contest in pairs),
    )


def _joint(before: Ratings, after: Ratings) -> tuple[Ratings, int]:
    """Both rounds side by side on the targets with two labels in each, and how many columns are of the first."""
    scale = before.scale
    if not scale.declared:
        scale = seen_scale(scale.level, [*scale.labels, *after.scale.labels])
    if before.targets is None or after.targets is None:
        raise ValueError("these ratings do not say which targets they are about")
    place = after.targets.get_indexer(before.targets)
    shared = np.flatnonzero(place >= 0)
    codes = [_recoded(before, scale.labels)[shared], _recoded(after, scale.labels)[place[shared]]]
    usable = np.flatnonzero(np.logical_and(*((each >= 0).sum(axis=1) >= 2 for each in codes)))
    codes = [each[usable] for each in codes]
    used = [(each >= 0).any(axis=0) for each in codes]
    raters = [
        tuple(np.array(ratings.raters, dtype=object)[of_round])
        for ratings, of_round in zip((before, after), used, strict=True)
    ]
    clusters = before.clusters
    if clusters is not None:
        of_target, n = dense(clusters.codes[shared][usable])
        clusters = replace(clusters, codes=of_target, n=n) if n else None
    joint = replace(
        before,
        scale=scale,
        raters=(*raters[0], *raters[1]),
        codes=np.column_stack([each[:, of_round] for each, of_round in zip(codes, used, strict=True)]),
        clusters=clusters,
        targets=before.targets[shared][usable],
        again=None,
    )
    return joint, len(raters[0])


def _recoded(ratings: Ratings, labels: Sequence[str]) -> Codes:
    """The codes as positions in these labels."""
    place = np.array([*map(labels.index, ratings.scale.labels), -1], dtype=np.int16)  # -1, the last, stays missing
    return place[ratings.codes]


def _contest(later: Patterns, earlier: Patterns, scope: Scope) -> Contest:
    """After and before; a coefficient that can use some targets only takes those that it can use in both rounds."""
    sides: list[dict[str, list[Asked]]] = [{}, {}]
    for key, one in asked_of(later, scope).items():
        other = asked_of(earlier, scope)[key]
        both = np.intersect1d(one.patterns.columns, other.patterns.columns)
        for side, asked in zip(sides, (one, other), strict=True):
            side[key] = [asked if len(both) == len(asked.patterns.columns) else _on(asked, both)]
    return Contest(later.n_targets, *sides)


def _on(asked: Asked, columns: Ints) -> Asked:
    """The same, on the patterns in these columns of the weight matrix."""
    return replace(asked, patterns=asked.patterns.only(np.isin(asked.patterns.columns, columns)))


def _pairs(every: Patterns, n_before: int) -> Iterator[tuple[tuple[str, str], Contest]]:
    """Every two raters who are in both rounds."""
    earlier, later = every.raters[:n_before], every.raters[n_before:]
    for names in combinations([rater for rater in earlier if rater in later], 2):
        first = [earlier.index(name) for name in names]
        second = [n_before + later.index(name) for name in names]
        sides = every.pair(second[0], second[1], beside=first), every.pair(first[0], first[1], beside=second)
        if sides[0].n_targets:
            yield (names[0], names[1]), _contest(*sides, "pair")
