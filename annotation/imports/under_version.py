"""Labels that were given under an earlier version of the codebook: what do they say now?

The version is named by a person, never guessed. A label has to be one of that version's and is stored as it was given,
under it: what it has become is read through the maps of the later versions (annotation.versions), as for every answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlmodel import Session

from annotation import codebook_history, projects
from annotation import models as m
from annotation.codebook import Codebook
from annotation.projects import key_of
from annotation.readers.json_rows import RowError
from annotation.values import parts
from annotation.versions import LabelMaps
from languages import worded

GONE_QUESTION = worded("the question {question!r} of version {number} of the codebook is not asked any more")
GONE_LABEL = worded("the label {label!r} of version {number} of the codebook answers nothing any more")
OLDER = worded("it is a label of version {number} of the codebook: --codebook {number} reads the whole file as that")


@dataclass(frozen=True)
class UnderVersion:
    """The version of a project's codebook that a file is read under, and how many rows say something else by now."""

    number: int
    codebook_id: int
    book: Codebook
    books: Mapping[int, Codebook]
    maps: LabelMaps
    became: Counter[tuple[str, str, str]] = field(default_factory=Counter)

    @classmethod
    def of(cls, session: Session, project: m.Project, number: int | None = None) -> UnderVersion:
        """The version with this number, the newest by default. Raises NotFound where there is none."""
        chosen = codebook_history.version(session, slug=project.slug, number=number)
        books = {each.number: each.book for each in codebook_history.versions(session, slug=project.slug)}
        ids = {version: key for key, version in projects.codebook_versions(session, project).items()}
        maps = LabelMaps.of(session, key_of(project))
        return cls(chosen.number, ids[chosen.number], chosen.book, books, maps)

    def taken(self, question: str, label: str) -> str:
        """The label, counted where it says something else by now. Raises RowError where it answers nothing any more."""
        if self.number == max(self.books):
            return label
        asked = self.books[max(self.books)].question(question)
        if asked is None:
            raise RowError(worded(GONE_QUESTION, question=question, number=self.number))
        now = self.maps.now(self.codebook_id, question, label)
        if now is None or (asked.label_keys and not {*parts(now)} <= {*asked.label_keys}):
            raise RowError(worded(GONE_LABEL, label=label[:60], number=self.number))
        if now != label:
            self.became[question, label, now] += 1
        return label

    def older(self, question: str, label: str) -> str:
        """A sentence on the last earlier version that has a label which this one lacks; '' for none."""
        for number in sorted(self.books, reverse=True):
            asked = self.books[number].question(question)
            if number < self.number and asked is not None and label in asked.label_keys:
                return worded(OLDER, number=number)
        return ""

    def told(self) -> tuple[str, ...]:
        """Sentences on how the file was read, where that is not under the newest version."""
        if self.number == max(self.books):
            return ()
        changed = "; ".join(
            f"{question}: {old} is {new} ({count})" for (question, old, new), count in sorted(self.became.items())
        )
        return (
            f"Read under version {self.number} of the codebook; the newest is {max(self.books)}. "
            + (f"What labels have become since (rows): {changed}." if changed else "No label is called otherwise now."),
        )
