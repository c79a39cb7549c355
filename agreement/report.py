"""How far do the raters of a table agree, question by question? Everything about it, as one value."""

from collections.abc import Mapping, Sequence
from itertools import combinations

import pandas as pd

from agreement.bootstrap import Resampling, over_clusters, over_targets
from agreement.coefficient import Scope, declared
from agreement.estimates import Asked, estimates
from agreement.patterns import Patterns, fold
from agreement.ratings import Ratings, read_ratings
from agreement.results import ClusterCount, Estimate, PairReport, QuestionReport, RefusedRow, Report
from agreement.scale import Level

__all__ = ["Report", "report"]


def report(
    table: pd.DataFrame,
    *,
    levels: Mapping[str, Level] | None = None,
    labels: Mapping[str, Sequence[str]] | None = None,
    bootstrap: int = 1000,
    seed: int = 0,
    cluster: str | None = None,
    refused: Sequence[RefusedRow] = (),
) -> Report:
    """Report the agreement of all questions in a long table of labels.

    `table`, `levels`, `labels` and `cluster` are as in `agreement.ratings.read_ratings`, and so are the errors.
    `bootstrap` replicates make each 95 % interval (0: none); the same seed makes the same. Rows `refused` earlier, by
    whoever read the file, are reported with those that are refused here.

    >>> rows = [("i1", "ann", "yes"), ("i1", "bo", "yes"), ("i2", "ann", "no"), ("i2", "bo", "no")]
    >>> found = report(pd.DataFrame(rows, columns=["item", "rater", "label"]), bootstrap=0)
    >>> found.questions[0].coefficients["fleiss_kappa"].value
    1.0
    """
    reading = read_ratings(table, levels=levels, labels=labels, cluster=cluster)
    return Report(
        questions=tuple(_question(ratings, replicates=bootstrap, seed=seed) for ratings in reading.ratings),
        rows_refused=tuple(sorted((*refused, *reading.refused), key=lambda row: row.row)),
        replicates=bootstrap,
        seed=seed,
    )


def _question(ratings: Ratings, *, replicates: int, seed: int) -> QuestionReport:
    patterns, pattern_of_target = fold(ratings)
    clusters = ratings.clusters
    pairs = [patterns.pair(first, second) for first, second in combinations(range(len(ratings.raters)), 2)]
    of_question, *of_pairs = _estimates_of_parts(
        [_asked(patterns, "question"), *(_asked(pair, "pair") for pair in pairs)],
        resampling=over_clusters(clusters, pattern_of_target) if clusters else over_targets(patterns),
        replicates=replicates,
        seed=seed,
    )
    return QuestionReport(
        question=ratings.question,
        level=ratings.scale.level,
        labels=ratings.scale.labels,
        raters=ratings.raters,
        clusters=ClusterCount(clusters.by, clusters.n) if clusters else None,
        n_targets=patterns.n_targets,
        n_ratings=int((ratings.codes >= 0).sum()),
        n_pairable_targets=patterns.n_pairable,
        excluded={"missing": ratings.n_missing} if ratings.n_missing else {},
        label_shares=_label_shares(patterns),
        coefficients=of_question,
        pairs=tuple(
            PairReport((pair.raters[0], pair.raters[1]), pair.n_targets, found)
            for pair, found in zip(pairs, of_pairs, strict=True)
        ),
    )


def _asked(patterns: Patterns, scope: Scope) -> list[Asked]:
    """All coefficients that can be asked of a question, or of a pair, with this scale."""
    return [
        Asked(one, one.rests_on(patterns)) for one in declared() if scope in one.scopes and one.fits(patterns.scale)
    ]


def _estimates_of_parts(
    parts: Sequence[Sequence[Asked]], *, resampling: Resampling, replicates: int, seed: int
) -> list[dict[str, Estimate]]:
    """The estimates of each part by the coefficient's key, all parts from one weight matrix."""
    every = [one for part in parts for one in part]
    found = iter(estimates(every, resampling=resampling, replicates=replicates, seed=seed))
    return [{one.coefficient.key: next(found) for one in part} for part in parts]


def _label_shares(patterns: Patterns) -> dict[str, float]:
    """The share of each label of the scale among all labels given, unused ones too; empty where none was given."""
    given = patterns.counts @ patterns.tallies
    total = given.sum()
    return dict(zip(patterns.scale.labels, (given / total).tolist(), strict=True)) if total else {}
