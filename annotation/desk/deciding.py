"""Taking what an adjudicator sends: the decisions on one item, all of them or none."""

from __future__ import annotations

from datetime import datetime

from pydantic import Field, ValidationError
from sqlmodel import Session, col, select

from annotation import models as m
from annotation import projects
from annotation.board.submission import LARGEST_ID, Sent
from annotation.desk import adjudication
from annotation.desk import shown as desk
from annotation.desk.adjudication import ErrorKind
from annotation.errors import Conflict, Invalid
from annotation.projects import key_of
from annotation.values import LONGEST_LABEL
from languages import worded

LONGEST_REASON = 10_000
DECIDED_MEANWHILE = worded(
    "A part of this was decided in the meantime, by somebody else or in another tab. Nothing was saved."
)


class SentDecision(Sent):
    """A decision on one target and question; without a label the one that stands is withdrawn, or it `cannot` be
    judged.

    `seen` is the revision of the decision that the adjudicator saw (0: none). Without a reason of its own it has the
    common one. `error_kind` is why people differed, where the adjudicator says so; `for_guideline`: the guideline needs
    this.
    """

    target: str = Field(max_length=200)
    question: str = Field(max_length=200)
    label: str | None = Field(max_length=LONGEST_LABEL)
    seen: int = Field(ge=0, le=LARGEST_ID)
    reason: str = Field(default="", max_length=LONGEST_REASON)
    error_kind: ErrorKind | None = None
    for_guideline: bool = False
    cannot: bool = False


class SentDecisions(Sent):
    """One press of Save: decisions on an item, a reason for all, and which item to answer with (0: none)."""

    account: str = Field(max_length=40)
    item: int = Field(ge=1, le=LARGEST_ID)
    codebook: int
    reason: str = Field(default="", max_length=LONGEST_REASON)
    decisions: tuple[SentDecision, ...] = Field(min_length=1, max_length=20_000)
    following: int = Field(default=0, ge=0, le=LARGEST_ID)
    names: bool = False


def read_decisions(body: bytes) -> SentDecisions:
    """The decisions in a request's body. Raises Invalid where it holds none."""
    try:
        return SentDecisions.model_validate_json(body)
    except (ValidationError, RecursionError) as error:
        raise Invalid(
            "malformed", worded("The decisions did not arrive in a form that can be read; nothing was saved.")
        ) from error


def decide_item(session: Session, *, account_id: int, slug: str, sent: SentDecisions, now: datetime) -> int:
    """Store an adjudicator's decisions on one item, in the caller's transaction; how many are new.

    What was sent before, and stands, is not stored twice.

    Raises Conflict where it does not fit what the database holds now, Invalid for what the codebook does not know or a
    missing reason, and NotFound for an unknown project or item. Nothing is stored then.
    """
    project = projects.find(session, slug)
    if sent.account != str(account_id):
        raise Conflict("other_account", worded("These decisions belong to another account than the one now signed in."))
    row, _ = projects.latest_codebook(session, key_of(project))
    if row.version != sent.codebook:
        raise Conflict("other_codebook", worded("The codebook has changed since this item was opened."))
    found = desk.find(session, project, number=sent.item, account_id=account_id)
    targets = _locked_targets(session, key_of(found), sent)
    try:
        return sum(
            adjudication.decide(
                session,
                account_id=account_id,
                slug=slug,
                target_id=targets[each.target],
                question=each.question,
                label=each.label,
                reason=each.reason if each.reason.strip() else sent.reason,
                now=now,
                seen_revision=each.seen,
                error_kind=each.error_kind,
                for_guideline=each.for_guideline,
                cannot=each.cannot,
            )
            for each in sent.decisions
        )
    except Conflict as error:
        if error.code != "decided_meanwhile":
            raise
        raise Conflict(error.code, DECIDED_MEANWHILE) from error


def _locked_targets(session: Session, item_id: int, sent: SentDecisions) -> dict[str, int]:
    """The ids of the targets by key, all locked in one order, so that two adjudicators cannot wait for each other."""
    wanted = [(each.target, each.question) for each in sent.decisions]
    if len(set(wanted)) < len(wanted):
        raise Invalid("malformed", worded("One target is decided twice; nothing was saved."))
    keys = {target for target, _ in wanted}
    rows = session.exec(
        select(m.Target)
        .where(m.Target.item_id == item_id, col(m.Target.key).in_(keys))
        .order_by(col(m.Target.id))
        .with_for_update()
    ).all()
    targets = {row.key: key_of(row) for row in rows}
    if keys - targets.keys():
        raise Conflict("unknown_target", worded("A decision is about something that is not part of this item."))
    return targets
