"""Which answers count where something is decided? Those of a round; after a discussion, what people say then.

A discussion is about what people differed on. There the newest answer of each counts; whoever said nothing more keeps
the first one, and so does everything that was not discussed. The result is consensus, and no longer reliability.
Surplus answers are left out: who was to answer was settled before.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlmodel import Session

from annotation import judgments, projects
from annotation import models as m
from annotation.judgments import CannotJudge, Current

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
        yield from _of_round(session, slug, chosen.number, item_id)
        return
    later = {_place(each): each for each in _of_round(session, slug, chosen.number, item_id)}
    before = session.get_one(m.Round, chosen.beside_id)
    for each in _of_round(session, slug, before.number, item_id):
        yield later.pop(_place(each), each)
    yield from later.values()


def _of_round(session: Session, slug: str, number: int, item_id: int | None) -> Iterator[Current | CannotJudge]:
    for given in judgments.current(session, slug=slug, round_number=number, item_id=item_id):
        if given.use != "surplus":
            yield given
    for unable in judgments.cannot_judge(session, slug=slug, round_number=number, item_id=item_id):
        if unable.use != "surplus":
            yield unable


def _place(each: Current | CannotJudge) -> Place:
    return each.target_id, each.question, each.pseudonym
