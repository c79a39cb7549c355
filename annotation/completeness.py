"""Which items of a round are answered in full, by the questions of one codebook or of another?

An annotator's item is complete when every required question that is asked of its targets has an answer; "cannot judge"
is one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from annotation import models as m
from annotation.codebook import Codebook
from annotation.current import is_latest
from annotation.projects import key_of

Reading = Callable[[int, str, str | None], str | None]  # codebook's id, question, label -> the label as it is read

_Answers = Mapping[str, str | None]  # what was answered, by question; a label of None: it cannot be judged


@dataclass(frozen=True)
class Work:
    """What the annotators of one round were given, and what they said: as it is stored, for any codebook to read."""

    assignments: Sequence[m.Assignment]
    targets: Mapping[int, Sequence[tuple[int, str]]]  # by item: id and kind
    said: Mapping[tuple[int, int], Sequence[tuple[str, int, str | None, bool]]]  # by rater and target

    @classmethod
    def of(cls, session: Session, chosen: m.Round, *, lock: bool = False) -> Work:
        """That of a round. `lock`: nobody submits to it until this transaction ends."""
        asked = select(m.Assignment).where(
            m.Assignment.round_id == chosen.id, col(m.Assignment.state).in_(("open", "done"))
        )
        assignments = session.exec(asked.with_for_update() if lock else asked).all()
        targets: dict[int, list[tuple[int, str]]] = defaultdict(list)
        for target_id, item_id, kind in session.exec(
            select(m.Target.id, m.Target.item_id, m.Target.kind)
            .join(m.Item)
            .where(m.Item.project_id == chosen.project_id)
        ):
            targets[item_id].append((target_id or 0, kind))
        said: dict[tuple[int, int], list[tuple[str, int, str | None, bool]]] = defaultdict(list)
        for rater_id, target_id, question, codebook_id, label, cannot in session.execute(
            select(  # type: ignore[call-overload]
                m.Judgment.rater_id,
                m.Judgment.target_id,
                m.Judgment.question,
                m.Judgment.codebook_id,
                m.Judgment.label,
                m.Judgment.cannot,
            ).where(m.Judgment.round_id == chosen.id, is_latest())
        ):
            if label is not None or cannot is not None:
                said[rater_id, target_id].append((question, codebook_id, label, cannot is not None))
        return cls(assignments, targets, said)

    def complete(self, book: Codebook, read: Reading) -> set[int]:
        """The assignments that lack nothing that the codebook requires, where labels are read like this."""
        return {key_of(given) for given in self.assignments if self._is_complete(given, book, read)}

    def _is_complete(self, given: m.Assignment, book: Codebook, read: Reading) -> bool:
        for target_id, kind in self.targets.get(given.item_id, ()):
            answers: dict[str, str | None] = {}
            for question, codebook_id, label, cannot in self.said.get((given.rater_id, target_id), ()):
                now = None if cannot else read(codebook_id, question, label)
                if cannot or now is not None:
                    answers[question] = now
            if _lacks_something(book, kind, answers):
                return False
        return True


def _lacks_something(book: Codebook, kind: str, answers: _Answers) -> bool:
    return any(
        question.required
        and question.key not in answers
        and question.is_asked(answers.get(question.ask_if.question) if question.ask_if else None)
        for question in book.about(kind)
    )
