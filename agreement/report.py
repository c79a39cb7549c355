"""How far do the raters of a table agree, question by question? Everything about it, as one value."""

from collections.abc import Collection, Mapping, Sequence

import pandas as pd

from agreement.judge import JudgeTable, read_gold, read_judge, tuned_targets, with_majorities
from agreement.judge_parts import with_labels_of
from agreement.question import Question, question_report
from agreement.ratings import read_ratings
from agreement.results import RefusedRow, Report
from agreement.scale import Level

__all__ = ["Report", "report"]


def report(
    table: pd.DataFrame,
    *,
    levels: Mapping[str, Level] | None = None,
    labels: Mapping[str, Sequence[str]] | None = None,
    label_groups: Mapping[str, Mapping[str, str]] | None = None,
    conditional: Mapping[str, str] | None = None,
    anonymous: bool = False,
    occasion: str | None = None,
    judges: Sequence[JudgeTable] = (),
    judge_names: Mapping[str, str] | None = None,
    gold: pd.DataFrame | None = None,
    tuned: pd.DataFrame | Collection[str] | None = None,
    epsilon: float | None = None,
    bootstrap: int = 1000,
    seed: int = 0,
    cluster: str | None = None,
    refused: Sequence[RefusedRow] = (),
) -> Report:
    """Report the agreement of all questions in a long table of labels, and that of judges with the people in it.

    `table`, `levels`, `labels`, `anonymous`, `occasion` and `cluster` are as in `agreement.ratings.read_ratings`, and
    so are the errors. By question, `label_groups` says which group each label belongs to (the agreement on groups is
    given too), and `conditional` after which answer alone the question was asked (each number says so).

    `judge_names` says which answers of the judges mean which label. `gold` (item, target, question, label) is what they
    are set beside too, and nobody's label. `tuned` are items, or a table that names the items (and targets), that
    judges were tuned on: left out of all that is said of judges. Several tables of one judge's name and version are its
    runs; SameJudge where they cannot be told apart. With an `epsilon`, chosen beforehand, each judge is put to the
    alternative annotator test; BadOption where it is none.

    `bootstrap` replicates make each 95 % interval (0: none); the same seed makes the same. Rows `refused` earlier, by
    whoever read the file, are reported with those that are refused here.

    >>> rows = [("i1", "ann", "yes"), ("i1", "bo", "yes"), ("i2", "ann", "no"), ("i2", "bo", "no")]
    >>> found = report(pd.DataFrame(rows, columns=["item", "rater", "label"]), bootstrap=0)
    >>> found.questions[0].coefficients["fleiss_kappa"].value
    1.0
    """
    reading = read_ratings(table, levels=levels, labels=labels, cluster=cluster, anonymous=anonymous, occasion=occasion)
    questions, not_people = [], []
    for of_people in reading.ratings:
        beside = [*(judge.rows for judge in judges), *([] if gold is None else [gold])]
        ratings = with_labels_of(beside, of_people, names=judge_names)
        on_tuned = None if tuned is None else tuned_targets(tuned, ratings)
        read = [read_judge(judge, ratings, names=judge_names, tuned=on_tuned) for judge in judges]
        read_of_gold = None if gold is None else read_gold(gold, ratings)
        not_people += [row for one in (*read, *filter(None, [read_of_gold])) for row in one.refused]
        asked = Question(
            ratings,
            judges=with_majorities(read, len(ratings.scale.labels)),
            gold=read_of_gold,
            groups=(label_groups or {}).get(ratings.question),
            conditional=(conditional or {}).get(ratings.question),
            epsilon=epsilon,
        )
        questions.append(question_report(asked, replicates=bootstrap, seed=seed))
    return Report(
        questions=tuple(questions),
        rows_refused=tuple(sorted((*refused, *reading.refused, *not_people), key=lambda row: row.row)),
        replicates=bootstrap,
        seed=seed,
    )
