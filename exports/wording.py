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
from exports.writers import FreeText

BETWEEN = " | "
OF_THE_CODEBOOK = ("one", "several")  # kinds whose words are the same for every item
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
    _looked_at: tuple[str, Content | None] = ("", None)
    _texts: dict[str, dict[str, str]] = field(default_factory=dict)
    _joined: dict[tuple[str, str], FreeText] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Look at every question once."""
        self._questions = {question.key: question for question in self.book.questions}

    def look_at(self, item: str, content: Content) -> None:
        """Know what an item shows, so that it has not to be asked for."""
        self._looked_at = item, content

    def words(self, item: str, target: str, question: str, label: str) -> Sequence[str]:
        """What a label says; nothing for `none`, and for a question that is asked no longer."""
        found = self._questions.get(question)
        if found is None:
            return ()
        pieces = self._pieces_of(item) if found.kind in ("quote", "pick") else NOTHING
        if question not in self._texts:
            self._texts[question] = {each.key: said(each.text, self.language) for each in found.labels}
        texts = self._texts[question]
        return [texts.get(word, word) for word in values.words(found, label, pieces=pieces, target=target)]

    def joined(self, item: str, target: str, question: str, label: str | None) -> FreeText | None:
        """The words as one text; None where there is no label."""
        if label is None:
            return None
        if question not in self._questions or self._questions[question].kind not in OF_THE_CODEBOOK:
            return FreeText(BETWEEN.join(self.words(item, target, question, label)))
        if (question, label) not in self._joined:
            self._joined[question, label] = FreeText(BETWEEN.join(self.words(item, target, question, label)))
        return self._joined[question, label]

    def _pieces_of(self, item: str) -> Pieces:
        if item != self._item:
            name, content = self._looked_at
            self._item = item
            self._pieces = Pieces.of(content if content is not None and name == item else self._content_of(item))
        return self._pieces

    def _content_of(self, item: str) -> Content:
        content = self.session.exec(
            select(m.Item.content).where(m.Item.project_id == self.project_id, m.Item.source_id == item)
        ).one()
        return Content.model_validate(content)


def said_in_words(
    session: Session, *, slug: str, said: Iterable[tuple[str, str, str, str]], language: str = "en"
) -> dict[tuple[str, str, str, str], str]:
    """The words of each item, target, question and label, as one text. Raises NotFound for the project."""
    project = projects.find(session, slug)
    _, book = projects.latest_codebook(session, key_of(project))
    wording = Wording(session, key_of(project), book, language)
    return {each: wording.joined(*each) or NOTHING_APPLIES for each in sorted(set(said))}
