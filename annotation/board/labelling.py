"""What an annotator sees: their projects, their next item, or one of their items again.

Blindness is by structure: this module reads contents, codebooks and the annotator's own work; it asks for neither the
reference nor anybody else's judgments.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import literal, tuple_
from sqlmodel import Session, col, func, or_, select

from annotation import events, projects, settings
from annotation import models as m
from annotation.board import drafts, own, prelabels, working
from annotation.board.screen import (
    Mark,
    Progress,
    Screen,
    ScreenAccount,
    ScreenPreferences,
    ScreenProject,
    ShownAnswer,
    shown_item,
    shown_memory,
    shown_questions,
)
from annotation.codebook import Codebook
from annotation.content import Content, Memory
from annotation.desk import sending_back
from annotation.discussion import discussed
from annotation.errors import NotFound
from annotation.people import preferences
from annotation.pool import outlook as pool_outlook
from annotation.pool import reservations
from annotation.practice import course as training_course
from annotation.practice import marks as training_marks
from annotation.projects import key_of
from annotation.quality import pausing
from annotation.timestamps import written
from languages import worded


@dataclass(frozen=True)
class Work:
    """A project in which an account has assignments, with its own progress in items."""

    slug: str
    title: str
    round_number: int
    done: int
    total: int
    skipped: int = 0
    round_kind: str = "independent"
    sent_back: int = 0


def work(session: Session, *, account_id: int) -> list[Work]:
    """The projects in whose current round the account has assignments or can take some, or has something sent back."""
    with_part = select(m.Rater.project_id).where(m.Rater.account_id == account_id)
    mine = or_(col(m.Project.id).in_(with_part), col(m.Project.id).in_(pool_outlook.with_pools(session)))
    rows = session.exec(select(m.Project).where(mine).order_by(m.Project.slug)).all()
    found = []
    for project in rows:
        current = working.working_round(session, project, account_id)
        progress, _ = pool_outlook.progress(session, current, account_id)
        back = sending_back.waiting(session, project, account_id=account_id)
        if progress.total or back:
            found.append(
                Work(
                    project.slug,
                    project.title,
                    current.number,
                    progress.done,
                    progress.total,
                    progress.skipped,
                    current.kind,
                    len(back),
                )
            )
    return found


def screen(
    session: Session, *, account_id: int, slug: str, language: str = "en", now: datetime | None = None
) -> Screen:
    """What the account's board shows now: its next open item, or why there is none. Raises NotFound.

    What was sent back to it comes first, also from a round that is closed or over.
    """
    project = projects.find(session, slug)
    back = sending_back.waiting(session, project, account_id=account_id)
    if back and not pausing.is_paused(session, project, account_id):
        return item_screen(
            session, account_id=account_id, slug=slug, assignment_id=key_of(back[0]), language=language, now=now
        )
    current = working.working_round(session, project, account_id)
    progress, outlook = pool_outlook.progress(session, current, account_id)
    following = own.next_open(session, current, account_id)
    state = _state(current, progress, following, outlook)
    if pausing.is_paused(session, project, account_id):
        state = "paused"
    given = following if state == "item" else None
    return _screen(
        session,
        project,
        current,
        account_id=account_id,
        progress=progress,
        state=state,
        given=given,
        language=language,
        now=now,
    )


def item_screen(
    session: Session,
    *,
    account_id: int,
    slug: str,
    assignment_id: int,
    language: str = "en",
    now: datetime | None = None,
) -> Screen:
    """One of the account's items, whatever its state, also of a closed round.

    Raises NotFound for the project and Conflict where the item is not the account's.
    """
    project = projects.find(session, slug)
    given = own.assignment(session, project, account_id=account_id, assignment_id=assignment_id)
    its_round = working.main_of(session, session.get_one(m.Round, given.round_id))
    progress, _ = pool_outlook.progress(session, its_round, account_id)
    return _screen(
        session,
        project,
        its_round,
        account_id=account_id,
        progress=progress,
        state="item",
        given=given,
        language=language,
        now=now,
    )


def bank(session: Session, *, account_id: int, slug: str, assignment_id: int, now: datetime) -> list[Memory]:
    """The further memories of one of the account's items, which are not judged; the log says that they were looked at.

    Raises NotFound for the project or where there are none, and Conflict where the item is not the account's.
    """
    project = projects.find(session, slug)
    given = own.assignment(session, project, account_id=account_id, assignment_id=assignment_id)
    found = bank_of(session, project, session.get_one(m.Item, given.item_id))
    detail = {"assignment": given.id}
    events.record(session, "bank opened", now=now, account_id=account_id, project_id=key_of(project), detail=detail)
    return found


def bank_of(session: Session, project: m.Project, item: m.Item) -> list[Memory]:
    """The further memories of an item that are not among its own. Raises NotFound where there are none."""
    content = Content.model_validate(item.content)
    _, book = projects.latest_codebook(session, key_of(project))
    found = session.exec(
        select(m.MemoryBank).where(m.MemoryBank.project_id == project.id, m.MemoryBank.name == content.bank)
    ).first()
    if found is None:
        raise NotFound(worded("This item has no further memories."))
    shown = {memory.text for memory in content.memories}
    return [
        shown_memory(memory, book) for memory in map(Memory.model_validate, found.memories) if memory.text not in shown
    ]


def guideline(session: Session, *, account_id: int, slug: str) -> tuple[dict[str, str], dict[str, str]]:
    """Title and guideline of a project's codebook, by language. Raises NotFound where the account has no part in it."""
    project = projects.find(session, slug)
    progress, outlook = pool_outlook.progress(session, working.working_round(session, project, account_id), account_id)
    if not progress.total and outlook is None:
        raise NotFound(worded("There is no such project among your work."))
    _, book = projects.latest_codebook(session, key_of(project))
    return book.title, book.guideline


def _screen(
    session: Session,
    project: m.Project,
    its_round: m.Round,
    *,
    account_id: int,
    progress: Progress,
    state: str,
    given: m.Assignment | None,
    language: str,
    now: datetime | None,
) -> Screen:
    account = session.get(m.Account, account_id)
    if account is None:
        raise NotFound(worded("There is no such account."))
    row, book = projects.latest_codebook(session, key_of(project))
    has_part = progress.total or state in ("taken", "empty")
    title = project.title if has_part else project.slug  # whoever has no part in a project learns nothing of it
    base = Screen(
        state=state,
        project=ScreenProject(
            key=projects.fingerprint(project),
            slug=project.slug,
            title=title,
            round=its_round.number,
            round_kind=its_round.kind,
        ),
        account=ScreenAccount(key=str(account_id), name=account.name),
        progress=progress,
        preferences=_preferences(project, account),
        codebook=row.version,
    )
    if given is None:
        return base
    return base.model_copy(update=_item_part(session, project, its_round, given, row, book, language, now))


def _item_part(
    session: Session,
    project: m.Project,
    its_round: m.Round,
    given: m.Assignment,
    row: m.Codebook,
    book: Codebook,
    language: str,
    now: datetime | None,
) -> dict[str, object]:
    item = session.get_one(m.Item, given.item_id)
    asked = discussed.narrowed(session, given, own.asked_targets(session, given.item_id, book), book)
    current = own.answers(session, given, list(asked.keys))
    answers = [
        drafts.shown_answer(asked.keys[target_id], question, said)
        for (target_id, question), (_, said) in sorted(current.items(), key=lambda each: each[0])
        if said.answers
    ]
    position, previous, following = _place(session, its_round, given)
    until, late = reservations.standing(session, given, now=now)
    return {
        "assignment": given.id,
        "revision": given.revision,
        "position": position,
        "previous": previous,
        "following": following,
        "editable": (its_round.closed_at is None and _takes(session, its_round, given)) or given.sent_back,
        "feedback": training_marks.of_item(session, given) if its_round.kind == "training" else None,
        "sent_back": sending_back.reasons(session, [given]).get(key_of(given), ""),
        "reserved_until": written(until) if until else None,
        "late": late,
        "sensitive": item.sensitive,
        "warning": settings.read(project).content_warning if item.sensitive else "",
        "mark": Mark(
            state=given.state,
            skip_reason=given.skip_reason,
            skip_words=given.skip_words,
            flagged=given.flagged,
            note=given.note,
        ),
        "answers": tuple(answers),
        "again": None
        if asked.again is None
        else tuple(drafts.shown_answer(*place, said) for place, said in sorted(asked.again.items())),
        "draft": drafts.shown(session, given, codebook_id=key_of(row)),
        "prelabels": tuple(
            ShownAnswer(target=asked.keys[target_id], question=question, label=label)
            for (target_id, question), label in prelabels.of_targets(session, list(asked.keys)).items()
        ),
        "item": shown_item(Content.model_validate(item.content), given.target_order, book),
        "questions": shown_questions(book, language),
    }


def _preferences(project: m.Project, account: m.Account) -> ScreenPreferences:
    chosen = preferences.read(account)
    single_keys = settings.read(project).single_keys if chosen.single_keys is None else chosen.single_keys
    return ScreenPreferences(**{**chosen.model_dump(), "single_keys": single_keys})


def _place(session: Session, its_round: m.Round, given: m.Assignment) -> tuple[int, int | None, int | None]:
    """Which item of the annotator's own order this is, and the assignments before and after it.

    A position is the number itself, unless something is mixed in: then the place in the whole queue is counted.
    """
    queue = (m.Assignment.rater_id == given.rater_id, working.queue(its_round), m.Assignment.state != "lapsed")
    own_ids, mixed = select(m.Assignment.id).where(*queue), bool(working.companions(its_round))
    place: Any = tuple_(*own.in_order()) if mixed else col(m.Assignment.position)
    here: Any = tuple_(literal(given.position), literal(given.round_id)) if mixed else given.position
    backward = (each.desc() for each in own.in_order())
    before = session.exec(own_ids.where(place < here).order_by(*backward).limit(1)).first()
    after = session.exec(own_ids.where(place > here).order_by(*own.in_order()).limit(1)).first()
    if not mixed:
        return given.position, before, after
    number = session.exec(select(func.count()).select_from(m.Assignment).where(*queue, place < here)).one()
    return number + 1, before, after


def _takes(session: Session, its_round: m.Round, given: m.Assignment) -> bool:
    """Whether an item can still be answered in a round that is open: in a training only once."""
    return its_round.kind != "training" or training_course.takes(session, its_round, given)


def _state(current: m.Round, progress: Progress, following: object, outlook: pool_outlook.Outlook | None) -> str:
    if following is None and outlook is not None and outlook.reserved:
        return "taken"
    if not progress.total:
        return "unassigned" if outlook is None else "empty"
    if following is None:  # whoever has passed a training is shown the next round
        return "not_passed" if current.kind == "training" else "done"
    return "closed" if current.closed_at is not None else "item"
