"""Which answers count where something is decided? Those of a round; after a discussion, what people say then.

A discussion is about what people differed on. There the newest answer of each counts; whoever said nothing more keeps
the first one, and so does everything that was not discussed; a first answer goes where the same person's new answer
no longer asks its question. The result is consensus, and no longer reliability.
Surplus answers are left out: who was to answer was settled before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sqlmodel import Session

from annotation import judgments, projects
from annotation import models as m
from annotation.codebook import Codebook
from annotation.judgments import CannotJudge, Current
from annotation.projects import key_of

Place = tuple[int, str, str]  # target, question, pseudonym


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
    later = {_place(each): each for each in of_round(session, slug, chosen.number, item_id)}
    added = dict(later)
    _, book = projects.latest_codebook(session, key_of(project))
    before = session.get_one(m.Round, chosen.beside_id)
    for each in of_round(session, slug, before.number, item_id):
        newest = added.pop(_place(each), each)
        if newest is not each or _still_asked(each, later, book):
            yield newest
    yield from added.values()


def of_round(session: Session, slug: str, number: int, item_id: int | None) -> Iterator[Current | CannotJudge]:
    """The answers of one round without the surplus ones: those with a label, then those that cannot be judged."""
    for given in judgments.current(session, slug=slug, round_number=number, item_id=item_id):
        if given.use != "surplus":
            yield given
    for unable in judgments.cannot_judge(session, slug=slug, round_number=number, item_id=item_id):
        if unable.use != "surplus":
            yield unable


def _still_asked(each: Current | CannotJudge, later: Mapping[Place, Current | CannotJudge], book: Codebook) -> bool:
    """Whether a first answer is still one: not where the same person's new answer no longer asks the question."""
    question = book.question(each.question)
    if question is None or question.ask_if is None:
        return True
    parent = later.get((each.target_id, question.ask_if.question, each.pseudonym))
    return parent is None or question.is_asked(parent.label if isinstance(parent, Current) else None)


def _place(each: Current | CannotJudge) -> Place:
    return each.target_id, each.question, each.pseudonym
