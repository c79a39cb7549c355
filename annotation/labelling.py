"""What an annotator sees: their projects, their next item, or one of their items again.

Blindness is by structure: this module reads contents, codebooks and the annotator's own work; it asks for neither the
reference nor anybody else's judgments.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from annotation import drafts, events, own, preferences, prelabels, projects, settings
from annotation import models as m
from annotation.codebook import Codebook
from annotation.content import Content, Memory
from annotation.errors import NotFound
from annotation.projects import key_of
from annotation.screen import (
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


def work(session: Session, *, account_id: int) -> list[Work]:
    """The projects in whose current round the account has assignments."""
    rows = session.exec(
        select(m.Project).join(m.Rater).where(m.Rater.account_id == account_id).order_by(m.Project.slug)
    ).all()
    found = []
    for project in rows:
        current = projects.current_round(session, project)
        progress = own.progress(session, current, account_id)
        if progress.total:
            found.append(
                Work(project.slug, project.title, current.number, progress.done, progress.total, progress.skipped)
            )
    return found


def screen(session: Session, *, account_id: int, slug: str, language: str = "en") -> Screen:
    """What the account's board shows now: its next open item, or why there is none. Raises NotFound."""
    project = projects.find(session, slug)
    current = projects.current_round(session, project)
    progress = own.progress(session, current, account_id)
    following = _next_open(session, current, account_id)
    state = _state(current, progress, following)
    given = following if state == "item" else None
    return _screen(
        session, project, current, account_id=account_id, progress=progress, state=state, given=given, language=language
    )


def item_screen(session: Session, *, account_id: int, slug: str, assignment_id: int, language: str = "en") -> Screen:
    """One of the account's items, whatever its state, also of a closed round.

    Raises NotFound for the project and Conflict where the item is not the account's.
    """
    project = projects.find(session, slug)
    given = own.assignment(session, project, account_id=account_id, assignment_id=assignment_id)
    its_round = session.get_one(m.Round, given.round_id)
    progress = own.progress(session, its_round, account_id)
    return _screen(
        session,
        project,
        its_round,
        account_id=account_id,
        progress=progress,
        state="item",
        given=given,
        language=language,
    )


def bank(session: Session, *, account_id: int, slug: str, assignment_id: int, now: datetime) -> list[Memory]:
    """The further memories of one of the account's items, which are not judged; the log says that they were looked at.

    Raises NotFound for the project or where there are none, and Conflict where the item is not the account's.
    """
    project = projects.find(session, slug)
    given = own.assignment(session, project, account_id=account_id, assignment_id=assignment_id)
    content = Content.model_validate(session.get_one(m.Item, given.item_id).content)
    _, book = projects.latest_codebook(session, key_of(project))
    found = session.exec(
        select(m.MemoryBank).where(m.MemoryBank.project_id == project.id, m.MemoryBank.name == content.bank)
    ).first()
    if found is None:
        raise NotFound(worded("This item has no further memories."))
    detail = {"assignment": given.id}
    events.record(session, "bank opened", now=now, account_id=account_id, project_id=key_of(project), detail=detail)
    shown = {memory.text for memory in content.memories}
    return [
        shown_memory(memory, book) for memory in map(Memory.model_validate, found.memories) if memory.text not in shown
    ]


def guideline(session: Session, *, account_id: int, slug: str) -> tuple[dict[str, str], dict[str, str]]:
    """Title and guideline of a project's codebook, by language. Raises NotFound where the account has no part in it."""
    project = projects.find(session, slug)
    if not own.progress(session, projects.current_round(session, project), account_id).total:
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
) -> Screen:
    account = session.get(m.Account, account_id)
    if account is None:
        raise NotFound(worded("There is no such account."))
    row, book = projects.latest_codebook(session, key_of(project))
    title = project.title if progress.total else project.slug  # whoever has no part in a project learns nothing of it
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
    return base.model_copy(update=_item_part(session, project, its_round, given, row, book, language))


def _item_part(
    session: Session,
    project: m.Project,
    its_round: m.Round,
    given: m.Assignment,
    row: m.Codebook,
    book: Codebook,
    language: str,
) -> dict[str, object]:
    item = session.get_one(m.Item, given.item_id)
    asked = own.asked_targets(session, given.item_id, book)
    current = own.answers(session, given, list(asked.keys))
    answers = [
        drafts.shown_answer(asked.keys[target_id], question, said)
        for (target_id, question), (_, said) in sorted(current.items(), key=lambda each: each[0])
        if said.answers
    ]
    previous, following = _neighbours(session, given)
    return {
        "assignment": given.id,
        "revision": given.revision,
        "position": given.position,
        "previous": previous,
        "following": following,
        "editable": its_round.closed_at is None,
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


def _next_open(session: Session, current: m.Round, account_id: int) -> m.Assignment | None:
    return session.exec(
        select(m.Assignment)
        .where(own.mine(current, account_id), m.Assignment.state == "open")
        .order_by(col(m.Assignment.position))
        .limit(1)
    ).first()


def _neighbours(session: Session, given: m.Assignment) -> tuple[int | None, int | None]:
    """The assignments before and after this one in the annotator's own order."""
    position = col(m.Assignment.position)
    same = select(m.Assignment.id).where(
        m.Assignment.rater_id == given.rater_id, m.Assignment.round_id == given.round_id
    )
    before = same.where(position < given.position).order_by(position.desc()).limit(1)
    after = same.where(position > given.position).order_by(position).limit(1)
    return session.exec(before).first(), session.exec(after).first()


def _state(current: m.Round, progress: Progress, following: object) -> str:
    if not progress.total:
        return "unassigned"
    if following is None:
        return "done"
    return "closed" if current.closed_at is not None else "item"
