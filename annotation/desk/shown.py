"""What an adjudicator sees of one item: every target with all answers, its decisions so far, and the annotators' words.

People carry pseudonyms: an adjudicator who knows who said what may follow the person. Names stand here only where the
project allows it and the adjudicator asks, and the log says so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from sqlmodel import Session, col, select

from annotation import models as m
from annotation import projects, settings
from annotation.board.screen import (
    ScreenAccount,
    ScreenProject,
    Shown,
    ShownItem,
    ShownQuestion,
    shown_item,
    shown_questions,
)
from annotation.codebook import Codebook
from annotation.content import Content
from annotation.desk import place_states
from annotation.desk.decisions import CANNOT, Standing
from annotation.desk.place_states import State
from annotation.desk.raters import DeskRater, by_pseudonym, raters_of
from annotation.desk.so_far import DeskDecision, decisions_of
from annotation.discussion import consensus
from annotation.due import due
from annotation.errors import Conflict, NotFound
from annotation.judgments import CannotJudge, Current
from annotation.people import preferences
from annotation.places import Place, item_places
from annotation.projects import key_of
from languages import worded


class NoSuchItem(NotFound):
    """The project has no item with this number."""


class DeskAnswer(Shown):
    """What one rater said, under the pseudonym: a label, or why it cannot be judged; and how sure they are."""

    rater: str
    label: str | None
    comment: str
    cannot: str | None = None
    confidence: int | None = None


class DeskPlace(Shown):
    """One question on one target: what was answered, and every decision on it, the newest first.

    annotation.desk.place_states has the states. `seen` goes back with a decision. `due`: whether the question is asked.
    """

    target: str
    question: str
    state: State
    answers: tuple[DeskAnswer, ...]
    decisions: tuple[DeskDecision, ...]
    seen: int
    due: bool


class DeskItem(Shown):
    """All that the desk draws of an item. `own`: the adjudicator has labelled it; `waiting`: annotators not done."""

    project: ScreenProject
    account: ScreenAccount
    codebook: int
    number: int
    item: ShownItem
    questions: tuple[ShownQuestion, ...]
    places: tuple[DeskPlace, ...]
    raters: tuple[DeskRater, ...]
    own: bool
    waiting: int
    reason_required: bool
    names_allowed: bool
    names_shown: bool
    sensitive: bool
    warning: str
    single_keys: bool


def item(
    session: Session, *, slug: str, number: int, account_id: int, names: bool = False, language: str = "en"
) -> DeskItem:
    """The item with this number. Names only where they are asked for and the project allows it.

    Raises NotFound for an unknown project or number, and Conflict where the adjudicator has the item still to label.
    """
    project = projects.find(session, slug)
    found = find(session, project, number=number, account_id=account_id)
    account = session.get_one(m.Account, account_id)
    chosen, rules = projects.deciding_round(session, project), settings.read(project)
    row, book = projects.latest_codebook(session, key_of(project))
    content = Content.model_validate(found.content)
    shown = names and rules.names_visible
    wanted = preferences.read(account).single_keys
    return DeskItem(
        project=ScreenProject(
            key=projects.fingerprint(project),
            slug=project.slug,
            title=project.title,
            round=chosen.number,
            round_kind=chosen.kind,
        ),
        account=ScreenAccount(key=str(account_id), name=account.name),
        codebook=row.version,
        number=number,
        item=shown_item(content, (), book),
        questions=shown_questions(book, language),
        places=_places(session, slug, found, book, account_id=account_id, names=shown),
        raters=raters_of(session, chosen, found, account_id=account_id, names=shown),
        own=_has_labelled(session, project, key_of(found), account_id),
        waiting=place_states.unfinished(session, chosen, item_id=found.id).get(key_of(found), 0),
        reason_required=rules.reason_required,
        names_allowed=rules.names_visible,
        names_shown=shown,
        sensitive=found.sensitive,
        warning=rules.content_warning if found.sensitive else "",
        single_keys=rules.single_keys if wanted is None else wanted,
    )


def find(session: Session, project: m.Project, *, number: int, account_id: int) -> m.Item:
    """The project's item with this number, for this adjudicator.

    Raises NoSuchItem where there is none, and Conflict where they have it still to label: nobody sees other people's
    answers before giving their own.
    """
    found = session.exec(
        select(m.Item).where(m.Item.project_id == project.id).order_by(col(m.Item.id)).offset(number - 1).limit(1)
    ).first()
    if found is None:
        raise NoSuchItem(worded("The project has no item {number}.", number=number))
    chosen = projects.deciding_round(session, project)
    if found.id in to_label(session, chosen, account_id=account_id):
        raise Conflict("label_first", worded("You have this item to label yourself. Label it first, then decide it."))
    return found


def to_label(session: Session, chosen: m.Round, *, account_id: int) -> set[int]:
    """The items that this account has still to label in a round: they are not shown to it before."""
    waits = col(m.Assignment.sent_back) if chosen.closed_at is not None else col(m.Assignment.state) == "open"
    return set(
        session.exec(
            select(m.Assignment.item_id)
            .join(m.Rater)
            .where(
                m.Assignment.round_id == chosen.id,
                m.Assignment.state == "open",
                waits,
                m.Rater.account_id == account_id,
            )
        ).all()
    )


def _places(
    session: Session, slug: str, found: m.Item, book: Codebook, *, account_id: int, names: bool
) -> tuple[DeskPlace, ...]:
    """Every target with every question about it, in the neutral order of the targets' keys."""
    targets = session.exec(select(m.Target).where(m.Target.item_id == found.id).order_by(col(m.Target.key))).all()
    answers: dict[tuple[int, str], list[DeskAnswer]] = defaultdict(list)
    for each in consensus.answers(session, slug=slug, item_id=found.id):
        answers[each.target_id, each.question].append(
            DeskAnswer(
                rater=each.pseudonym,
                label=each.label if isinstance(each, Current) else None,
                comment=each.comment,
                cannot=each.reason if isinstance(each, CannotJudge) else None,
                confidence=each.confidence if isinstance(each, Current) else None,
            )
        )
    decisions, standing = decisions_of(session, found, account_id=account_id, names=names)
    asked = _due(session, found, book, answers, decisions)
    states = _states(session, projects.find(session, slug), found, answers, standing)
    return tuple(
        _place(target.key, question.key, answers[place], decisions[place], state=states(place), due=place in asked)
        for target in targets
        for question in book.about(target.kind)
        for place in [(key_of(target), question.key)]
    )


def _due(
    session: Session,
    found: m.Item,
    book: Codebook,
    answers: dict[Place, list[DeskAnswer]],
    decisions: dict[Place, list[DeskDecision]],
) -> set[Place]:
    """The item's places whose question is asked."""
    decided = {place: CANNOT if made[0].cannot else made[0].label for place, made in decisions.items() if made}
    answered = {place for place, given in answers.items() if any(each.label is not None for each in given)}
    return {each.place for each in due(item_places(session, found, book), decided=decided, answered=answered)}


def _states(
    session: Session,
    project: m.Project,
    found: m.Item,
    answers: dict[Place, list[DeskAnswer]],
    standing: dict[Place, Standing],
) -> Callable[[Place], State]:
    """The state of each place of the item."""
    at_work = place_states.unfinished(session, projects.deciding_round(session, project), item_id=found.id)
    changed = place_states.changed_after_sending_back(session, project, item_id=found.id)

    def state(place: Place) -> State:
        return place_states.state_of(
            [each.label for each in answers[place] if each.label is not None],
            decision=standing.get(place),
            unfinished=bool(at_work),
            changed_at=changed.get(place),
        )

    return state


def _place(
    target: str,
    question: str,
    answers: list[DeskAnswer],
    decisions: list[DeskDecision],
    *,
    state: State,
    due: bool,
) -> DeskPlace:
    current = decisions[0] if decisions else None
    return DeskPlace(
        target=target,
        question=question,
        state=state,
        answers=tuple(sorted(answers, key=lambda answer: by_pseudonym(answer.rater))),
        decisions=tuple(decisions),
        seen=current.revision if current else 0,
        due=due,
    )


def _has_labelled(session: Session, project: m.Project, item_id: int, account_id: int) -> bool:
    found = session.exec(
        select(m.Judgment.id)
        .join(m.Target)
        .join(m.Rater, col(m.Rater.id) == m.Judgment.rater_id)
        .where(m.Target.item_id == item_id, m.Rater.account_id == account_id, m.Rater.project_id == project.id)
        .limit(1)
    ).first()
    return found is not None
