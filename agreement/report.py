"""How far do the raters of a table agree, question by question? Everything about it, as one value."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
import pandas as pd

from agreement.bootstrap import Resampling, over_clusters, over_targets
from agreement.coefficient import Scope, declared
from agreement.estimates import Asked, estimates
from agreement.judge import JudgeLabels, JudgeTable, consensus, read_judge
from agreement.patterns import Patterns, fold
from agreement.ratings import Codes, Ratings, read_ratings
from agreement.results import (
    AgainstReport,
    ClusterCount,
    Estimate,
    JudgeReport,
    LabelReport,
    PairReport,
    QuestionReport,
    RefusedRow,
    Report,
)
from agreement.scale import Level

__all__ = ["Report", "report"]

PER_LABEL = "fleiss_kappa"


def report(
    table: pd.DataFrame,
    *,
    levels: Mapping[str, Level] | None = None,
    labels: Mapping[str, Sequence[str]] | None = None,
    judges: Sequence[JudgeTable] = (),
    judge_names: Mapping[str, str] | None = None,
    bootstrap: int = 1000,
    seed: int = 0,
    cluster: str | None = None,
    refused: Sequence[RefusedRow] = (),
) -> Report:
    """Report the agreement of all questions in a long table of labels, and that of judges with the people in it.

    `table`, `levels`, `labels` and `cluster` are as in `agreement.ratings.read_ratings`, and so are the errors.
    `judge_names` says which answers of the judges mean which label. `bootstrap` replicates make each 95 % interval (0:
    none); the same seed makes the same. Rows `refused` earlier, by whoever read the file, are reported with those that
    are refused here.

    >>> rows = [("i1", "ann", "yes"), ("i1", "bo", "yes"), ("i2", "ann", "no"), ("i2", "bo", "no")]
    >>> found = report(pd.DataFrame(rows, columns=["item", "rater", "label"]), bootstrap=0)
    >>> found.questions[0].coefficients["fleiss_kappa"].value
    1.0
    """
    reading = read_ratings(table, levels=levels, labels=labels, cluster=cluster)
    questions, of_judges = [], []
    for ratings in reading.ratings:
        read = [read_judge(judge, ratings, names=judge_names) for judge in judges]
        of_judges += [row for judge in read for row in judge.refused]
        questions.append(_question(ratings, read, replicates=bootstrap, seed=seed))
    return Report(
        questions=tuple(questions),
        rows_refused=tuple(sorted((*refused, *reading.refused, *of_judges), key=lambda row: row.row)),
        replicates=bootstrap,
        seed=seed,
    )


def _question(ratings: Ratings, judges: Sequence[JudgeLabels], *, replicates: int, seed: int) -> QuestionReport:
    together = consensus(ratings.codes, ratings.scale) if judges else {}
    every, pattern_of_target = fold(_beside(ratings, [*(judge.codes for judge in judges), *together.values()]))
    people, clusters = every.of(len(ratings.raters)), ratings.clusters
    pairs = [people.pair(first, second) for first, second in combinations(range(len(ratings.raters)), 2)]
    versus = list(_versus(every, ratings, judges, together))
    of_question, of_labels, *of_pairs = _estimates_of_parts(
        [
            _asked(people, "question"),
            _asked_of_labels(people),
            *(_asked(pair, "pair") for pair in pairs),
            *(_asked(pair, "pair", "judge") for *_, pair in versus),
        ],
        resampling=over_clusters(clusters, pattern_of_target) if clusters else over_targets(every),
        replicates=replicates,
        seed=seed,
    )
    return QuestionReport(
        question=ratings.question,
        level=ratings.scale.level,
        labels=ratings.scale.labels,
        raters=ratings.raters,
        clusters=ClusterCount(clusters.by, clusters.n) if clusters else None,
        n_targets=people.n_targets,
        n_ratings=int((ratings.codes >= 0).sum()),
        n_pairable_targets=people.n_pairable,
        excluded={"missing": ratings.n_missing} if ratings.n_missing else {},
        label_shares=_label_shares(people),
        coefficients=of_question,
        pairs=tuple(
            PairReport((pair.raters[0], pair.raters[1]), pair.n_targets, found)
            for pair, found in zip(pairs, of_pairs, strict=False)
        ),
        per_label=tuple(
            LabelReport(label, of_labels[label], int(people.counts[people.tallies[:, code] > 0].sum()))
            for code, label in enumerate(people.scale.labels)
        ),
        judges=tuple(_judge_report(judge, versus, of_pairs[len(pairs) :]) for judge in judges),
    )


def _beside(ratings: Ratings, columns: Sequence[Codes]) -> Ratings:
    """The ratings with further columns behind the people's, so that one resampled row holds them all."""
    codes = np.column_stack([ratings.codes, *columns]) if columns else ratings.codes
    return replace(ratings, codes=codes, raters=(*ratings.raters, *("" for _ in columns)))


Versus = tuple[JudgeLabels, str, str | None, Patterns]


def _versus(
    every: Patterns, ratings: Ratings, judges: Sequence[JudgeLabels], together: Mapping[str, Codes]
) -> Iterator[Versus]:
    """Each judge beside each rater and beside what people say together; the judge is the second of the pair."""
    n = len(ratings.raters)
    for place, judge in enumerate(judges):
        for rater, name in enumerate(ratings.raters):
            yield judge, "rater", name, every.pair(rater, n + place)
        for offset, kind in enumerate(together):
            yield judge, kind, None, every.pair(n + len(judges) + offset, n + place)


def _judge_report(judge: JudgeLabels, versus: Sequence[Versus], found: Sequence[dict[str, Estimate]]) -> JudgeReport:
    return JudgeReport(
        name=judge.name,
        n_labels=int((judge.codes >= 0).sum()),
        n_elsewhere=judge.n_elsewhere,
        unparsed=judge.unparsed,
        against=tuple(
            AgainstReport(
                kind=kind,  # type: ignore[arg-type]
                rater=rater,
                n=pair.n_targets,
                coefficients=values,
                confusion=tuple(tuple(int(n) for n in row) for row in pair.contingency()),
            )
            for (one, kind, rater, pair), values in zip(versus, found, strict=True)
            if one is judge
        ),
    )


def _asked_of_labels(patterns: Patterns) -> list[Asked]:
    """Fleiss' kappa of each label against all others, under the label's name."""
    fleiss = next(one for one in declared() if one.key == PER_LABEL)
    return [
        Asked(replace(fleiss, key=label), _one_label(patterns, code))
        for code, label in enumerate(patterns.scale.labels)
    ]


def _one_label(patterns: Patterns, code: int) -> Patterns:
    """Whether this label was given or another one: codes 1 and 0, -1 where none was given."""
    codes = np.where(patterns.codes < 0, -1, patterns.codes == code).astype(np.int64)
    scale = replace(patterns.scale, level="nominal", labels=("other", patterns.scale.labels[code]))
    return replace(patterns, scale=scale, codes=codes)


def _asked(patterns: Patterns, *scopes: Scope) -> list[Asked]:
    """All coefficients that can be asked of a question, a pair or a judge with this scale."""
    offered = [one for one in declared() if one.scopes & set(scopes) and one.fits(patterns.scale)]
    return [Asked(one, one.rests_on(patterns)) for one in offered]


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
