"""An annotator's own items as a list, and the history of their answers on one of them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, func, select

from annotation import models as m
from annotation import projects
from annotation.board import own, working
from annotation.old_answers import old_answers
from annotation.projects import key_of

EXCERPT = 120  # letters of an item by which its annotator knows it again


@dataclass(frozen=True)
class OwnItem:
    """One line of the list. `state` is open, draft (unsent answers wait), done or skipped.

    `waits` says that the item is neither done nor skipped: a draft can also be a correction of a done one. `sent_back`:
    an adjudicator wants it looked at again. `changed`: an answer to it was given to a question as it was before a new
    version of the codebook, and the item was not submitted since.
    """

    assignment: int
    position: int
    state: str
    flagged: bool
    noted: bool
    revision: int
    excerpt: str
    waits: bool
    sent_back: bool = False
    changed: bool = False


@dataclass(frozen=True)
class Change:
    """What one submission made of one answer; no label: there was none, or it was taken back."""

    target: str
    question: str
    before: str | None
    label: str | None


@dataclass(frozen=True)
class Revision:
    """One submission of an item, by its number (0: labels from a file), with the answers that it changed."""

    revision: int
    at: datetime
    changes: tuple[Change, ...]


def items(session: Session, *, account_id: int, slug: str) -> list[OwnItem]:
    """The account's items in the current round, in their own order. Raises NotFound."""
    project = projects.find(session, slug)
    current = working.working_round(session, project, account_id)
    older = old_answers(session, slug=slug, account_id=account_id)
    changed = {each.item_id for each in older if each.round == current.number}
    return _of_round(session, current, account_id, changed=changed)


def practised(session: Session, *, account_id: int, slug: str) -> list[OwnItem]:
    """The account's items of calibration rounds that are closed: to look at, and to talk about. Raises NotFound."""
    project = projects.find(session, slug)
    rounds = session.exec(
        select(m.Round)
        .where(m.Round.project_id == project.id, m.Round.kind == "calibration", col(m.Round.closed_at).is_not(None))
        .order_by(col(m.Round.number))
    ).all()
    return [each for its_round in rounds for each in _of_round(session, its_round, account_id)]


def _of_round(session: Session, current: m.Round, account_id: int, *, changed: Collection[int] = ()) -> list[OwnItem]:
    content = col(m.Item.content)
    words = func.coalesce(content["query"]["text"].as_string(), content["scene"].as_string())
    rows = session.exec(
        select(m.Assignment, words, m.Draft.answers, m.Item.sensitive)
        .select_from(m.Assignment)
        .join(m.Item)
        .outerjoin(
            m.Draft,
            (col(m.Draft.assignment_id) == m.Assignment.id) & (col(m.Draft.revision) == m.Assignment.revision),
        )
        .where(own.mine(current, account_id), m.Assignment.state != "lapsed")
        .order_by(*own.in_order())
    ).all()
    wordless = _last_turns(session, [given.item_id for given, said, _, sensitive in rows if not said and not sensitive])
    return [
        OwnItem(
            assignment=key_of(given),
            position=place,
            state="draft" if drafted is not None and given.state != "skipped" else given.state,
            flagged=given.flagged,
            noted=bool(given.note),
            revision=given.revision,
            excerpt="" if sensitive else excerpt(said or wordless[given.item_id]),
            waits=given.state == "open",
            sent_back=given.sent_back,
            changed=given.item_id in changed,
        )
        for place, (given, said, drafted, sensitive) in enumerate(rows, start=1)
    ]


def history(session: Session, *, account_id: int, slug: str, assignment_id: int) -> list[Revision]:
    """What the account submitted on one of its items, oldest first.

    Raises NotFound for the project and Conflict where the item is not the account's.
    """
    project = projects.find(session, slug)
    given = own.assignment(session, project, account_id=account_id, assignment_id=assignment_id)
    rows = session.exec(
        select(m.Judgment, m.Target.key, m.Submission.revision)
        .select_from(m.Judgment)
        .join(m.Target, col(m.Target.id) == m.Judgment.target_id)
        .outerjoin(m.Submission, col(m.Submission.id) == m.Judgment.submission_id)
        .where(
            m.Judgment.round_id == given.round_id,
            m.Judgment.rater_id == given.rater_id,
            m.Target.item_id == given.item_id,
        )
        .order_by(col(m.Judgment.id))
    ).all()
    last: dict[tuple[str, str], str | None] = {}
    changes: dict[int, list[Change]] = {}
    times: dict[int, datetime] = {}
    for judgment, target, revision in rows:
        place = (target, judgment.question)
        number = revision or 0
        changes.setdefault(number, []).append(Change(*place, last.get(place), judgment.label))
        times[number] = judgment.created_at
        last[place] = judgment.label
    return [Revision(number, times[number], tuple(changes[number])) for number in sorted(changes)]


def _last_turns(session: Session, item_ids: list[int]) -> dict[int, str]:
    """What was said last in items without query and scene."""
    rows = session.exec(select(m.Item.id, m.Item.content).where(col(m.Item.id).in_(item_ids))).all()
    return {item_id or 0: (content.get("dialogue") or [{"text": ""}])[-1]["text"] for item_id, content in rows}


def excerpt(words: str) -> str:
    """The first words of a text, by which an item is known again."""
    plain = " ".join(words.split())
    return plain if len(plain) <= EXCERPT else plain[: EXCERPT - 1] + "…"
