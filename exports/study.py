"""Everything that can be said of one project's labels: agreement, what stands behind it, its judges, its groups.

One value for the Agreement and Judges screens and for the reports in every format, so that all show the same numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from sqlmodel import Session

from agreement.errors import AgreementError
from annotation import judges, judgments, moments, projects, settings, tags
from annotation import models as m
from annotation.errors import AccordError
from annotation.judgments import QuestionSpec
from exports.grouping import TagScores, by_tag

if TYPE_CHECKING:
    import pandas as pd

    from agreement.course import Step
    from agreement.details import Details
    from agreement.judge import JudgeTable
    from agreement.ratings import Ratings
    from agreement.results import QuestionReport, RefusedRow, Report

POSITIONS = (1, 11, 21, 41, 81)  # where the steps of a session begin, in items
MOST_DAYS = 12  # more days than these are joined to spans of days


class NotComputable(AccordError):
    """The agreement of a project cannot be computed; the message says why."""


@dataclass(frozen=True)
class StudyQuestion:
    """One question: as the codebook asks it, its report, and what stands behind it.

    `by_day` and `by_position` are empty where labels have no moment. `groups` are scores by tag, where labels are
    numbers.
    """

    spec: QuestionSpec
    found: QuestionReport
    details: Details
    by_day: tuple[Step, ...]
    by_position: tuple[Step, ...]
    groups: tuple[TagScores, ...]


@dataclass(frozen=True)
class Study:
    """A project in one round. `n_changed` labels were changed later on; their first ones count here.

    `epsilon_is_late`: it was chosen when scores of a judge were there already, and not beforehand.
    """

    slug: str
    title: str
    round: int
    round_kind: str
    n_changed: int
    epsilon: float | None
    epsilon_is_late: bool
    questions: tuple[StudyQuestion, ...]
    rows_refused: tuple[RefusedRow, ...]
    replicates: int
    seed: int

    @property
    def report(self) -> Report:
        """The report alone, as the command line prints it."""
        from agreement.results import Report

        return Report(tuple(each.found for each in self.questions), self.rows_refused, self.replicates, self.seed)


def study(
    session: Session, *, slug: str, round_number: int | None = None, bootstrap: int = 1000, seed: int = 0
) -> Study:
    """The study of one round, the latest independent one unless named. Raises NotFound and NotComputable."""
    project = projects.find(session, slug)
    chosen = projects.find_round(session, project, round_number)
    number = chosen.number
    first = judgments.first_labels(session, slug=slug, round_number=number)
    asked = judgments.questions(session, slug=slug)
    epsilon = settings.read(project).epsilon
    material = _Material(
        first.table,
        {each.key: each for each in asked},
        judge_tables(session, slug=slug),
        _gold(session, slug=slug),
        moments.first_moments(session, slug=slug, round_number=number),
        tags.by_item(session, slug=slug),
        epsilon,
    )
    try:
        questions, refused = material.questions(bootstrap=bootstrap, seed=seed)
    except AgreementError as error:
        raise NotComputable(str(error)) from error
    return Study(
        slug=slug,
        title=project.title,
        round=number,
        round_kind=chosen.kind,
        n_changed=first.n_changed,
        epsilon=epsilon,
        epsilon_is_late=epsilon is not None and _is_late(session, project),
        questions=questions,
        rows_refused=refused,
        replicates=bootstrap,
        seed=seed,
    )


def _is_late(session: Session, project: m.Project) -> bool:
    """Whether the epsilon was chosen after a judge's first scores had come."""
    chosen, scored = settings.epsilon_chosen_at(session, project), judges.first_scored_at(session, slug=project.slug)
    return chosen is not None and scored is not None and chosen > scored


def judge_tables(session: Session, *, slug: str) -> list[JudgeTable]:
    """What the project's judges said, run by run, as the numbers take it. Raises NotFound."""
    from agreement.judge import JudgeTable

    return [
        JudgeTable(each.name, each.rows, version=each.version, run=each.run, tuned=each.tuned)
        for each in judges.scores(session, slug=slug)
    ]


def _gold(session: Session, *, slug: str) -> pd.DataFrame:
    import pandas as pd

    rows = judgments.decided(session, slug=slug)
    return pd.DataFrame(rows, columns=["item", "target", "question", "label"], dtype="string")


@dataclass(frozen=True, eq=False)
class _Material:
    """What the database gave, before anything is computed."""

    table: pd.DataFrame
    asked: Mapping[str, QuestionSpec]
    judges: Sequence[JudgeTable]
    gold: pd.DataFrame
    moments: pd.DataFrame
    tags: Mapping[str, Mapping[str, str]]
    epsilon: float | None

    def questions(self, *, bootstrap: int, seed: int) -> tuple[tuple[StudyQuestion, ...], tuple[RefusedRow, ...]]:
        """Every question of the codebook, in its order, and the rows that were refused."""
        from agreement.details import details
        from agreement.question import question_report
        from agreement.report import read_questions

        asked = read_questions(
            self.table,
            levels={key: spec.level for key, spec in self.asked.items()},
            labels={key: spec.labels for key, spec in self.asked.items()},
            judges=self.judges,
            gold=self.gold if self.judges and len(self.gold) else None,
            epsilon=self.epsilon,
        )
        questions = tuple(
            StudyQuestion(
                self.asked[one.ratings.question],
                question_report(one, replicates=bootstrap, seed=seed),
                details(one.ratings),
                *self._courses(one.ratings, bootstrap=bootstrap, seed=seed),
                by_tag(one.ratings, self.tags, one.judges, replicates=bootstrap, seed=seed),
            )
            for one in asked.questions
            if one.ratings.question in self.asked
        )
        return questions, tuple(sorted(asked.refused, key=lambda row: row.row))

    def _courses(self, ratings: Ratings, *, bootstrap: int, seed: int) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
        """The agreement with others by day, and by the position of the item in the session."""
        rows = self.moments[self.moments["question"] == ratings.question]
        if rows.empty:
            return (), ()
        return (
            _course(ratings, rows, *_day_steps(rows["day"]), bootstrap=bootstrap, seed=seed),
            _course(ratings, rows, *_position_steps(rows["position"]), bootstrap=bootstrap, seed=seed),
        )


def _course(
    ratings: Ratings, rows: pd.DataFrame, step: Sequence[int], names: Sequence[str], *, bootstrap: int, seed: int
) -> tuple[Step, ...]:
    import numpy as np
    import pandas as pd

    from agreement.course import course

    if ratings.targets is None or len(names) < 2:
        return ()
    target = ratings.targets.get_indexer(pd.MultiIndex.from_frame(rows[["item", "target"]]))
    rater = pd.Index(list(ratings.raters)).get_indexer(pd.Index(rows["rater"]))
    steps = np.full(ratings.codes.shape, -1, dtype=np.int64)
    known = (target >= 0) & (rater >= 0)
    steps[target[known], rater[known]] = np.asarray(step)[known]
    return course(ratings, steps, names, replicates=bootstrap, seed=seed)


def _day_steps(days: pd.Series[str]) -> tuple[Sequence[int], list[str]]:
    """The step of each day: itself where they are few, else spans of as many days."""
    every = sorted(days.unique())
    span = -(-len(every) // MOST_DAYS)
    names = [
        first if span == 1 else f"{first} to {every[min(place + span, len(every)) - 1]}"
        for place, first in list(enumerate(every))[::span]
    ]
    step = {day: place // span for place, day in enumerate(every)}
    return [step[day] for day in days], names


def _position_steps(positions: pd.Series[int]) -> tuple[Sequence[int], list[str]]:
    """The step of each position in a session, up to the last one that occurs."""
    begun = [first for first in POSITIONS if first <= positions.max()]
    names = [f"{first}–{after - 1}" for first, after in pairwise(begun)] + [f"{begun[-1]}+"]
    return [sum(first <= position for first in begun) - 1 for position in positions], names
