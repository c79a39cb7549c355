"""In which round does an annotator work now, and which rounds make up their queue?

Items shown a second time and items whose answer is known stand in rounds of their own beside the main one, and in one
queue with its items: what is sent of them is all the main round's, so that nothing tells one from another.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, exists
from sqlalchemy.orm import object_session
from sqlmodel import Session, col, select

from annotation import models as m
from annotation import projects, round_plans

COMPANIONS = ("repeat", "known")  # the kinds of round that stand in the queue of another
KEPT = "companions"  # under which a session keeps what was found


def queue(main: m.Round) -> ColumnElement[bool]:
    """The condition that an assignment stands in the queue of a main round: it is of the round or of a companion.

    Where there is no companion it names one round, so that the index gives the annotator's items in order.
    """
    beside = companions(main)
    own = col(m.Assignment.round_id)
    return own.in_([main.id, *beside]) if beside else own == main.id


def companions(main: m.Round) -> list[int]:
    """The ids of the rounds whose items stand in the queue of a main round, asked once in a transaction."""
    session = object_session(main)
    if session is None:
        raise LookupError("the round is not of a session")
    known: dict[int | None, list[int]] = session.info.setdefault(KEPT, {})
    if main.id not in known:
        asked = select(m.Round.id).where(m.Round.beside_id == main.id, col(m.Round.kind).in_(COMPANIONS))
        known[main.id] = [key for key in session.scalars(asked) if key is not None]
    return known[main.id]


def forget(session: Session) -> None:
    """Ask for companions anew: a round was added."""
    session.info.pop(KEPT, None)


def main_of(session: Session, its_round: m.Round) -> m.Round:
    """The round in whose queue the items of a round stand: itself, unless it is a companion."""
    if its_round.kind not in COMPANIONS or its_round.beside_id is None:
        return its_round
    return session.get_one(m.Round, its_round.beside_id)


def ends_with(session: Session, its_round: m.Round) -> m.Round:
    """The round with which a round ends: a companion with its main one, a further attempt with its training."""
    first = round_plans.training(its_round).first if its_round.kind == "training" else None
    if first is None:
        return main_of(session, its_round)
    return session.exec(
        select(m.Round).where(m.Round.project_id == its_round.project_id, m.Round.number == first)
    ).one()


def is_closed(session: Session, its_round: m.Round) -> bool:
    """Whether nothing more is taken in a round."""
    return its_round.closed_at is not None or ends_with(session, its_round).closed_at is not None


def working_round(session: Session, project: m.Project, account_id: int) -> m.Round:
    """The round whose items an account is shown. Raises NotFound.

    A training that the account has to pass comes first. Whoever has no part in a calibration works on in the round
    before it.
    """
    there = session.exec(
        select(m.Round).where(m.Round.project_id == project.id).order_by(col(m.Round.number).desc())
    ).all()
    training = _training(session, project, there, account_id)
    if training is not None:
        return training
    current = projects.current_of(project, there)
    if current.kind != "calibration" or _has_part(session, current, account_id):
        return current
    return projects.round_before(session, project, current) or current


def _training(session: Session, project: m.Project, there: Sequence[m.Round], account_id: int) -> m.Round | None:
    """The latest attempt of the account at an open training that it has not passed."""
    rows = [each for each in there if each.kind == "training" and each.closed_at is None]
    if not rows:
        return None
    plans = {each.number: round_plans.training(each) for each in rows}
    rater = session.exec(
        select(m.Rater.id).where(m.Rater.project_id == project.id, m.Rater.account_id == account_id)
    ).first()
    for each in rows:
        first = plans.get(plans[each.number].first or each.number)  # none: that training is closed
        if first is not None and str(rater) not in first.passed and _has_part(session, each, account_id):
            return each
    return None


def _has_part(session: Session, its_round: m.Round, account_id: int) -> bool:
    rater = select(m.Rater.id).where(m.Rater.project_id == its_round.project_id, m.Rater.account_id == account_id)
    asked = exists().where(
        col(m.Assignment.rater_id) == rater.scalar_subquery(), col(m.Assignment.round_id) == its_round.id
    )
    return bool(session.exec(select(asked)).one())
