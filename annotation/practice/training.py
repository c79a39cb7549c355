"""Who is trained on what before they label, and who has passed? A round whose answers are known, with feedback."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from pydantic import ValidationError
from sqlmodel import Session, col, select

from annotation import events, handing_out, projects, round_plans, rounds
from annotation import models as m
from annotation.errors import Conflict, NotFound, WrongUse
from annotation.item_choice import Which
from annotation.practice import course as training_course
from annotation.practice import item_sets
from annotation.practice import marks as training_marks
from annotation.projects import key_of
from annotation.round_plans import TrainingPlan
from languages import worded

State = Literal["working", "passed", "let_pass", "not_passed"]


@dataclass(frozen=True)
class Trainee:
    """How one annotator stands in a training: the attempt they are at, of how many, and their latest score."""

    annotator: str
    state: State
    attempt: int
    attempts: int
    right: int
    places: int
    done: int
    items: int


@dataclass(frozen=True)
class Training:
    """An open or closed training: its round, what has to be right, and everybody in it."""

    number: int
    closed_at: datetime | None
    pass_mark: float
    items: int
    people: tuple[Trainee, ...]


def open_training(
    session: Session,
    *,
    slug: str,
    annotators: Sequence[str],
    now: datetime,
    which: Which = "all",
    pass_mark: float = 0.8,
    attempts: int = 3,
    seed: int = 0,
    account_id: int | None = None,
) -> Training:
    """Give these annotators those of the chosen items whose answers are known, before anything else.

    They have passed when a share of `pass_mark` of all known answers is theirs too; else the same items come again, in
    up to `attempts` attempts. Run again while a training is open, it takes further annotators into that one.

    Raises NotFound, WrongUse for options that cannot be, or where no chosen item has a known answer.
    """
    project = projects.find(session, slug)
    projects.lock(session, project)
    projects.lock_round(session, projects.planned_round(session, project))  # as a pool's takers do
    first = _open_one(session, project) or _begin(
        session, project, pass_mark=pass_mark, attempts=attempts, seed=seed, account_id=account_id, now=now
    )
    items = _items(session, project, first, which)
    inside = set(session.exec(select(m.Assignment.rater_id).where(m.Assignment.round_id == first.id)).all())
    new = [each for each in item_sets.people(session, project, annotators) if each.id not in inside]
    pairs = [(item, rater) for rater in new for item in items]
    handing_out.hand_out(session, first, pairs, seed=round_plans.training(first).seed, now=now)
    detail = {"round": first.number, "annotators": [each.name for each in new], "items": len(items)}
    events.record(
        session, "training planned", now=now, account_id=account_id, project_id=key_of(project), detail=detail
    )
    session.flush()
    return _told(session, first)


def preview(session: Session, *, slug: str, which: Which = "all", annotators: Sequence[str] = ()) -> tuple[int, int]:
    """How many of these items have known answers, and so can be trained on, and how many of those somebody of these
    annotators has still to label in the main round.

    Raises NotFound, and WrongUse for none.
    """
    project = projects.find(session, slug)
    items = item_sets.items(session, project, which, only=_known(session, project))
    return len(items), item_sets.still_to_come(session, project, items, annotators)


def let_pass(session: Session, *, slug: str, annotator: str, account_id: int | None, now: datetime) -> None:
    """Let an annotator go on to real items by hand, whatever they said in the open training.

    Raises NotFound for the project, or where no training is open or the annotator is not in it; Conflict where they
    have passed.
    """
    project = projects.find(session, slug)
    projects.lock(session, project)
    first = _open_one(session, project)
    if first is None:
        raise NotFound(worded("No training is open."))
    session.refresh(first, with_for_update=True)
    rater = session.exec(
        select(m.Rater)
        .join(m.Assignment)
        .where(m.Assignment.round_id == first.id, m.Rater.name == annotator, col(m.Rater.account_id).is_not(None))
    ).first()
    if rater is None:
        raise NotFound(worded("{name!r} is not in the training.", name=annotator))
    if str(rater.id) in round_plans.training(first).passed:
        raise Conflict("passed", worded("{name!r} has passed the training already.", name=annotator))
    training_course.let_through(session, first, key_of(rater), by="hand")
    detail = {"round": first.number, "annotator": rater.name}
    events.record(
        session, "training let pass", now=now, account_id=account_id, project_id=key_of(project), detail=detail
    )
    session.flush()


def trainings(session: Session, *, slug: str) -> list[Training]:
    """Every training of a project with how everybody stands, the latest first. Raises NotFound."""
    project = projects.find(session, slug)
    rows = session.exec(
        select(m.Round)
        .where(m.Round.project_id == project.id, m.Round.kind == "training")
        .order_by(col(m.Round.number).desc())
    ).all()
    return [_told(session, each) for each in rows if round_plans.training(each).first is None]


def _open_one(session: Session, project: m.Project) -> m.Round | None:
    rows = session.exec(
        select(m.Round).where(
            m.Round.project_id == project.id, m.Round.kind == "training", col(m.Round.closed_at).is_(None)
        )
    ).all()
    return next((each for each in rows if round_plans.training(each).first is None), None)


def _begin(
    session: Session,
    project: m.Project,
    *,
    pass_mark: float,
    attempts: int,
    seed: int,
    account_id: int | None,
    now: datetime,
) -> m.Round:
    try:
        plan = TrainingPlan(pass_mark=pass_mark, attempts=attempts, seed=seed)
    except ValidationError as error:
        raise WrongUse(
            worded(
                "The pass mark is {pass_mark}, the attempts {attempts}; a mark is over 0, up to 1, attempts 1 to 20.",
                pass_mark=pass_mark,
                attempts=attempts,
            )
        ) from error
    return rounds.begin(
        session,
        project,
        kind="training",
        beside=projects.find_round(session, project),
        options=plan.model_dump(),
        account_id=account_id,
        now=now,
    )


def _items(session: Session, project: m.Project, first: m.Round, which: Which) -> list[m.Item]:
    """The training's own items, where it has begun; else the chosen ones with known answers."""
    own = session.exec(
        select(m.Item)
        .where(col(m.Item.id).in_(select(m.Assignment.item_id).where(m.Assignment.round_id == first.id)))
        .order_by(col(m.Item.id))
    ).all()
    if own:
        return list(own)
    return item_sets.items(session, project, which, only=_known(session, project))


def _known(session: Session, project: m.Project) -> set[int]:
    """The row ids of the items with a known answer."""
    return set(
        session.exec(
            select(m.Target.item_id)
            .join(m.KnownAnswer, col(m.KnownAnswer.target_id) == m.Target.id)
            .join(m.Item, col(m.Item.id) == m.Target.item_id)
            .where(m.Item.project_id == project.id)
            .distinct()
        ).all()
    )


def _told(session: Session, first: m.Round) -> Training:
    attempts = training_course.attempts_of(session, first)
    people = session.exec(
        select(m.Rater)
        .where(col(m.Rater.id).in_(select(m.Assignment.rater_id).where(m.Assignment.round_id == first.id)))
        .order_by(m.Rater.name)
    ).all()
    found = tuple(_trainee(session, first, attempts, rater) for rater in people)
    plan = round_plans.training(first)
    return Training(
        first.number, first.closed_at, plan.pass_mark, max((each.items for each in found), default=0), found
    )


def _trainee(session: Session, first: m.Round, attempts: Sequence[m.Round], rater: m.Rater) -> Trainee:
    plan = round_plans.training(first)
    rows = session.exec(
        select(m.Assignment.round_id, m.Assignment.state).where(
            col(m.Assignment.round_id).in_([each.id for each in attempts]), m.Assignment.rater_id == rater.id
        )
    ).all()
    latest = max((each for each in attempts if any(key == each.id for key, _ in rows)), key=lambda each: each.number)
    states = [state for key, state in rows if key == latest.id]
    score = training_marks.score(session, latest, key_of(rater))
    by = plan.passed.get(str(rater.id))
    state: State = "not_passed" if score.finished else "working"
    if by is not None:
        state = "passed" if by == "answers" else "let_pass"
    attempt = round_plans.training(latest).attempt
    done = sum(each != "open" for each in states)
    return Trainee(rater.name, state, attempt, plan.attempts, score.right, score.places, done, len(states))
