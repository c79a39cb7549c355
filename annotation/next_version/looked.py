"""A project's codebook and what could be the next version, side by side with what is in use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlmodel import Session, col, select

from annotation import label_use, projects
from annotation import models as m
from annotation.codebook import Codebook, Question
from annotation.codebook.changes import Changes, QuestionChange, changes, question_change
from annotation.label_use import Use
from annotation.projects import key_of
from annotation.versions import Maps

NOWHERE = ""  # what a label becomes that is no answer any more


@dataclass(frozen=True)
class Gone:
    """A label in use that the new version does not have, or a question (no label); `count` answers say it."""

    question: str
    count: int
    label: str = ""


@dataclass(frozen=True)
class Looked:
    """The project with its newest codebook, the last form of every question there was, and the new one beside it."""

    project: m.Project
    row: m.Codebook
    before: Codebook
    now: Codebook
    maps: Maps
    changes: Changes
    use: Use

    @classmethod
    def of(cls, session: Session, project: m.Project, now: Codebook, maps: Maps) -> Looked:
        row, before = projects.latest_codebook(session, key_of(project))
        forms = _forms(session, project)
        found = changes(before, now)
        returned = [_returned(each, forms, now) for each in found.questions]
        questions = {**forms, **{question.key: question for question in before.questions}}
        use = label_use.in_use(session, project, questions)
        return cls(project, row, before, now, maps, Changes(tuple(returned), found.book), use)

    def gone(self, question: str) -> tuple[str, ...]:
        """The labels of a question that the new version does not have."""
        return next((each.gone for each in self.changes.questions if each.question == question), ())

    def full_maps(self) -> dict[str, dict[str, str]]:
        """What each label becomes that is gone: as it is said, else no answer any more."""
        found = {
            each.question: {label: self.maps.get(each.question, {}).get(label, NOWHERE) for label in each.gone}
            for each in self.changes.questions
            if each.fate != "removed"
        }
        return {question: labels for question, labels in found.items() if labels}

    def to_map(self) -> tuple[Gone, ...]:
        return tuple(
            Gone(each.question, self.use.labels[each.question, label], label)
            for each in self.changes.questions
            if each.fate != "removed"
            for label in each.gone
            if self.use.labels.get((each.question, label))
        )

    def to_confirm(self) -> tuple[Gone, ...]:
        removed = self.changes.of("removed")
        return tuple(Gone(each, self.use.answers[each]) for each in removed if self.use.answers.get(each))


def _forms(session: Session, project: m.Project) -> dict[str, Question]:
    """The last form of every question that a version of the codebook asked."""
    bodies = session.exec(
        select(m.Codebook.body).where(m.Codebook.project_id == project.id).order_by(col(m.Codebook.version))
    )
    return {question.key: question for body in bodies for question in Codebook.model_validate(body).questions}


def _returned(change: QuestionChange, forms: Mapping[str, Question], now: Codebook) -> QuestionChange:
    """A question that comes back is added again, and has to fit the answers that it has from before."""
    asked = now.question(change.question)
    if change.fate != "added" or asked is None or change.question not in forms:
        return change
    found = question_change(forms[change.question], asked)
    return change if found is None else found.again()
