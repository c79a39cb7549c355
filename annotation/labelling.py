"""What an annotator sees next, and taking what they submit.

Blindness is by structure: this module reads contents, codebooks and the annotator's own work; it asks for neither the
reference nor anybody else's judgments.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, func, select

from annotation import events, projects
from annotation import models as m
from annotation.codebook import said
from annotation.content import Content
from annotation.errors import Conflict, NotFound
from annotation.projects import key_of
from annotation.screen import Progress, Screen, ScreenAccount, ScreenProject, shown_item, shown_questions
from annotation.submission import Submission, check_answers


@dataclass(frozen=True)
class Saved:
    """A stored submission: how many judgments it made, and what to draw next."""

    stored: int
    next: Screen


@dataclass(frozen=True)
class Work:
    """A project in which an account has assignments, with its own progress in items."""

    slug: str
    title: str
    round_number: int
    done: int
    total: int


def work(session: Session, *, account_id: int) -> list[Work]:
    """The projects in whose current round the account has assignments."""
    rows = session.exec(
        select(m.Project).join(m.Rater).where(m.Rater.account_id == account_id).order_by(m.Project.slug)
    ).all()
    found = []
    for project in rows:
        current = projects.current_round(session, project)
        progress = _progress(session, current, account_id)
        if progress.total:
            found.append(Work(project.slug, project.title, current.number, progress.done, progress.total))
    return found


def screen(session: Session, *, account_id: int, slug: str) -> Screen:
    """What the account's board shows now: its next item, or why there is none. Raises NotFound."""
    return _screen(session, projects.find(session, slug), account_id)


def submit(session: Session, *, account_id: int, slug: str, submission: Submission, now: datetime) -> Saved:
    """Store a submission in the caller's transaction, once however often it is sent, and give the next screen.

    Raises Conflict where it does not fit what the database holds now, Invalid where an answer is missing or no label of
    the codebook, and NotFound for an unknown project. Nothing is stored then.
    """
    project = projects.find(session, slug)
    if submission.account != str(account_id):
        raise Conflict("other_account", "These answers belong to another account than the one now signed in.")
    assignment = _own_assignment(session, project, account_id, submission.assignment)
    stored = _stored_before(session, submission)
    if stored is None:
        stored = _store(session, project, assignment, submission, now)
        events.record(
            session,
            "submitted",
            now=now,
            account_id=account_id,
            project_id=key_of(project),
            detail={"assignment": assignment.id, "judgments": stored},
        )
    return Saved(stored, _screen(session, project, account_id))


def _screen(session: Session, project: m.Project, account_id: int) -> Screen:
    current = projects.current_round(session, project)
    account = session.get(m.Account, account_id)
    if account is None:
        raise NotFound("There is no such account.")
    row, book = projects.latest_codebook(session, key_of(project))
    progress = _progress(session, current, account_id)
    following = _following(session, current, account_id)
    title = project.title if progress.total else project.slug  # whoever has no part in a project learns nothing of it
    base = Screen(
        state=_state(current, progress, following),
        project=ScreenProject(
            key=projects.fingerprint(project),
            slug=project.slug,
            title=title,
            round=current.number,
            round_kind=current.kind,
        ),
        account=ScreenAccount(key=str(account_id), name=account.name),
        progress=progress,
        codebook=row.version,
        guideline=said(book.guideline) if progress.total else "",
    )
    if following is None or base.state != "item":
        return base
    assignment, item = following
    content = Content.model_validate(item.content)
    return base.model_copy(
        update={
            "assignment": assignment.id,
            "revision": assignment.revision,
            "item": shown_item(content, assignment.target_order, book.kinds),
            "questions": shown_questions(book),
        }
    )


def _own_assignment(session: Session, project: m.Project, account_id: int, assignment_id: int) -> m.Assignment:
    """The account's own assignment, locked, so that two sendings at once come one after the other."""
    found = session.exec(
        select(m.Assignment)
        .join(m.Rater)
        .where(
            m.Assignment.id == assignment_id,
            m.Rater.account_id == account_id,
            m.Rater.project_id == project.id,
        )
        .with_for_update(of=m.Assignment)
    ).first()
    if found is None:
        raise Conflict("not_yours", "This item is not assigned to you.")
    return found


def _stored_before(session: Session, submission: Submission) -> int | None:
    """How many judgments this token has stored already; None when it is new."""
    before = session.exec(select(m.Submission).where(m.Submission.token == submission.token)).first()
    if before is None:
        return None
    if before.digest != submission.digest or before.assignment_id != submission.assignment:
        raise _token_reused()
    return before.stored


def _store(
    session: Session, project: m.Project, assignment: m.Assignment, submission: Submission, now: datetime
) -> int:
    given_round = session.get_one(m.Round, assignment.round_id)
    if given_round.closed_at is not None:
        raise Conflict("closed_round", "The round is closed; nothing more is taken in it.")
    if assignment.revision != submission.revision:
        raise Conflict("stale_revision", "This item was already submitted, in another tab or on another device.")
    row, book = projects.latest_codebook(session, key_of(project))
    if row.version != submission.codebook:
        raise Conflict("other_codebook", "The codebook has changed since this item was opened.")
    targets = session.exec(select(m.Target).where(m.Target.item_id == assignment.item_id)).all()
    asked = {target.key: target for target in targets if target.kind in book.kinds}
    given = check_answers(submission.answers, book=book, targets={key: target.kind for key, target in asked.items()})
    current = _own_current(session, assignment, [key_of(target) for target in asked.values()])
    changed = {
        (key_of(asked[target]), question): label
        for (target, question), label in given.items()
        if current.get((key_of(asked[target]), question), (0, None))[1] != label
    }
    saved = _next_revision(session, assignment, submission, stored=len(changed), now=now)
    session.add_all(
        m.Judgment(
            round_id=assignment.round_id,
            target_id=target_id,
            rater_id=assignment.rater_id,
            question=question,
            revision=current.get((target_id, question), (0, None))[0] + 1,
            label=label,
            codebook_id=key_of(row),
            origin="board",
            submission_id=saved.id,
            created_at=now,
        )
        for (target_id, question), label in changed.items()
    )
    session.flush()
    return len(changed)


def _next_revision(
    session: Session, assignment: m.Assignment, submission: Submission, *, stored: int, now: datetime
) -> m.Submission:
    """The row of this press of Submit; the assignment is done with it."""
    assignment.revision += 1
    saved = m.Submission(
        assignment_id=key_of(assignment),
        revision=assignment.revision,
        token=submission.token,
        digest=submission.digest,
        stored=stored,
        created_at=now,
    )
    session.add_all([assignment, saved])
    try:
        session.flush()
    except IntegrityError as error:  # somebody else's submission took the token a moment ago
        raise _token_reused() from error
    return saved


def _token_reused() -> Conflict:
    return Conflict("token_reused", "Other answers were already saved under this token; nothing was changed.")


def _own_current(
    session: Session, assignment: m.Assignment, target_ids: list[int]
) -> dict[tuple[int, str], tuple[int, str | None]]:
    """The annotator's own latest revision and label, by target and question."""
    rows = session.exec(
        select(m.Judgment)
        .where(
            m.Judgment.round_id == assignment.round_id,
            m.Judgment.rater_id == assignment.rater_id,
            col(m.Judgment.target_id).in_(target_ids),
        )
        .order_by(m.Judgment.revision)  # type: ignore[arg-type]
    ).all()
    return {(row.target_id, row.question): (row.revision, row.label) for row in rows}


def _progress(session: Session, current: m.Round, account_id: int) -> Progress:
    total, done = session.exec(
        select(func.count(), func.coalesce(func.sum(func.sign(m.Assignment.revision)), 0))
        .select_from(m.Assignment)
        .join(m.Rater)
        .where(m.Assignment.round_id == current.id, m.Rater.account_id == account_id)
    ).one()
    return Progress(done=int(done), total=int(total))


def _following(session: Session, current: m.Round, account_id: int) -> tuple[m.Assignment, m.Item] | None:
    return session.exec(
        select(m.Assignment, m.Item)
        .join(m.Item)
        .join(m.Rater)
        .where(
            m.Assignment.round_id == current.id,
            m.Rater.account_id == account_id,
            m.Assignment.revision == 0,
        )
        .order_by(m.Assignment.position)  # type: ignore[arg-type]
        .limit(1)
    ).first()


def _state(current: m.Round, progress: Progress, following: object) -> str:
    if not progress.total:
        return "unassigned"
    if following is None:
        return "done"
    return "closed" if current.closed_at is not None else "item"
