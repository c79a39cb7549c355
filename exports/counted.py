"""Which answers count about some items, and what is decided? Read for a part of a project at a time.

What counts is what `annotation.discussion.consensus` says: the answers of the round that is decided on; after a
discussion the newest of each.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlmodel import Session, col, select

from annotation import judgments, projects
from annotation import models as m
from annotation.codebook import Codebook
from annotation.desk.decisions import is_cannot
from annotation.discussion.consensus import newest
from annotation.places import ItemRow, Place
from annotation.projects import key_of
from exports.meaning import Meanings
from exports.naming import Names
from exports.revisions import latest, targets_of

Given = dict[str, str]  # pseudonym of the rater -> label
Answered = tuple[str, str, str, Given]  # item, target, question


class Answer(NamedTuple):
    """An answer that may count; without a label it could not be judged."""

    target_id: int
    question: str
    pseudonym: str
    rater_id: int
    label: str | None
    confidence: int | None
    prelabel: str | None


class _Said(NamedTuple):
    target_id: int
    question: str
    rater_id: int
    given: str | None
    cannot: str | None
    confidence: int | None
    prelabel: str | None
    codebook_id: int
    surplus: bool | None


@dataclass(frozen=True)
class Decided:
    """What a decision says, with the name of the adjudicator where a person decided.

    Without a label an adjudicator has decided that it cannot be judged.
    """

    label: str | None
    method: str
    decided_by: str
    reason: str


@dataclass(frozen=True)
class Counting:
    """How the answers of a project are counted. `talk` is the discussion of the round that is decided on, if any."""

    session: Session
    book: Codebook
    meanings: Meanings
    pseudonyms: Mapping[int, str]
    first: m.Round
    talk: m.Round | None

    @classmethod
    def of(cls, session: Session, project: m.Project, *, chosen: m.Round | None = None) -> Counting:
        """That of a round of a project, the one that is decided on unless chosen. Raises NotFound where it has none."""
        _, book = projects.latest_codebook(session, key_of(project))
        chosen = chosen or projects.deciding_round(session, project)
        is_talk = chosen.kind == "discussion" and chosen.beside_id is not None
        first = session.get_one(m.Round, chosen.beside_id) if is_talk else chosen
        raters = session.exec(select(m.Rater.id, m.Rater.pseudonym).where(m.Rater.project_id == project.id)).all()
        pseudonyms = {key or 0: pseudonym for key, pseudonym in raters}
        return cls(session, book, Meanings.of(session, project), pseudonyms, first, chosen if is_talk else None)

    def labels(self, items: Sequence[ItemRow]) -> Mapping[Place, Given]:
        """The labels that count about items that follow one another, by place and by the pseudonym of the rater."""
        given: dict[Place, Given] = defaultdict(dict)
        for each in self.answers(items):
            if each.label is not None:
                given[each.target_id, each.question][each.pseudonym] = each.label
        return given

    def answers(self, items: Sequence[ItemRow]) -> Iterator[Answer]:
        """The answers that count about items that follow one another, also where somebody could not judge."""
        found = self._of_round(self.first, items)
        return found if self.talk is None else newest(found, self._of_round(self.talk, items), self.book)

    def decisions(self, items: Sequence[ItemRow], called: Names) -> dict[Place, Decided]:
        """What stands decided about items that follow one another."""
        asked = (
            select(  # type: ignore[call-overload]
                m.Decision.target_id,
                m.Decision.question,
                m.Decision.label,
                m.Decision.method,
                m.Decision.account_id,
                m.Decision.reason,
                m.Decision.codebook_id,
                m.Decision.error_kind,
            )
            .where(col(m.Decision.target_id).in_(targets_of(items)))
            .order_by(m.Decision.revision)
        )
        standing: dict[Place, Decided | None] = {}
        for target_id, question, given, method, account_id, reason, book, kind in self.session.connection().execute(
            asked
        ):
            label = self.meanings.now(book, question, given)
            stands = label is not None or is_cannot(given, method, kind)
            decided_by = called.decider(account_id)
            standing[target_id, question] = Decided(label, method, decided_by, reason) if stands else None
        return {place: decided for place, decided in standing.items() if decided is not None}

    def _of_round(self, chosen: m.Round, items: Sequence[ItemRow]) -> Iterator[Answer]:
        """The answers of one round without the surplus ones."""
        asked = (
            judgments.with_assignment(
                select(  # type: ignore[call-overload]
                    m.Judgment.target_id,
                    m.Judgment.question,
                    m.Judgment.rater_id,
                    m.Judgment.label,
                    m.Judgment.cannot,
                    m.Judgment.confidence,
                    m.Judgment.prelabel,
                    m.Judgment.codebook_id,
                    m.Assignment.surplus,
                )
                .select_from(m.Judgment)
                .join(m.Target, col(m.Target.id) == m.Judgment.target_id)
            )
            .where(m.Judgment.round_id == key_of(chosen), col(m.Judgment.target_id).in_(targets_of(items)))
            .order_by(m.Judgment.target_id, m.Judgment.question, m.Judgment.rater_id, m.Judgment.revision)
        )
        for row in latest(map(_Said._make, self.session.connection().execute(asked).all())):
            book, question = row.codebook_id, row.question
            label = self.meanings.now(book, question, row.given)
            if not row.surplus and (label is not None or row.cannot is not None):
                shown = self.meanings.now(book, question, row.prelabel)
                rater = self.pseudonyms[row.rater_id]
                yield Answer(row.target_id, question, rater, row.rater_id, label, row.confidence, shown)
