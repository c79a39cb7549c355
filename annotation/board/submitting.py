"""Taking what an annotator submits or skips: one press, one transaction, stored once however often it is sent."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, select

from annotation import models as m
from annotation import store
from annotation.board import drafts, own, prelabels
from annotation.board.drafts import Opened
from annotation.board.submission import Given, Skip, Submission, check_complete, check_labels, missing
from annotation.errors import Conflict
from annotation.pool import escalation, reservations
from annotation.practice import course as training_course
from annotation.projects import key_of
from annotation.quality import pausing
from annotation.values import Said
from languages import worded

NEVER = (0, Said())  # the revision, and what was said, where nothing was


def submit(session: Session, *, account_id: int, slug: str, submission: Submission, now: datetime) -> int:
    """Store a submission in the caller's transaction; how many judgments it made, now or when it was first sent.

    An answer that was there before and is not in the submission is cleared: a revision without a label.

    Raises Conflict where it does not fit what the database holds now, Invalid where an answer is missing or no label of
    the codebook, and NotFound for an unknown project. Nothing is stored then.
    """
    project, assignment = drafts.locked(session, account_id=account_id, slug=slug, sent=submission)
    stored = _stored_before(session, submission)
    if stored is not None:
        return stored
    _held = session.get_one(m.Round, assignment.round_id)  # a session asks again for what nobody holds
    pausing.check(session, project, account_id)
    training_course.check(session, assignment)
    reservations.enter(session, assignment)
    opened = drafts.opened(session, project, assignment, submission)
    asked = opened.asked
    given = check_labels(
        submission.answers, book=opened.book, targets=asked.kinds, pieces=asked.pieces, again=asked.again
    )
    left = missing(given, book=opened.book, targets=asked.kinds, again=asked.again)
    if not (submission.reopen and opened.assignment.revision):
        check_complete(given, book=opened.book, targets=asked.kinds, again=asked.again)
    drafts.mark(session, opened, submission, account_id=account_id, now=now)
    reservations.admit(session, assignment)
    stored = _store(session, opened, submission, given, state="open" if left else "done", now=now)
    drafts.record(session, "submitted", opened, account_id=account_id, now=now, judgments=stored)
    escalation.after_change(session, assignment, now=now)
    training_course.advance(session, assignment, now=now)
    return stored


def skip(session: Session, *, account_id: int, slug: str, sent: Skip, now: datetime) -> None:
    """Put an item aside; answers so far stay as its draft. Skipping it again changes the reason.

    Raises what `drafts.save` raises, and Conflict where the item has stored answers: a skipped item gives no judgments.
    """
    opened = drafts.open_assignment(session, account_id=account_id, slug=slug, sent=sent)
    given = opened.assignment
    pausing.check(session, opened.project, account_id)
    training_course.check(session, given)
    reservations.enter(session, given)
    current = own.answers(session, given, list(opened.asked.keys))
    if given.state == "done" or any(said.answers for _, said in current.values()):
        raise Conflict("already_done", worded("This item has stored answers. Take them back first, then skip it."))
    drafts.keep(session, opened, sent, now=now)
    drafts.mark(session, opened, sent, account_id=account_id, now=now)
    given.state, given.skip_reason, given.skip_words = "skipped", sent.reason, sent.words
    given.sent_back = False
    session.add(given)
    drafts.record(
        session,
        "item skipped",
        opened,
        account_id=account_id,
        now=now,
        reason=sent.reason,
        words=sent.words,
        active_ms=sent.active_ms,
    )
    escalation.after_change(session, given, now=now)
    training_course.advance(session, given, now=now)


def _stored_before(session: Session, submission: Submission) -> int | None:
    """How many judgments this token has stored already; None when it is new."""
    before = session.exec(select(m.Submission).where(m.Submission.token == submission.token)).first()
    if before is None:
        return None
    if before.digest != submission.digest or before.assignment_id != submission.assignment:
        raise _token_reused()
    return before.stored


def _store(session: Session, opened: Opened, submission: Submission, given: Given, *, state: str, now: datetime) -> int:
    ids = opened.asked.ids
    before = own.answers(session, opened.assignment, list(ids.values()))
    after: dict[tuple[int, str], Said] = dict.fromkeys(before, Said())
    after.update({(ids[target], question): said for (target, question), said in given.items()})
    changed = {place: said for place, said in after.items() if before.get(place, NEVER)[1] != said}
    shown = prelabels.of_targets(session, list(ids.values()))
    saved = _next_revision(session, opened.assignment, submission, state=state, stored=len(changed), now=now)
    common = {
        "round_id": opened.assignment.round_id,
        "rater_id": opened.assignment.rater_id,
        "codebook_id": key_of(opened.codebook),
        "origin": "board",
        "submission_id": saved.id,
        "comment": "",
        "created_at": now,
    }
    rows = [
        {
            **common,
            "target_id": target_id,
            "question": question,
            "revision": before.get((target_id, question), NEVER)[0] + 1,
            "label": said.label,
            "cannot": said.cannot,
            "confidence": said.confidence,
            "prelabel": shown.get((target_id, question)),
        }
        for (target_id, question), said in changed.items()
    ]
    store.insert_all(session, m.Judgment, rows)
    return len(changed)


def _next_revision(
    session: Session, assignment: m.Assignment, submission: Submission, *, state: str, stored: int, now: datetime
) -> m.Submission:
    """The row of this press of Submit; the draft that led to it is gone."""
    drafted = drafts.drop(session, assignment)
    assignment.revision += 1
    assignment.state, assignment.skip_reason, assignment.skip_words = state, None, ""
    assignment.sent_back = assignment.sent_back and state != "done"
    saved = m.Submission(
        assignment_id=key_of(assignment),
        revision=assignment.revision,
        token=submission.token,
        digest=submission.digest,
        stored=stored,
        active_ms=None if submission.active_ms is None else max(drafted, submission.active_ms),
        created_at=now,
    )
    session.add_all([assignment, saved])
    try:
        session.flush()
    except IntegrityError as error:  # somebody else's submission took the token a moment ago
        raise _token_reused() from error
    return saved


def _token_reused() -> Conflict:
    return Conflict("token_reused", worded("Other answers were already saved under this token; nothing was changed."))
