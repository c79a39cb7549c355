"""What people disagree on and how it is resolved: settling by a rule, and an adjudicator's decisions.

Decisions are append-only: each supersedes the one before. A tie is a tie: no rule ever picks one of its sides.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, select

from annotation import events, projects, settings, store, values
from annotation import models as m
from annotation.codebook import Codebook
from annotation.content import Content
from annotation.desk import decisions
from annotation.desk.decisions import Standing
from annotation.discussion import consensus
from annotation.due import due
from annotation.errors import Conflict, Invalid, NotFound, WrongUse
from annotation.places import AskedPlace, Place, asked_places
from annotation.projects import key_of
from annotation.values import BadLabel, Pieces
from label_formats.text import UNSTORABLE
from languages import message_of, worded

Policy = Literal["unanimous", "majority"]
ErrorKind = Literal["ambiguous", "guideline", "slip", "subjective"]
AUTOMATIC = ("unanimous", "majority")


@dataclass(frozen=True)
class Verdict:
    """What a rule makes of one target's labels."""

    label: str
    method: Policy


@dataclass(frozen=True)
class Settled:
    """Targets x questions with and without a decision after the run."""

    decided: int
    undecided: int


def verdict(labels: Sequence[str], *, policy: Policy, min_raters: int = 2) -> Verdict | None:
    """What a rule makes of the labels of one target: unanimous, or under `majority` more than half; else None.

    >>> verdict(["must", "must", "nice"], policy="majority")
    Verdict(label='must', method='majority')
    >>> verdict(["must", "nice"], policy="majority") is None
    True
    """
    if len(labels) < min_raters or not labels:
        return None
    label, votes = Counter(labels).most_common(1)[0]
    if votes == len(labels):
        return Verdict(label, "unanimous")
    if policy == "majority" and votes * 2 > len(labels):
        return Verdict(label, "majority")
    return None


def settle(
    session: Session,
    *,
    slug: str,
    policy: Policy,
    now: datetime,
    round_number: int | None = None,
    min_raters: int = 2,
) -> Settled:
    """Decide by a rule what can be decided, over the answers that count in a round.

    Without a number that is the latest independent round, or the discussion of it. Earlier automatic decisions are
    superseded where the rule now says otherwise, also by "undecided"; an adjudicator's never are. Running it again
    changes nothing.

    Raises NotFound for the project or round and WrongUse for fewer than two raters.
    """
    if min_raters < 2:
        raise WrongUse(worded("Settling needs two raters or more for each target; --min-raters is below 2."))
    project = projects.find(session, slug)
    number = round_number or projects.deciding_round(session, project).number
    chosen = projects.find_round(session, project, number)
    row, book = projects.latest_codebook(session, key_of(project))
    labels: dict[Place, list[str]] = defaultdict(list)
    for judgment in consensus.counted(session, slug=slug, round_number=chosen.number):
        labels[judgment.target_id, judgment.question].append(judgment.label)
    before = decisions.current_decisions(session, project)
    asked = list(asked_places(session, project, book))
    outcomes = {each.place: verdict(labels.get(each.place, []), policy=policy, min_raters=min_raters) for each in asked}
    changed = {place: outcome for place, outcome in outcomes.items() if not _stays(before.get(place), outcome)}
    _append_outcomes(session, changed, before, policy=policy, round_id=key_of(chosen), codebook_id=key_of(row), now=now)
    standing = {place: decision.outcome for place, decision in before.items()}
    standing |= {place: outcome.label if outcome else None for place, outcome in changed.items()}
    done = _settled(asked, standing, labels)
    events.record(
        session,
        "settled",
        now=now,
        project_id=key_of(project),
        detail={
            "policy": policy,
            "round": chosen.number,
            "min_raters": min_raters,
            "decided": done.decided,
            "undecided": done.undecided,
        },
    )
    return done


def count(session: Session, *, slug: str) -> Settled:
    """How many targets x questions of a project have a decision. Raises NotFound."""
    project = projects.find(session, slug)
    _, book = projects.latest_codebook(session, key_of(project))
    standing = {place: each.outcome for place, each in decisions.current_decisions(session, project).items()}
    answered = {(each.target_id, each.question) for each in consensus.counted(session, slug=slug)}
    return _settled(asked_places(session, project, book), standing, answered)


def decide(
    session: Session,
    *,
    account_id: int,
    slug: str,
    target_id: int,
    question: str,
    label: str | None,
    reason: str,
    now: datetime,
    seen_revision: int = 0,
    error_kind: ErrorKind | None = None,
    for_guideline: bool = False,
    cannot: bool = False,
) -> bool:
    """Store an adjudicator's decision; it supersedes the current one, if there is one.

    Without a label the current decision is withdrawn: the target is undecided again; or it is decided that the target
    `cannot` be judged, which needs the kind of difference and a reason, and gives no gold. `seen_revision` is the
    revision of the decision that the adjudicator saw (0: none). `error_kind` is why people differed, `for_guideline`
    that the guideline needs this; neither is kept of a withdrawal. False, and nothing stored, where this very decision
    is there: it was sent twice.

    Raises NotFound for a target of another project, Invalid for an unknown question or label, nothing to withdraw, or a
    missing reason where the project asks for one, and Conflict where somebody has decided in the meantime.
    """
    project = projects.find(session, slug)
    target = _locked(session, project, target_id)
    row, book = projects.latest_codebook(session, key_of(project))
    label = _checked_label(session, book, target, question, label)
    reason = _checked_reason(reason, required=cannot or settings.read(project).reason_required)
    _check_cannot(label, error_kind, cannot=cannot)
    why = (error_kind, for_guideline) if label is not None or cannot else (None, False)
    before = decisions.current_decision(session, project, target_id, question)
    said = (account_id, decisions.CANNOT if cannot else label, reason, *why)
    if before and before.revision == seen_revision + 1 and before.said == said:
        return False
    if (before.revision if before else 0) != seen_revision:
        raise Conflict("decided_meanwhile", worded("This was decided in the meantime; look at it again."))
    if label is None and not cannot and (before is None or before.outcome is None):
        raise Invalid("nothing_to_withdraw", worded("There is no decision here to withdraw."))
    decision = m.Decision(
        round_id=key_of(projects.deciding_round(session, project)),
        target_id=target_id,
        question=question,
        revision=seen_revision + 1,
        supersedes_id=before.id if before else None,
        label=label,
        method="adjudicator",
        account_id=account_id,
        reason=reason,
        codebook_id=key_of(row),
        created_at=now,
        error_kind=why[0],
        for_guideline=why[1],
    )
    with decided_meanwhile():
        session.add(decision)
        session.flush()
    events.record(
        session,
        "decided" if label is not None or cannot else "decision withdrawn",
        now=now,
        account_id=account_id,
        project_id=key_of(project),
        detail={"target": target_id, "question": question, "label": label}
        | ({"cannot": True} if cannot else {})
        | _why_in_the_log(*why),
    )
    return True


def _why_in_the_log(error_kind: str | None, for_guideline: bool) -> dict[str, object]:
    """What the log says of why people differed: only what was said."""
    return ({"error_kind": error_kind} if error_kind else {}) | ({"for_guideline": True} if for_guideline else {})


def _settled(asked: Iterable[AskedPlace], standing: Mapping[Place, str | None], answered: Collection[Place]) -> Settled:
    """How many of the places that are asked at all have a decision."""
    decided = [standing.get(each.place) is not None for each in due(asked, decided=standing, answered=answered)]
    return Settled(sum(decided), len(decided) - sum(decided))


def _locked(session: Session, project: m.Project, target_id: int) -> m.Target:
    """The project's target, locked, so that of two adjudicators one comes after the other. Raises NotFound."""
    found = session.exec(
        select(m.Target)
        .join(m.Item)
        .where(m.Target.id == target_id, m.Item.project_id == project.id)
        .with_for_update(of=m.Target)
    ).first()
    if found is None:
        raise NotFound(worded("This target is not part of the project."))
    return found


def _checked_label(session: Session, book: Codebook, target: m.Target, question: str, label: str | None) -> str | None:
    """The label as it is stored. Raises Invalid unless the codebook asks this here and the label answers it."""
    asked = book.question(question)
    if asked is None or asked.about != target.kind:
        raise Invalid(
            "unknown_question", worded("The codebook does not ask {question!r} about this target.", question=question)
        )
    if label is None:
        return None
    pieces = values.NOTHING
    if asked.kind in ("quote", "pick"):
        pieces = Pieces.of(Content.model_validate(session.get_one(m.Item, target.item_id).content))
    try:
        return values.checked(asked, label, pieces=pieces, target=target.key)
    except BadLabel as error:
        raise Invalid(
            "unknown_label",
            worded("The decision on {question!r} does not fit: {why}.", question=question, why=message_of(error)),
        ) from error


def _check_cannot(label: str | None, error_kind: str | None, *, cannot: bool) -> None:
    """Raise Invalid for a decision that a target cannot be judged and that gives a label, or does not say why."""
    if cannot and label is not None:
        raise Invalid("malformed", worded("A target that cannot be judged has no label; nothing was saved."))
    if cannot and error_kind is None:
        raise Invalid("no_kind", worded("Say why it cannot be judged: choose why they differ, and give the reason."))


def _checked_reason(reason: str, *, required: bool) -> str:
    """The reason as it is stored. Raises Invalid where it is missing, or no text."""
    if required and not reason.strip():
        raise Invalid("no_reason", worded("A decision needs a reason: one sentence is enough."))
    if UNSTORABLE.search(reason):
        raise Invalid("malformed", worded("The reason holds a character that is no text; write it without."))
    return reason.strip()


def _stays(before: Standing | None, outcome: Verdict | None) -> bool:
    """Whether the decision that stands needs no new one."""
    if before is None:
        return outcome is None
    if before.method not in AUTOMATIC:
        return True
    return (before.label, before.method if before.label else None) == (
        (outcome.label, outcome.method) if outcome else (None, None)
    )


def _append_outcomes(
    session: Session,
    changed: Mapping[Place, Verdict | None],
    before: Mapping[Place, Standing],
    *,
    policy: Policy,
    round_id: int,
    codebook_id: int,
    now: datetime,
) -> None:
    """Store what a rule makes of each place, behind the decision that was there."""
    rows = [
        {
            "round_id": round_id,
            "target_id": target_id,
            "question": question,
            "revision": before[target_id, question].revision + 1 if (target_id, question) in before else 1,
            "label": outcome.label if outcome else None,
            "method": outcome.method if outcome else policy,
            "account_id": None,
            "reason": "" if outcome else "the rule no longer decides",
            "supersedes_id": before[target_id, question].id if (target_id, question) in before else None,
            "codebook_id": codebook_id,
            "created_at": now,
        }
        for (target_id, question), outcome in changed.items()
    ]
    with decided_meanwhile():
        store.insert_all(session, m.Decision, rows)


@contextmanager
def decided_meanwhile() -> Iterator[None]:
    """Turn a broken chain of revisions, the mark of a second writer, into a conflict that a person understands."""
    try:
        yield
    except IntegrityError as error:
        raise Conflict(
            "decided_meanwhile", worded("Somebody has decided in the meantime; look at it again.")
        ) from error
