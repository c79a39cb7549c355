"""Everything that can be said of one project's labels: agreement, what stands behind it, its judges, its groups.

One value for the Agreement and Judges screens and for the reports in every format, so that all show the same numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sqlmodel import Session

from agreement.errors import AgreementError
from annotation import judges, judgments, moments, origins, projects, settings, tags
from annotation import models as m
from annotation.asked import QuestionSpec, asked_questions
from annotation.errors import AccordError
from annotation.judgments import Use
from annotation.people import background
from annotation.people.background import Told
from annotation.values import parts
from exports import answers, discussed
from exports.answers import RaterAnswers
from exports.beside import OCCASION, Beside, beside
from exports.courses import courses
from exports.discussed import Discussed
from exports.grouping import Origins, OriginScores, TagScores, by_origin, by_tag
from exports.powered import Powered, SampleUsed, powered, sample_used
from languages import message_of, worded

if TYPE_CHECKING:
    import pandas as pd

    from agreement.course import Step
    from agreement.details import Details
    from agreement.judge import JudgeTable
    from agreement.question import Question
    from agreement.results import QuestionReport, RefusedRow, Report

UNPARSED = "“"  # how an answer of a judge begins that gave no label
CONDITION = worded("“{question}” is answered with {labels}")


class NotComputable(AccordError):
    """The agreement of a project cannot be computed; the message says why."""


@dataclass(frozen=True)
class StudyQuestion:
    """One question: as the codebook asks it, its report, and what stands behind it.

    `by_day` and `by_position` are empty where labels have no moment. `groups` are scores by tag and `origins` those by
    system and setting, where labels are numbers. `answers` say of each rater what is beside the labels. `powered` are
    estimates for all items that a drawn sample stands for, with each judge's help, or why there are none. `discussed`
    is what a discussion of the round has done, where there is one.
    """

    spec: QuestionSpec
    found: QuestionReport
    details: Details
    by_day: tuple[Step, ...]
    by_position: tuple[Step, ...]
    groups: tuple[TagScores, ...]
    origins: tuple[OriginScores, ...] = ()
    answers: tuple[RaterAnswers, ...] = ()
    powered: tuple[Powered, ...] = ()
    discussed: Discussed | None = None


@dataclass(frozen=True)
class TextQuestion:
    """A question that is answered in free text, of which no coefficient is computed."""

    spec: QuestionSpec
    n_answers: int
    n_targets: int
    answers: tuple[RaterAnswers, ...] = ()


@dataclass(frozen=True)
class Study:
    """A project in one round. `n_changed` labels were changed later on; their first ones count here.

    `texts` are the questions that are answered in free text. `background` is what the annotators say of themselves, all
    together.

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
    texts: tuple[TextQuestion, ...] = ()
    background: Told | None = None

    @property
    def shows_labels(self) -> bool:
        """Whether raters were shown labels before they judged."""
        found = [*(question.answers for question in self.questions), *(question.answers for question in self.texts)]
        return any(one.n_shown for raters in found for one in raters)

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
    first = discussed.labels_of(session, slug=slug, chosen=chosen)
    asked = asked_questions(session, slug=slug)
    epsilon = settings.read(project).epsilon
    judged = judge_tables(session, slug=slug)
    looks_at_gold = bool(judged) or any(each.kind == "pick" for each in asked)
    material = _Material(
        first.table,
        {each.key: each for each in asked},
        judged,
        _table_of(judgments.decided(session, slug=slug) if looks_at_gold else []),
        moments.first_moments(session, slug=slug, round_number=number),
        tags.by_item(session, slug=slug),
        origins.by_response(session, slug=slug),
        answers.by_question(session, slug=slug, round_number=number, first=first.table),
        sample_used(session, slug=slug, table=first.table),
        epsilon,
        first.left_out,
        beside(session, slug=slug, chosen=chosen, first=first.table),
    )
    try:
        questions, refused = material.questions(bootstrap=bootstrap, seed=seed)
    except AgreementError as error:
        raise NotComputable(message_of(error)) from error
    talked = discussed.by_question(session, slug=slug, chosen=chosen, asked=asked, bootstrap=bootstrap, seed=seed)
    questions = tuple(replace(each, discussed=talked.get(each.spec.key)) for each in questions)
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
        texts=material.texts(),
        background=background.told(session, slug=slug),
    )


def _is_late(session: Session, project: m.Project) -> bool:
    """Whether the epsilon was chosen after a judge's first scores had come."""
    chosen, scored = settings.epsilon_chosen_at(session, project), judges.first_scored_at(session, slug=project.slug)
    return chosen is not None and scored is not None and chosen > scored


def judge_tables(session: Session, *, slug: str) -> list[JudgeTable]:
    """What the project's judges said, run by run, as the numbers take it. Raises NotFound.

    An answer that gave no label stands in quotation marks, so that no part of it is taken for one. Free texts are left
    out: no judge is measured on them.
    """
    from agreement.judge import JudgeTable

    free = {each.key for each in asked_questions(session, slug=slug) if each.level is None}
    found = []
    for each in judges.scores(session, slug=slug):
        told = each.rows["label"].where(each.rows["parsed"] == "1", UNPARSED + each.rows["label"] + "”")
        rows = each.rows.assign(label=told).drop(columns="parsed")
        rows = rows[~rows["question"].isin(free)]
        if len(rows) or not len(each.rows):
            found.append(JudgeTable(each.name, rows, version=each.version, run=each.run, tuned=each.tuned))
    return found


def _table_of(rows: Sequence[tuple[str, str, str, str]]) -> pd.DataFrame:
    """What is decided as a table; nothing where nobody asks."""
    import pandas as pd

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
    origins: Origins
    answers: Mapping[str, tuple[RaterAnswers, ...]]
    sample: SampleUsed | None
    epsilon: float | None
    left_out: Mapping[str, Mapping[Use, int]]
    beside: Beside

    def questions(self, *, bootstrap: int, seed: int) -> tuple[tuple[StudyQuestion, ...], tuple[RefusedRow, ...]]:
        """Every question of the codebook, in its order, and the rows that were refused."""
        from agreement.details import details
        from agreement.report import read_questions

        levels = {key: spec.level for key, spec in self.asked.items() if spec.level is not None}
        own = self.table[self.table["question"].isin(levels)]
        asked = read_questions(
            self.beside.with_second_labels(own, levels) if len(self.beside.again) else own,
            occasion=OCCASION if len(self.beside.again) else None,
            levels=levels,
            labels={key: names for key in levels if (names := self._names(key))},
            label_groups={key: self.asked[key].groups for key in levels if self._has_groups(key)},
            conditional={key: text for key in levels if (text := self._condition(key))},
            judges=self.judges,
            gold=self.gold if self.judges and len(self.gold) else None,
            epsilon=self.epsilon,
        )
        order = list(self.asked)
        questions = (
            StudyQuestion(
                self.asked[one.ratings.question],
                self._report(one, bootstrap, seed),
                details(one.ratings),
                *courses(one.ratings, self.moments, replicates=bootstrap, seed=seed),
                by_tag(one.ratings, self.tags, one.judges, origins=self.origins, replicates=bootstrap, seed=seed),
                by_origin(one.ratings, self.tags, self.origins, one.judges, replicates=bootstrap, seed=seed),
                self.answers.get(one.ratings.question, ()),
                powered(self.asked[one.ratings.question], self.table, self.judges, self.sample),
            )
            for one in asked.questions
            if one.ratings.question in self.asked
        )
        in_order = tuple(sorted(questions, key=lambda question: order.index(question.spec.key)))
        return in_order, tuple(sorted(asked.refused, key=lambda row: row.row))

    def _report(self, one: Question, bootstrap: int, seed: int) -> QuestionReport:
        """A question's report; it also counts the answers that are no part of the headline.

        Second labels are those of the repeat round, and are counted as such.
        """
        from agreement.question import question_report

        found = question_report(one, replicates=bootstrap, seed=seed)
        own = {why: n for why, n in found.excluded.items() if why != "repeated" or not len(self.beside.again)}
        left_out = {str(use): n for use, n in self.left_out.get(found.question, {}).items()}
        return replace(found, excluded={**own, **left_out, **self.beside.left_out.get(found.question, {})})

    def texts(self) -> tuple[TextQuestion, ...]:
        """The questions that are answered in free text, in the order of the codebook."""
        found = []
        for key, spec in self.asked.items():
            if spec.level is None:
                own = self.table[self.table["question"] == key]
                n_targets = len(own[["item", "target"]].drop_duplicates())
                found.append(TextQuestion(spec, len(own), n_targets, self.answers.get(key, ())))
        return tuple(found)

    def _names(self, question: str) -> tuple[str, ...]:
        """The labels of a question, or the pieces that people and judges have picked; none of words."""
        spec = self.asked[question]
        if spec.kind != "pick":
            return spec.labels
        tables = (self.table, self.gold, *(judge.rows for judge in self.judges))
        labels = {str(label) for table in tables for label in table["label"][table["question"] == question].unique()}
        return tuple(sorted({name for label in labels if not label.startswith(UNPARSED) for name in parts(label)}))

    def _has_groups(self, question: str) -> bool:
        spec = self.asked[question]
        return spec.kind == "one" and bool(spec.groups)

    def _condition(self, question: str) -> str:
        """After which answer alone the question is asked; empty where it always is."""
        after = self.asked[question].asked_after
        parent = self.asked.get(after[0]) if after else None
        if after is None or parent is None:
            return ""
        labels = " / ".join(parent.label_texts.get(label, label) for label in after[1])
        return worded(CONDITION, question=parent.text or parent.key, labels=labels)
