"""Deciding many places at once by a rule: first how many it would be, then all of them or none, and back again.

What an adjudicator accepts so is decided by them, with the rule as the reason; the command line decides as a rule does,
by majority. Taking it back supersedes each of the decisions that still stands; what was decided otherwise since stays.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from annotation import events, projects, store
from annotation import models as m
from annotation.desk import accepting, place_states
from annotation.desk import shown as desk
from annotation.desk.accepting import Accepted, Rule
from annotation.desk.adjudication import decided_meanwhile
from annotation.desk.decisions import Standing, current_decisions
from annotation.desk.filters import Filters, let_through
from annotation.errors import Conflict, Invalid
from annotation.projects import key_of
from languages import worded

ACCEPTED = "accepted by rule"  # the events
UNDONE = "acceptance undone"
MOST_LISTED = 20


@dataclass(frozen=True)
class Preview:
    """What a rule would decide: how many places by question and label, and how many of them were reopened before.

    `digest` names this very plan, so that nothing else is decided than what was seen.
    """

    total: int
    by: tuple[tuple[str, str, int], ...]
    reopened: int
    digest: str


@dataclass(frozen=True)
class Run:
    """One acceptance by a rule: its number, by whom and when, how many it decided, and how many of these stand."""

    number: int
    account_id: int | None
    at: datetime
    rule: str
    accepted: int
    standing: int


def preview(session: Session, *, slug: str, rule: Rule, filters: Filters, account_id: int | None) -> Preview:
    """What the rule would decide among what the filters let through. Raises NotFound and Invalid.

    Without a filter by state that is what is to be decided. Items that the adjudicator has still to label are left out.
    """
    project = projects.find(session, slug)
    return _preview(_planned(session, project, rule, filters, account_id))


def accept(
    session: Session,
    *,
    slug: str,
    rule: Rule,
    filters: Filters,
    account_id: int | None,
    now: datetime,
    words: str = "",
    digest: str | None = None,
) -> int:
    """Decide what the preview said, in the caller's transaction; how many places that is.

    Raises NotFound, Invalid, and Conflict where the plan is another one now than the one with this digest.
    """
    project = projects.find(session, slug)
    row, _ = projects.latest_codebook(session, key_of(project))
    chosen = _planned(session, project, rule, filters, account_id)
    if digest is not None and digest != _preview(chosen).digest:
        raise Conflict("other_plan", worded("Something has changed since the preview. Look at it again."))
    reason = f"Accepted by rule: {rule}." + (f" {words.strip()}" if words.strip() else "")
    rows = [
        _row(
            each.place.decision,
            (each.place.asked.target_id, each.place.asked.question),
            label=each.label,
            method=_method(each, account_id),
            reason=reason,
        )
        for each in chosen
    ]
    common = {
        "round_id": key_of(projects.deciding_round(session, project)),
        "account_id": account_id,
        "codebook_id": key_of(row),
        "created_at": now,
    }
    with decided_meanwhile():
        store.insert_all(session, m.Decision, [{**each, **common} for each in rows])
    if rows:
        detail = {"rule": str(rule), "accepted": len(rows), "reason": reason}
        events.record(session, ACCEPTED, now=now, account_id=account_id, project_id=key_of(project), detail=detail)
    return len(rows)


def runs(session: Session, *, slug: str) -> list[Run]:
    """The latest acceptances by rule in a project, the last one first. Raises NotFound."""
    project = projects.find(session, slug)
    told = session.exec(
        select(m.Event)
        .where(m.Event.project_id == project.id, m.Event.kind == ACCEPTED)
        .order_by(col(m.Event.id).desc())
        .limit(MOST_LISTED)
    ).all()
    standing = Counter(
        (each.created_at, each.account_id, each.reason)
        for each in (current_decisions(session, project).values() if told else ())
        if each.label is not None
    )
    return [
        Run(
            number=each.id or 0,
            account_id=each.account_id,
            at=each.at,
            rule=str(each.detail["rule"]),
            accepted=int(each.detail["accepted"]),
            standing=standing[each.at, each.account_id, str(each.detail["reason"])],
        )
        for each in told
    ]


def undo(session: Session, *, slug: str, number: int, account_id: int | None, now: datetime) -> int:
    """Withdraw what is left of an acceptance by rule, in the caller's transaction; how many decisions that is.

    Each is superseded by one without a label: the adjudicator's, or, where no account asks, the rule's own, which what
    `settle` decides later may follow. The command line undoes only what it accepted itself: what an adjudicator has
    decided is theirs to withdraw.

    Raises NotFound for the project, and Invalid where there is no such acceptance in it, nothing of it stands any more,
    or it is an adjudicator's and no account asks.
    """
    project = projects.find(session, slug)
    row, _ = projects.latest_codebook(session, key_of(project))
    told = session.exec(
        select(m.Event).where(m.Event.id == number, m.Event.project_id == project.id, m.Event.kind == ACCEPTED)
    ).first()
    if told is None:
        raise Invalid("unknown_run", worded("There is no such acceptance by rule in this project."))
    if account_id is None and told.account_id is not None:
        raise Invalid(
            "an_adjudicators", worded("An adjudicator accepted this at the desk, and takes it back there: “Filter”.")
        )
    mark = (told.at, told.account_id, str(told.detail["reason"]))
    standing = [
        each
        for each in current_decisions(session, project).values()
        if each.label is not None and (each.created_at, each.account_id, each.reason) == mark
    ]
    if not standing:
        raise Invalid("nothing_to_withdraw", worded("Nothing of this acceptance stands any more."))
    common: dict[str, Any] = {
        "round_id": key_of(projects.deciding_round(session, project)),
        "account_id": account_id,
        "codebook_id": key_of(row),
        "created_at": now,
    }
    reason = f"Acceptance by rule taken back: {told.detail['rule']}."
    with decided_meanwhile():
        store.insert_all(
            session,
            m.Decision,
            [
                _row(
                    each,
                    (each.target_id, each.question),
                    label=None,
                    method=each.method if account_id is None else "adjudicator",
                    reason=reason,
                )
                | common
                for each in standing
            ],
        )
    detail = {"rule": told.detail["rule"], "count": len(standing)}
    events.record(session, UNDONE, now=now, account_id=account_id, project_id=key_of(project), detail=detail)
    return len(standing)


def _planned(
    session: Session, project: m.Project, rule: Rule, filters: Filters, account_id: int | None
) -> list[Accepted]:
    every = place_states.of_project(session, slug=project.slug)
    own: set[int] = set()
    if account_id is not None:
        own = desk.to_label(session, projects.deciding_round(session, project), account_id=account_id)
    wanted = let_through(session, project, every, filters)
    at_work = place_states.unfinished(session, projects.deciding_round(session, project))
    return accepting.accepted(
        [each for each in wanted if each.asked.item_id not in own and each.asked.item_id not in at_work],
        rule,
        every=every,
    )


def _preview(chosen: Sequence[Accepted]) -> Preview:
    counts = Counter((each.place.asked.question, each.label) for each in chosen)
    names = [
        (each.place.asked.place, each.label, each.place.decision.id if each.place.decision else 0) for each in chosen
    ]
    return Preview(
        total=len(chosen),
        by=tuple((question, label, count) for (question, label), count in sorted(counts.items())),
        reopened=sum(each.place.state == "reopened" for each in chosen),
        digest=hashlib.sha256(repr(sorted(names)).encode()).hexdigest(),
    )


def _method(accepted: Accepted, account_id: int | None) -> str:
    if account_id is not None:
        return "adjudicator"
    return "unanimous" if accepted.unanimous else "majority"


def _row(
    before: Standing | None, place: tuple[int, str], *, label: str | None, method: str, reason: str
) -> dict[str, Any]:
    return {
        "target_id": place[0],
        "question": place[1],
        "revision": before.revision + 1 if before else 1,
        "label": label,
        "method": method,
        "reason": reason,
        "supersedes_id": before.id if before else None,
        "error_kind": None,
        "for_guideline": False,
    }
