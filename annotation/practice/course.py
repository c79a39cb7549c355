"""What follows when a training item is answered: feedback, a further attempt, or that somebody has passed.

An attempt is a round of its own, so that each one comes blank and stays as it was. An item is answered once in it: its
feedback says what is right.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlmodel import Session, col, select

from annotation import events, handing_out, projects, round_plans, rounds
from annotation import models as m
from annotation.board import own, working
from annotation.board.screen import ShownMark
from annotation.errors import Conflict
from annotation.practice import marks as training_marks
from annotation.practice.marks import Score
from annotation.projects import key_of
from languages import worded

Outcome = Literal["passed", "again", "not_passed"]


@dataclass(frozen=True)
class Feedback:
    """What somebody learns after a training item; with the last one of an attempt, how they did and what follows."""

    marks: tuple[ShownMark, ...]
    outcome: Outcome | None
    right: int
    places: int


def check(session: Session, given: m.Assignment) -> None:
    """Raise Conflict for a training item that is answered, or of an attempt that is over."""
    its_round = session.get_one(m.Round, given.round_id)
    if its_round.kind == "training" and not takes(session, its_round, given):
        raise Conflict(
            "training_answered", worded("This training item is answered; what is right has been shown. Go on.")
        )


def takes(session: Session, its_round: m.Round, given: m.Assignment) -> bool:
    """Whether an item of a training can still be answered."""
    if given.revision or given.state == "done":
        return False
    return not training_marks.score(session, its_round, given.rater_id).finished


def advance(session: Session, given: m.Assignment, *, now: datetime) -> None:
    """After an item was answered or put aside: where it was the attempt's last one, say who has passed, or go on."""
    its_round = session.get_one(m.Round, given.round_id)
    if its_round.kind != "training":
        return
    session.flush()
    score = training_marks.score(session, its_round, given.rater_id)
    if not score.finished:
        return
    project = session.get_one(m.Project, its_round.project_id)
    projects.lock(session, project)
    first = working.ends_with(session, its_round)
    session.refresh(first, with_for_update=True)
    plan, attempt = round_plans.training(first), round_plans.training(its_round).attempt
    detail = {"round": first.number, "attempt": attempt, "right": score.right, "places": score.places}
    if score.share >= plan.pass_mark:
        let_through(session, first, given.rater_id, by="answers")
        _record(session, "training passed", project, given, now, detail)
    elif attempt < plan.attempts:
        _again(session, project, first, given, attempt=attempt + 1, now=now)
        _record(session, "training begun again", project, given, now, detail)
    else:
        _record(session, "training not passed", project, given, now, detail)


def feedback(session: Session, *, account_id: int, slug: str, assignment_id: int) -> Feedback | None:
    """What to say after this item of the account; None where it is of no training or not answered.

    Raises NotFound for the project and Conflict where the item is not the account's.
    """
    of_training = select(m.Round).join(m.Assignment).where(m.Assignment.id == assignment_id, m.Round.kind == "training")
    its_round = session.exec(of_training).first()
    if its_round is None:
        return None
    project = projects.find(session, slug)
    given = own.assignment(session, project, account_id=account_id, assignment_id=assignment_id)
    if given.state != "done":
        return None
    marks = training_marks.of_item(session, given)
    score = training_marks.score(session, its_round, given.rater_id)
    outcome = _outcome(session, its_round, given.rater_id, score) if score.finished else None
    return Feedback(marks, outcome, score.right, score.places)


def attempts_of(session: Session, first: m.Round) -> list[m.Round]:
    """The rounds of a training, attempt by attempt."""
    rows = session.exec(
        select(m.Round)
        .where(m.Round.project_id == first.project_id, m.Round.kind == "training")
        .order_by(col(m.Round.number))
    ).all()
    return [each for each in rows if each.id == first.id or round_plans.training(each).first == first.number]


def let_through(session: Session, first: m.Round, rater_id: int, *, by: round_plans.PassedBy) -> None:
    """Keep that somebody has passed a training."""
    plan = round_plans.training(first)
    first.options = {**first.options, "passed": {**plan.passed, str(rater_id): by}}
    session.add(first)
    session.flush()


def _outcome(session: Session, its_round: m.Round, rater_id: int, score: Score) -> Outcome:
    first = working.ends_with(session, its_round)
    plan, attempt = round_plans.training(first), round_plans.training(its_round).attempt
    if score.share >= plan.pass_mark or str(rater_id) in plan.passed:
        return "passed"
    return "again" if attempt < plan.attempts else "not_passed"


def _again(
    session: Session, project: m.Project, first: m.Round, given: m.Assignment, *, attempt: int, now: datetime
) -> None:
    """Give the same items once more, in another order, in the round of this attempt, which is made if it is new."""
    there = {round_plans.training(each).attempt: each for each in attempts_of(session, first)}
    plan = round_plans.training(first)
    found = there.get(attempt)
    if found is None:
        beside = session.get_one(m.Round, first.beside_id) if first.beside_id else None
        options = plan.model_copy(update={"attempt": attempt, "first": first.number, "passed": {}}).model_dump()
        found = rounds.begin(session, project, kind="training", beside=beside, options=options, now=now)
    items = session.exec(
        select(m.Item)
        .join(m.Assignment)
        .where(m.Assignment.round_id == first.id, m.Assignment.rater_id == given.rater_id)
    ).all()
    rater = session.get_one(m.Rater, given.rater_id)
    handing_out.hand_out(session, found, [(item, rater) for item in items], seed=plan.seed + attempt, now=now)


def _record(
    session: Session, kind: str, project: m.Project, given: m.Assignment, now: datetime, detail: dict[str, int]
) -> None:
    rater = session.get_one(m.Rater, given.rater_id)
    events.record(
        session,
        kind,
        now=now,
        account_id=rater.account_id,
        project_id=key_of(project),
        detail={"annotator": rater.name, **detail},
    )
    session.flush()
