"""What does a label say in people's words? The texts of labels, the exact words of quotes, the texts of what is picked.

Items are looked at one after the other, as exports go through them, so that no more than one is held in memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from sqlmodel import Session, select

from annotation import models as m
from annotation import projects, values
from annotation.codebook import Codebook, said
from annotation.content import Content
from annotation.projects import key_of
from annotation.values import NOTHING, Pieces

BETWEEN = " | "
NOTHING_APPLIES = "—"  # on a screen, where no label, no piece and no words were the answer


@dataclass
class Wording:
    """The words of a project's labels, those of the codebook in one language."""

    session: Session
    project_id: int
    book: Codebook
    language: str = "en"
    _item: str = ""
    _pieces: Pieces = field(default=NOTHING)
    _texts: dict[str, dict[str, str]] = field(default_factory=dict)

    def is_free(self, question: str) -> bool:
        """Whether the question is answered in free text, so that its label is one."""
        found = self.book.question(question)
        return found is not None and found.kind == "text"

    def words(self, item: str, target: str, question: str, label: str) -> Sequence[str]:
        """What a label says; nothing for `none`, and for a question that is asked no longer."""
        found = self.book.question(question)
        if found is None:
            return ()
        pieces = self._pieces_of(item) if found.kind in ("quote", "pick") else NOTHING
        if question not in self._texts:
            self._texts[question] = {each.key: said(each.text, self.language) for each in found.labels}
        texts = self._texts[question]
        return [texts.get(word, word) for word in values.words(found, label, pieces=pieces, target=target)]

    def joined(self, item: str, target: str, question: str, label: str | None) -> str | None:
        """The words as one text; None where there is no label."""
        return None if label is None else BETWEEN.join(self.words(item, target, question, label))

    def _pieces_of(self, item: str) -> Pieces:
        if item != self._item:
            content = self.session.exec(
                select(m.Item.content).where(m.Item.project_id == self.project_id, m.Item.source_id == item)
            ).one()
            self._item, self._pieces = item, Pieces.of(Content.model_validate(content))
        return self._pieces


def said_in_words(
    session: Session, *, slug: str, said: Iterable[tuple[str, str, str, str]], language: str = "en"
) -> dict[tuple[str, str, str, str], str]:
    """The words of each item, target, question and label, as one text. Raises NotFound for the project."""
    project = projects.find(session, slug)
    _, book = projects.latest_codebook(session, key_of(project))
    wording = Wording(session, key_of(project), book, language)
    return {each: wording.joined(*each) or NOTHING_APPLIES for each in sorted(set(said))}
