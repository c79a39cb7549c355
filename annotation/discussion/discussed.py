"""What is asked again of an annotator in a discussion, and what has been discussed already?

In a discussion only the places are asked that people differed on. An annotator's first answers come with them: a place
that is left alone keeps the first one. Everything here is the annotator's own; what the others said is told by
annotation.discussion.talk, and by nothing that labels.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sqlmodel import Session, col, select

from annotation import models as m
from annotation.board import own
from annotation.codebook import Codebook
from annotation.errors import Conflict
from annotation.values import Said
from languages import worded

FROZEN = worded(
    "Round {number} has been discussed in round {later}: its answers stay as they are. What people say now belongs to "
    "round {later}."
)


def discussion_of(session: Session, its_round: m.Round) -> m.Round | None:
    """The round in which the answers of this one are, or were, discussed; None where they never were."""
    return session.exec(
        select(m.Round)
        .where(m.Round.kind == "discussion", m.Round.beside_id == its_round.id)
        .order_by(col(m.Round.number).desc())
    ).first()


def check_not_frozen(session: Session, its_round: m.Round) -> None:
    """Refuse what would change first answers that others have seen since. Raises Conflict."""
    later = discussion_of(session, its_round)
    if later is not None:
        raise Conflict("frozen_round", worded(FROZEN, number=its_round.number, later=later.number))


def check_item_not_frozen(session: Session, its_round: m.Round, item_id: int) -> None:
    """The same for an item of which something was discussed: one that was sent back may still wait. Raises Conflict."""
    later = discussion_of(session, its_round)
    if later is None:
        return
    talked = session.exec(
        select(m.DiscussedPlace.target_id)
        .join(m.Target, col(m.Target.id) == m.DiscussedPlace.target_id)
        .where(m.DiscussedPlace.round_id == later.id, m.Target.item_id == item_id)
    ).first()
    if talked is not None:
        raise Conflict("frozen_round", worded(FROZEN, number=its_round.number, later=later.number))


def narrowed(session: Session, given: m.Assignment, asked: own.Asked, book: Codebook) -> own.Asked:
    """What is asked about an assignment's item: in a discussion the discussed places alone, else everything."""
    its_round = session.get_one(m.Round, given.round_id)
    if its_round.kind != "discussion" or its_round.beside_id is None:
        return asked
    keys = asked.keys
    places = session.exec(
        select(m.DiscussedPlace.target_id, m.DiscussedPlace.question).where(
            m.DiscussedPlace.round_id == given.round_id, col(m.DiscussedPlace.target_id).in_(list(keys))
        )
    ).all()
    before = own.answers(session, given, list(keys), round_id=its_round.beside_id)
    first = {(keys[target_id], question): said for (target_id, question), (_, said) in before.items()}
    discussed = {(keys[target_id], question) for target_id, question in places}
    again = {place: first.get(place, Said()) for place in discussed if _may_be_asked(place, discussed, first, book)}
    return replace(asked, again=again)


def _may_be_asked(
    place: tuple[str, str],
    discussed: set[tuple[str, str]],
    first: Mapping[tuple[str, str], Said],
    book: Codebook,
) -> bool:
    """Whether the annotator can be asked: where the question before is not discussed, their first answer says."""
    target, key = place
    question = book.question(key)
    if question is None:
        return False
    if question.ask_if is None or (target, question.ask_if.question) in discussed:
        return True
    return question.is_asked(first.get((target, question.ask_if.question), Said()).label)
