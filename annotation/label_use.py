"""Which labels and questions are in use? What a current judgment, a decision, a judge or a pre-label says counts.

Labels that somebody has taken back or changed for another one are not in use any more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlmodel import Session, col, func, select

from annotation import models as m
from annotation.codebook import Question
from annotation.current import is_latest
from annotation.desk.decisions import current_decisions
from annotation.projects import key_of
from annotation.values import parts
from annotation.versions import LabelMaps


@dataclass(frozen=True)
class Use:
    """How often each label stands somewhere now, and how many answers each question has ("cannot judge" counts)."""

    labels: Mapping[tuple[str, str], int]
    answers: Mapping[str, int]


def in_use(session: Session, project: m.Project, forms: Mapping[str, Question]) -> Use:
    """The use of a project's questions, which have these forms, in the newest codebook's words."""
    labels: Counter[tuple[str, str]] = Counter()
    answers: Counter[str] = Counter()
    maps = LabelMaps.of(session, key_of(project))
    for question, codebook_id, given, count in _said(session, project):
        label = maps.now(codebook_id, question, given)
        asked = forms.get(question)
        if asked is None or (given is not None and label is None):
            continue
        answers[question] += count
        for part in _labels(asked.kind, label):
            labels[question, part] += count
    return Use(labels, answers)


def _labels(kind: str, label: str | None) -> Iterable[str]:
    if label is None or kind not in ("one", "several"):
        return ()
    return parts(label) if kind == "several" else (label,)


def _said(session: Session, project: m.Project) -> Iterable[tuple[str, int, str | None, int]]:
    """Question, codebook, label (None: cannot be judged) and how often."""
    judgments = (
        select(m.Judgment.question, m.Judgment.codebook_id, m.Judgment.label, func.count())
        .join(m.Round)
        .where(m.Round.project_id == project.id, is_latest())
        .where(col(m.Judgment.label).is_not(None) | col(m.Judgment.cannot).is_not(None))
        .group_by(m.Judgment.question, col(m.Judgment.codebook_id), col(m.Judgment.label))
    )
    yield from session.exec(judgments)
    scores = (
        select(m.JudgeScore.question, m.JudgeScore.codebook_id, m.JudgeScore.label, func.count())
        .join(m.JudgeRun)
        .join(m.Judge)
        .where(m.Judge.project_id == project.id, col(m.JudgeScore.label).is_not(None))
        .group_by(m.JudgeScore.question, col(m.JudgeScore.codebook_id), col(m.JudgeScore.label))
    )
    yield from session.exec(scores)
    newest = session.exec(select(func.max(m.Codebook.id)).where(m.Codebook.project_id == project.id)).one() or 0
    shown = (
        select(m.Prelabel.question, m.Prelabel.label, func.count())
        .select_from(m.Prelabel)
        .join(m.Target)
        .join(m.Item)
        .where(m.Item.project_id == project.id)
        .group_by(m.Prelabel.question, m.Prelabel.label)
    )
    yield from ((question, newest, label, count) for question, label, count in session.exec(shown))
    for (_, question), decision in current_decisions(session, project).items():
        if decision.label is not None:
            yield question, newest, decision.label, 1
