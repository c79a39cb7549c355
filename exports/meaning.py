"""What does a stored label say in a table? In the newest codebook's words, and marked where it is free text."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache

from sqlmodel import Session

from annotation import models as m
from annotation import projects
from annotation.projects import key_of
from annotation.timestamps import written
from annotation.versions import LabelMaps
from exports.writers import FreeText

MOST_KEPT = 10_000  # answers whose meaning is remembered; where people mark words, there is no end of them
EMPTY = FreeText("")


@dataclass
class Meanings:
    """The meanings of a project's labels. `free` are the questions that are answered in free text."""

    maps: LabelMaps
    free: frozenset[str]
    _known: dict[tuple[int, str, str], str | None] = field(default_factory=dict)

    @classmethod
    def of(cls, session: Session, project: m.Project) -> Meanings:
        """Those of a project."""
        _, book = projects.latest_codebook(session, key_of(project))
        free = frozenset(question.key for question in book.questions if question.kind == "text")
        return cls(LabelMaps.of(session, key_of(project)), free)

    def now(self, codebook_id: int, question: str, label: str | None) -> str | None:
        """What a label that was given under a codebook means today; None where it is no answer any more."""
        if label is None:
            return None
        if question in self.free:
            return self.given(question, self.maps.now(codebook_id, question, label))
        key = codebook_id, question, label
        if key not in self._known:
            if len(self._known) >= MOST_KEPT:
                self._known.clear()
            self._known[key] = self.maps.now(codebook_id, question, label)
        return self._known[key]

    def given(self, question: str, label: str | None) -> str | None:
        """A label as it is, marked where it is free text."""
        return FreeText(label) if label is not None and question in self.free else label


def free(text: str) -> FreeText:
    """What somebody wrote as they liked; mostly nothing."""
    return FreeText(text) if text else EMPTY


@lru_cache(maxsize=64)
def moment(at: datetime) -> str:
    """A moment as a table has it; without a zone it is UTC, as SQLite gives it. What was submitted at once has one."""
    return written(at if at.tzinfo else at.replace(tzinfo=UTC))
