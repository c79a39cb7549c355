"""What an adjudicator sees of one item: every target with all answers, its decisions so far, and the annotators' words.

People carry pseudonyms: an adjudicator who knows who said what may follow the person. Names stand here only where the
project allows it and the adjudicator asks, and the log says so.
"""

from __future__ import annotations

import re
from collections import defaultdict
from datetime import datetime
from typing import Literal

from sqlmodel import Session, col, select

from annotation import consensus, disputes, preferences, projects, settings
from annotation import models as m
from annotation.codebook import Codebook
from annotation.content import Content
from annotation.due import due
from annotation.errors import Conflict, NotFound
from annotation.judgments import CannotJudge, Current
from annotation.places import Place, item_places
from annotation.projects import key_of
from annotation.screen import ScreenAccount, ScreenProject, Shown, ShownItem, ShownQuestion, shown_item, shown_questions
from annotation.versions import LabelMaps
from languages import worded

State = Literal["open", "decided", "undecided", "settled"]
By = Literal["you", "other", "rule"]
LAST_NUMBER = re.compile(r"(.*?)(\d{1,9})", re.DOTALL)


class NoSuchItem(NotFound):
    """The project has no item with this number."""


class DeskAnswer(Shown):
    """What one rater said, under the pseudonym: a label, or why it cannot be judged; and how sure they are."""

    rater: str
    label: str | None
    comment: str
    cannot: str | None = None
    confidence: int | None = None


class DeskDecision(Shown):
    """A decision as it was made. No label: undecided again. `name` is there only where names are shown."""

    revision: int
    label: str | None
    method: str
    by: By
    name: str | None
    reason: str
    at: datetime


class DeskPlace(Shown):
    """One question on one target: what was answered, and every decision on it, the newest first.

    `state`: open (people differ and nobody has decided), decided (by an adjudicator), undecided (though nobody
    differs) or settled (by a rule). `seen` goes back with a decision. `due`: whether the question is asked at all.
    """

    target: str
    question: str
    state: State
    answers: tuple[DeskAnswer, ...]
    decisions: tuple[DeskDecision, ...]
    seen: int
    due: bool


class DeskRater(Shown):
    """Who labelled the item, or has it to label, and what they say of it. `state` is empty for an imported person."""

    rater: str
    name: str | None
    state: str
    skip_reason: str | None
    skip_words: str
    flagged: bool
    note: str


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
        raters=_raters(session, chosen, found, names=shown),
        own=_has_labelled(session, project, key_of(found), account_id),
        waiting=disputes.unfinished(session, chosen, item_id=found.id).get(key_of(found), 0),
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
    to_label = session.exec(
        select(m.Assignment.id)
        .join(m.Rater)
        .where(
            m.Assignment.item_id == found.id,
            m.Assignment.round_id == chosen.id,
            m.Assignment.state == "open",
            m.Rater.account_id == account_id,
        )
    ).first()
    if to_label is not None and chosen.closed_at is None:
        raise Conflict("label_first", worded("You have this item to label yourself. Label it first, then decide it."))
    return found


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
    decisions = _decisions(session, found, account_id=account_id, names=names)
    asked = _due(session, found, book, answers, decisions)
    return tuple(
        _place(target.key, question.key, answers[place], decisions[place], due=place in asked)
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
    decided = {place: made[0].label for place, made in decisions.items() if made}
    answered = {place for place, given in answers.items() if any(each.label is not None for each in given)}
    return {each.place for each in due(item_places(session, found, book), decided=decided, answered=answered)}


def _place(
    target: str, question: str, answers: list[DeskAnswer], decisions: list[DeskDecision], *, due: bool
) -> DeskPlace:
    current = decisions[0] if decisions else None
    differ = len({answer.label for answer in answers} - {None}) > 1
    state: State = "open" if differ else "undecided"
    if current is not None and current.label is not None:
        state = "decided" if current.method == "adjudicator" else "settled"
    return DeskPlace(
        target=target,
        question=question,
        state=state,
        answers=tuple(sorted(answers, key=lambda answer: _by_pseudonym(answer.rater))),
        decisions=tuple(decisions),
        seen=current.revision if current else 0,
        due=due,
    )


def _decisions(
    session: Session, found: m.Item, *, account_id: int, names: bool
) -> dict[tuple[int, str], list[DeskDecision]]:
    """Every decision on the item's targets, the newest first. A colleague's name is a name too."""
    rows = session.exec(
        select(m.Decision, m.Account.name)
        .join(m.Target, col(m.Target.id) == m.Decision.target_id)
        .join(m.Account, col(m.Account.id) == m.Decision.account_id, isouter=True)
        .where(m.Target.item_id == found.id)
        .order_by(col(m.Decision.revision).desc())
    )
    maps = LabelMaps.of(session, found.project_id)
    made: dict[tuple[int, str], list[DeskDecision]] = defaultdict(list)
    for decision, name in rows:
        made[decision.target_id, decision.question].append(
            DeskDecision(
                revision=decision.revision,
                label=maps.now(decision.codebook_id, decision.question, decision.label),
                method=decision.method,
                by=_by(decision, account_id),
                name=name if names else None,
                reason=decision.reason,
                at=decision.created_at,
            )
        )
    return made


def _by(decision: m.Decision, account_id: int) -> By:
    if decision.account_id is None:
        return "rule"
    return "you" if decision.account_id == account_id else "other"


def _raters(session: Session, chosen: m.Round, found: m.Item, *, names: bool) -> tuple[DeskRater, ...]:
    """Everybody with an answer about the item or an assignment of it in this round, in the order of the pseudonyms."""
    rows = session.exec(
        select(m.Rater, m.Assignment)
        .join(m.Assignment, col(m.Assignment.rater_id) == m.Rater.id)
        .where(m.Assignment.item_id == found.id, m.Assignment.round_id == chosen.id)
    ).all()
    assigned: dict[int, tuple[m.Rater, m.Assignment | None]] = {key_of(rater): (rater, given) for rater, given in rows}
    answered = session.exec(
        select(m.Rater)
        .join(m.Judgment, col(m.Judgment.rater_id) == m.Rater.id)
        .join(m.Target, col(m.Target.id) == m.Judgment.target_id)
        .where(m.Target.item_id == found.id, m.Judgment.round_id == chosen.id)
        .distinct()
    ).all()
    everybody = {key_of(rater): (rater, None) for rater in answered} | assigned
    shown = [_rater(rater, given, names=names) for rater, given in everybody.values()]
    return tuple(sorted(shown, key=lambda rater: _by_pseudonym(rater.rater)))


def _rater(rater: m.Rater, given: m.Assignment | None, *, names: bool) -> DeskRater:
    return DeskRater(
        rater=rater.pseudonym,
        name=rater.name if names else None,
        state=given.state if given else "",
        skip_reason=given.skip_reason if given else None,
        skip_words=given.skip_words if given else "",
        flagged=given.flagged if given else False,
        note=given.note if given else "",
    )


def _by_pseudonym(pseudonym: str) -> tuple[str, int]:
    """The order of the pseudonyms as a person reads them: rater-2 before rater-10. It says nothing more than they."""
    parts = LAST_NUMBER.fullmatch(pseudonym)
    return (parts[1], int(parts[2])) if parts else (pseudonym, 0)


def _has_labelled(session: Session, project: m.Project, item_id: int, account_id: int) -> bool:
    found = session.exec(
        select(m.Judgment.id)
        .join(m.Target)
        .join(m.Rater, col(m.Rater.id) == m.Judgment.rater_id)
        .where(m.Target.item_id == item_id, m.Rater.account_id == account_id, m.Rater.project_id == project.id)
        .limit(1)
    ).first()
    return found is not None
