"""Which answers count where something is decided? Those of a round; after a discussion, what people say then.

A discussion is about what people differed on. There the newest answer of each counts; whoever said nothing more keeps
the first one, and so does everything that was not discussed; a first answer goes where the same person's new answer
no longer asks its question. The result is consensus, and no longer reliability.
Surplus answers are left out: who was to answer was settled before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol, TypeVar

from sqlmodel import Session

from annotation import judgments, projects
from annotation import models as m
from annotation.codebook import Codebook
from annotation.judgments import CannotJudge, Current
from annotation.projects import key_of

Place = tuple[int, str, str]  # target, question, pseudonym


class Said(Protocol):
    """What has to be known of an answer to see whether it counts; without a label it could not be judged."""

    @property
    def target_id(self) -> int:
        """The target by its id in the database."""

    @property
    def question(self) -> str:
        """What was asked about it."""

    @property
    def pseudonym(self) -> str:
        """Who has answered."""

    @property
    def label(self) -> str | None:
        """What was answered."""


Answer = TypeVar("Answer", bound=Said)


def counted(
    session: Session, *, slug: str, round_number: int | None = None, item_id: int | None = None
) -> Iterator[Current]:
    """The answers with a label that count in a round, the one that is decided on unless named. Raises NotFound.

    They come in the order of items and targets; those that only a discussion has come last.
    """
    for each in answers(session, slug=slug, round_number=round_number, item_id=item_id):
        if isinstance(each, Current):
            yield each


def answers(
    session: Session, *, slug: str, round_number: int | None = None, item_id: int | None = None
) -> Iterator[Current | CannotJudge]:
    """The same, with the places that somebody could not judge."""
    project = projects.find(session, slug)
    if round_number is None:
        chosen = projects.deciding_round(session, project)
    else:
        chosen = projects.find_round(session, project, round_number)
    if chosen.kind != "discussion" or chosen.beside_id is None:
        yield from of_round(session, slug, chosen.number, item_id)
        return
    _, book = projects.latest_codebook(session, key_of(project))
    before = session.get_one(m.Round, chosen.beside_id)
    first, later = (of_round(session, slug, number, item_id) for number in (before.number, chosen.number))
    yield from newest(first, later, book)


def newest(first: Iterable[Answer], later: Iterable[Answer], book: Codebook) -> Iterator[Answer]:
    """Which of the first answers and of those of the discussion count (pure); those that only it has come last."""
    talked = {_place(each): each for each in later}
    added = dict(talked)
    for each in first:
        new = added.pop(_place(each), each)
        if new is not each or _still_asked(each, talked, book):
            yield new
    yield from added.values()


def of_round(session: Session, slug: str, number: int, item_id: int | None) -> Iterator[Current | CannotJudge]:
    """The answers of one round without the surplus ones: those with a label, then those that cannot be judged."""
    for given in judgments.current(session, slug=slug, round_number=number, item_id=item_id):
        if given.use != "surplus":
            yield given
    for unable in judgments.cannot_judge(session, slug=slug, round_number=number, item_id=item_id):
        if unable.use != "surplus":
            yield unable


def _still_asked(each: Said, later: Mapping[Place, Said], book: Codebook) -> bool:
    """Whether a first answer is still one: not where the same person's new answer no longer asks the question."""
    question = book.question(each.question)
    if question is None or question.ask_if is None:
        return True
    parent = later.get((each.target_id, question.ask_if.question, each.pseudonym))
    return parent is None or question.is_asked(parent.label)


def _place(each: Said) -> Place:
    return each.target_id, each.question, each.pseudonym
