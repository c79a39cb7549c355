"""How far do the raters of a table agree, question by question? Everything about it, as one value."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypedDict, Unpack

import pandas as pd

from agreement.coded import Table
from agreement.judge import JudgeTable, read_gold, read_judge, tuned_targets, with_majorities
from agreement.judge_parts import with_labels_of
from agreement.question import Question, question_report
from agreement.ratings import read_ratings
from agreement.results import RefusedRow, Report
from agreement.scale import Level

__all__ = ["Report", "report"]


class Options(TypedDict, total=False):
    """What may be said of a table of labels, and what may stand beside it; each may be left out.

    `levels`, `labels`, `anonymous`, `occasion` and `cluster` are as in `agreement.ratings.read_ratings`. By question,
    `label_groups` says which group each label belongs to (the agreement on groups is given too), and `conditional`
    after which answer alone the question was asked (each number says so).

    `judge_names` says which answers of the `judges` mean which label. `gold` (item, target, question, label) is what
    they are set beside too, and nobody's label. `tuned` are items, or a table that names the items (and targets), that
    judges were tuned on: left out of all that is said of judges. With an `epsilon`, chosen beforehand, each judge is
    put to the alternative annotator test.
    """

    levels: Mapping[str, Level] | None
    labels: Mapping[str, Sequence[str]] | None
    label_groups: Mapping[str, Mapping[str, str]] | None
    conditional: Mapping[str, str] | None
    anonymous: bool
    occasion: str | None
    cluster: str | None
    judges: Sequence[JudgeTable]
    judge_names: Mapping[str, str] | None
    gold: pd.DataFrame | None
    tuned: pd.DataFrame | Collection[str] | None
    epsilon: float | None


@dataclass(frozen=True, eq=False)
class Questions:
    """The questions of a table with all that stands beside them, read and not yet computed; and the rows refused."""

    questions: tuple[Question, ...]
    refused: tuple[RefusedRow, ...]


def report(
    table: Table,
    *,
    bootstrap: int = 1000,
    seed: int = 0,
    refused: Sequence[RefusedRow] = (),
    left_out: Mapping[str, Mapping[str, int]] | None = None,
    **options: Unpack[Options],
) -> Report:
    """Report the agreement of all questions in a long table of labels, and that of judges with the people in it.

    `bootstrap` replicates make each 95 % interval (0: none); the same seed makes the same. Rows `refused` earlier, by
    whoever read the file, are reported with those that are refused here, and labels `left_out` earlier, by question and
    why, with those that are not used here. The rest is as in `Options`.

    Raises what `read_ratings` does; SameJudge where several tables of one judge's name and version, which are its runs,
    cannot be told apart; BadOption for an epsilon that is none.

    >>> rows = [("i1", "ann", "yes"), ("i1", "bo", "yes"), ("i2", "ann", "no"), ("i2", "bo", "no")]
    >>> found = report(pd.DataFrame(rows, columns=["item", "rater", "label"]), bootstrap=0)
    >>> found.questions[0].coefficients["fleiss_kappa"].value
    1.0
    """
    read = read_questions(table, **options)
    found = [question_report(one, replicates=bootstrap, seed=seed) for one in read.questions]
    return Report(
        questions=tuple(
            replace(one, excluded={**one.excluded, **(left_out or {}).get(one.question, {})}) for one in found
        ),
        rows_refused=tuple(sorted((*refused, *read.refused), key=lambda row: row.row)),
        replicates=bootstrap,
        seed=seed,
    )


def read_questions(table: Table, **options: Unpack[Options]) -> Questions:
    """Read a table and what stands beside it, once, for a report and for whatever else is wanted of the same labels.

    Raises what `report` does.
    """
    gold, tuned, judges = options.get("gold"), options.get("tuned"), options.get("judges", ())
    names = options.get("judge_names")
    reading = read_ratings(
        table,
        levels=options.get("levels"),
        labels=options.get("labels"),
        cluster=options.get("cluster"),
        anonymous=options.get("anonymous", False),
        occasion=options.get("occasion"),
    )
    questions, refused = [], list(reading.refused)
    for of_people in reading.ratings:
        beside = [*(judge.rows for judge in judges), *([] if gold is None else [gold])]
        declared = (options.get("labels") or {}).get(of_people.question)
        ratings = with_labels_of(beside, of_people, names=names, declared=declared)
        on_tuned = None if tuned is None else tuned_targets(tuned, ratings)
        read = [read_judge(judge, ratings, names=names, tuned=on_tuned) for judge in judges]
        read_of_gold = None if gold is None else read_gold(gold, ratings)
        refused += [row for one in (*read, *filter(None, [read_of_gold])) for row in one.refused]
        questions.append(
            Question(
                ratings,
                judges=with_majorities(read, len(ratings.scale.labels)),
                gold=read_of_gold,
                groups=(options.get("label_groups") or {}).get(ratings.question),
                conditional=(options.get("conditional") or {}).get(ratings.question),
                epsilon=options.get("epsilon"),
            )
        )
    return Questions(tuple(questions), tuple(refused))
