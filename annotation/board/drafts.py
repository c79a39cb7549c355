"""Keeping what an annotator has not submitted yet, from whichever device, and their note and flag.

A draft belongs to the revision that it began on: once that is submitted it is gone, and a late one is refused. Two
devices do not overwrite each other unseen: each saving names the version that it knew.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel import Session

from annotation import events, projects
from annotation import models as m
from annotation.board import own, working
from annotation.board.screen import ShownAnswer, ShownDraft
from annotation.board.submission import Given, Work, check_labels
from annotation.codebook import Codebook
from annotation.discussion import discussed
from annotation.errors import Conflict
from annotation.pool import reservations
from annotation.projects import key_of
from annotation.timestamps import written
from annotation.values import Said
from languages import worded


class DraftElsewhere(Conflict):
    """Another tab or device has saved since this one looked; `draft` is what it saved."""

    def __init__(self, draft: ShownDraft) -> None:
        message = worded("This item was also worked on in another tab or on another device.")
        super().__init__("draft_elsewhere", message)
        self.draft = draft


@dataclass(frozen=True)
class Kept:
    """What the server holds now of an item that is not submitted.

    Of an item taken from a pool: until when it stays reserved, or that it is `late`, since somebody else has it.
    """

    version: int
    saved_at: str
    flagged: bool
    note: str
    reserved_until: str | None = None
    late: bool = False


@dataclass(frozen=True)
class Opened:
    """An assignment that takes what was sent: of this account, locked, open to it, at this revision."""

    project: m.Project
    assignment: m.Assignment
    codebook: m.Codebook
    book: Codebook
    asked: own.Asked


def save(session: Session, *, account_id: int, slug: str, sent: Work, now: datetime) -> Kept:
    """Keep a draft, and the note and flag that came with it.

    Raises NotFound for the project, Conflict where the draft does not fit what the database holds now (DraftElsewhere
    where another device has saved since), and Invalid for an unknown label.
    """
    opened = open_assignment(session, account_id=account_id, slug=slug, sent=sent)
    draft = keep(session, opened, sent, now=now)
    mark(session, opened, sent, account_id=account_id, now=now)
    reservations.prolong(session, opened.assignment, now=now)
    given = opened.assignment
    until, late = reservations.standing(session, given, now=now)
    return Kept(
        draft.version, written(draft.saved_at), given.flagged, given.note, written(until) if until else None, late
    )


def open_assignment(session: Session, *, account_id: int, slug: str, sent: Work) -> Opened:
    """The assignment that was sent, checked against what the board believed. Raises NotFound and Conflict."""
    project, assignment = locked(session, account_id=account_id, slug=slug, sent=sent)
    return opened(session, project, assignment, sent)


def locked(session: Session, *, account_id: int, slug: str, sent: Work) -> tuple[m.Project, m.Assignment]:
    """The project, and the account's own assignment in it, locked. Raises NotFound and Conflict."""
    project = projects.find(session, slug)
    if sent.account != str(account_id):
        raise Conflict("other_account", worded("These answers belong to another account than the one now signed in."))
    return project, own.assignment(session, project, account_id=account_id, assignment_id=sent.assignment, lock=True)


def opened(session: Session, project: m.Project, assignment: m.Assignment, sent: Work) -> Opened:
    """The assignment with what is asked about it, where it is as the board believed. Raises Conflict."""
    its_round = session.get_one(m.Round, assignment.round_id)
    if working.is_closed(session, its_round) and not assignment.sent_back:
        raise Conflict("closed_round", worded("The round is closed; nothing more is taken in it."))
    if assignment.sent_back:
        discussed.check_item_not_frozen(session, its_round, assignment.item_id)
    if assignment.revision != sent.revision:
        raise Conflict(
            "stale_revision", worded("This item was already submitted, in another tab or on another device.")
        )
    row, book = projects.latest_codebook(session, key_of(project))
    if row.version != sent.codebook:
        raise Conflict("other_codebook", worded("The codebook has changed since this item was opened."))
    asked = discussed.narrowed(session, assignment, own.asked_targets(session, assignment.item_id, book), book)
    return Opened(project, assignment, row, book, asked)


def keep(session: Session, opened: Opened, sent: Work, *, now: datetime) -> m.Draft:
    """Store the answers as the assignment's draft. Raises DraftElsewhere and Invalid."""
    asked = opened.asked
    given = check_labels(sent.answers, book=opened.book, targets=asked.kinds, pieces=asked.pieces, again=asked.again)
    answers = None if given == _stored(session, opened) else _listed(given)
    draft = session.get(m.Draft, opened.assignment.id)
    if draft is None:
        draft = m.Draft(
            assignment_id=key_of(opened.assignment),
            revision=opened.assignment.revision,
            codebook_id=key_of(opened.codebook),
            version=0,
            answers=None,
            saved_at=now,
        )
    elif _holds_other_work(draft, opened.assignment, answers) and draft.version != sent.seen:
        raise DraftElsewhere(_shown(draft))
    draft.version += 1
    draft.revision = opened.assignment.revision
    draft.codebook_id = key_of(opened.codebook)
    draft.answers = answers
    draft.active_ms = max(draft.active_ms, sent.active_ms or 0)
    draft.saved_at = now
    session.add(draft)
    session.flush()
    return draft


def mark(session: Session, opened: Opened, sent: Work, *, account_id: int, now: datetime) -> None:
    """Store the note and the flag where they were sent and are new; the log keeps what was there before."""
    given = opened.assignment
    changes: dict[str, object] = {}
    if sent.note is not None and sent.note != given.note:
        given.note = sent.note
        changes["note"] = sent.note
    if sent.flagged is not None and sent.flagged != given.flagged:
        given.flagged = sent.flagged
        changes["flagged"] = sent.flagged
    if changes:
        session.add(given)
        record(session, "item marked", opened, account_id=account_id, now=now, **changes)


def record(session: Session, kind: str, opened: Opened, *, account_id: int, now: datetime, **detail: object) -> None:
    """Write an event about the assignment."""
    events.record(
        session,
        kind,
        now=now,
        account_id=account_id,
        project_id=key_of(opened.project),
        detail={"assignment": opened.assignment.id, **detail},
    )


def drop(session: Session, assignment: m.Assignment) -> int:
    """Remove the assignment's draft, since its answers are stored; how long it says the work took, in ms."""
    draft = session.get(m.Draft, assignment.id)
    if draft is None:
        return 0
    session.delete(draft)
    return draft.active_ms


def shown(session: Session, assignment: m.Assignment, *, codebook_id: int) -> ShownDraft | None:
    """The draft that a board may go on with: begun on the current revision and the current codebook."""
    draft = session.get(m.Draft, assignment.id)
    if draft is None or draft.revision != assignment.revision or draft.codebook_id != codebook_id:
        return None
    return None if draft.answers is None else _shown(draft)


def _shown(draft: m.Draft) -> ShownDraft:
    return ShownDraft(
        version=draft.version,
        answers=tuple(shown_answer(target, question, Said(*said)) for target, question, *said in draft.answers or []),
        active_ms=draft.active_ms,
        saved_at=written(draft.saved_at),
    )


def shown_answer(target: str, question: str, said: Said) -> ShownAnswer:
    """An answer as the board gets it back."""
    return ShownAnswer(
        target=target, question=question, label=said.label, cannot=said.cannot, confidence=said.confidence
    )


def _listed(given: Given) -> list[list[Any]]:
    """The answers as a draft keeps them; one with a label alone as it always was."""
    rows = []
    for place, said in sorted(given.items(), key=lambda each: each[0]):
        more = [] if said.cannot is None and said.confidence is None else [said.cannot, said.confidence]
        rows.append([*place, said.label, *more])
    return rows


def _holds_other_work(draft: m.Draft, assignment: m.Assignment, answers: list[list[Any]] | None) -> bool:
    """Whether something would be lost if these answers took the draft's place."""
    return draft.revision == assignment.revision and draft.answers not in (None, answers)


def _stored(session: Session, opened: Opened) -> Given:
    """The annotator's stored answers by target key and question."""
    keys = opened.asked.keys
    current = own.answers(session, opened.assignment, list(keys))
    return {(keys[target_id], question): said for (target_id, question), (_, said) in current.items() if said.answers}
