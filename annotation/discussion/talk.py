"""What do the participants of a discussion see of each other, and say to each other?

Of every discussed place of an item: the first answers, under pseudonyms, with the reasons given then, and the comments
in their order. What others answer *now* is there only after one's own new answers are stored, or when the round is
closed (docs/decisions/0014): whoever answers again has heard reasons, and no new votes.

No names leave this module. Nothing that labels reads it: an independent round has no such part (docs/decisions/0002). A
calibration round is talked about after it is closed, over the answers that were given in it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from pydantic import Field, ValidationError
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from annotation import events, projects
from annotation import models as m
from annotation.board import own
from annotation.board.submission import LARGEST_ID, Sent
from annotation.discussion import consensus
from annotation.errors import Conflict, Invalid, NotFound
from annotation.judgments import CannotJudge, Current
from annotation.places import Place
from annotation.projects import key_of
from annotation.timestamps import written
from label_formats.text import UNSTORABLE
from languages import worded

LONGEST_COMMENT = 2_000
NO_TALK = worded("This item is not discussed.")
NOT_READ = worded("The comment did not arrive in a form that can be read; nothing was saved.")
NO_WORDS = worded("There is nothing in this comment yet.")
UNSTORED = worded("The comment has a character that cannot be stored; nothing was saved.")
CLOSED = worded("The discussion is closed; it takes no more comments.")
REUSED = worded("Another comment was already saved under this token; nothing was changed.")


@dataclass(frozen=True)
class Word:
    """What somebody answered: a label, or why it cannot be judged."""

    label: str | None
    cannot: str | None


@dataclass(frozen=True)
class Voice:
    """A participant at one place: the first answer, what was written with it, and the new answer, if it is shown.

    `now` is None where there is no new answer, or where it is not shown yet.
    """

    who: str
    you: bool
    first: Word
    comment: str
    now: Word | None


@dataclass(frozen=True)
class Remark:
    """One comment of the thread. `at` is UTC, to the second."""

    who: str
    you: bool
    text: str
    at: str


@dataclass(frozen=True)
class TalkedPlace:
    """A question about a target, with everybody's first answers, one's own first, and the thread."""

    target: str
    question: str
    voices: tuple[Voice, ...]
    thread: tuple[Remark, ...]


@dataclass(frozen=True)
class Talk:
    """The discussion of one item. `open`: it takes comments; `shows_new`: the others' new answers are in it."""

    assignment: int
    open: bool
    shows_new: bool
    places: tuple[TalkedPlace, ...]


class SentComment(Sent):
    """A comment, as a board sends it; the token makes a second sending of the same one harmless."""

    account: str = Field(max_length=40)
    assignment: int = Field(ge=1, le=LARGEST_ID)
    target: str = Field(max_length=200)
    question: str = Field(max_length=200)
    text: str = Field(max_length=LONGEST_COMMENT)
    token: str = Field(pattern=r"^[A-Za-z0-9_-]{16,100}$")


def read_comment(body: bytes) -> SentComment:
    """The comment in a request's body. Raises Invalid where it is none."""
    try:
        sent = SentComment.model_validate_json(body)
    except (ValidationError, RecursionError) as error:
        raise Invalid("malformed", NOT_READ) from error
    if UNSTORABLE.search(sent.text):
        raise Invalid("malformed", UNSTORED)
    if not sent.text.strip():
        raise Invalid("empty", NO_WORDS)
    return sent


def talk(session: Session, *, account_id: int, slug: str, assignment_id: int) -> Talk:
    """The discussion of one of the account's items.

    Raises NotFound for the project or where nothing is discussed, and Conflict where the item is not the account's.
    """
    project = projects.find(session, slug)
    given = own.assignment(session, project, account_id=account_id, assignment_id=assignment_id)
    its_round, before = _rounds(session, given)
    places = _places(session, given, its_round)
    me = session.get_one(m.Rater, given.rater_id).pseudonym
    shows_new = its_round is not before and (given.state == "done" or its_round.closed_at is not None)
    first = list(consensus.of_round(session, slug, before.number, given.item_id))
    now = list(consensus.of_round(session, slug, its_round.number, given.item_id)) if shows_new else []
    voices, threads = _voices(first, now, me), _threads(session, its_round, given.item_id, me)
    if its_round is before:
        places = {place: target for place, target in _answered(first).items() if len(voices[place]) > 1}
    return Talk(
        assignment=key_of(given),
        open=_takes_comments(its_round),
        shows_new=shows_new,
        places=tuple(
            TalkedPlace(target, place[1], tuple(voices[place]), tuple(threads[place]))
            for place, target in places.items()
        ),
    )


def comment(session: Session, *, account_id: int, slug: str, sent: SentComment, now: datetime) -> bool:
    """Store a comment; False, and nothing stored, where this very one is there: it was sent twice.

    Raises NotFound for the project, or where nothing is discussed; Conflict where the item is not the account's, the
    place is not discussed, the discussion is closed, or the token has another comment.
    """
    project = projects.find(session, slug)
    if sent.account != str(account_id):
        raise Conflict("other_account", worded("This comment belongs to another account than the one now signed in."))
    given = own.assignment(session, project, account_id=account_id, assignment_id=sent.assignment, lock=True)
    its_round, before = _rounds(session, given)
    target_id = _target(session, given, its_round, before, sent)
    text = sent.text.strip()
    row = m.Comment(
        round_id=key_of(its_round),
        target_id=target_id,
        question=sent.question,
        rater_id=given.rater_id,
        text=text,
        token=sent.token,
        created_at=now,
    )
    if _is_there(session, row):
        return False
    if not _takes_comments(its_round):
        raise Conflict("closed_round", CLOSED)
    session.add(row)
    try:
        session.flush()
    except IntegrityError as error:  # another comment took the token a moment ago
        raise Conflict("token_reused", REUSED) from error
    detail = {"assignment": given.id, "question": sent.question}
    events.record(session, "comment made", now=now, account_id=account_id, project_id=key_of(project), detail=detail)
    return True


def is_talked_about(its_round: m.Round) -> bool:
    """Whether a round has such a part: a discussion has, and a calibration round once it is closed."""
    if its_round.kind == "calibration":
        return its_round.closed_at is not None
    return its_round.kind == "discussion" and its_round.beside_id is not None


def _takes_comments(its_round: m.Round) -> bool:
    return (its_round.closed_at is not None) == (its_round.kind == "calibration")


def _rounds(session: Session, given: m.Assignment) -> tuple[m.Round, m.Round]:
    """The round of an assignment, and the one whose answers are talked about. Raises NotFound where none are."""
    its_round = session.get_one(m.Round, given.round_id)
    if not is_talked_about(its_round):
        raise NotFound(NO_TALK)
    if its_round.kind == "calibration":
        return its_round, its_round
    return its_round, session.get_one(m.Round, its_round.beside_id)


def _places(session: Session, given: m.Assignment, its_round: m.Round) -> dict[Place, str]:
    """The discussed places of the item, with the keys of their targets."""
    rows = session.exec(
        select(m.DiscussedPlace.target_id, m.DiscussedPlace.question, m.Target.key)
        .join(m.Target, col(m.Target.id) == m.DiscussedPlace.target_id)
        .where(m.DiscussedPlace.round_id == its_round.id, m.Target.item_id == given.item_id)
        .order_by(col(m.DiscussedPlace.target_id), m.DiscussedPlace.question)
    )
    return {(target_id, question): key for target_id, question, key in rows}


def _answered(first: Iterable[Current | CannotJudge]) -> dict[Place, str]:
    return {(each.target_id, each.question): each.target for each in first}


def _target(session: Session, given: m.Assignment, its_round: m.Round, before: m.Round, sent: SentComment) -> int:
    """The id of the target that a comment is about, if its place is discussed. Raises Conflict."""
    if its_round is before:
        target = session.exec(
            select(m.Target.id).where(m.Target.item_id == given.item_id, m.Target.key == sent.target)
        ).first()
        _, book = projects.latest_codebook(session, its_round.project_id)
        if target is not None and book.question(sent.question) is not None:
            return target
    for (target_id, question), key in _places(session, given, its_round).items():
        if (key, question) == (sent.target, sent.question):
            return target_id
    raise Conflict("not_discussed", worded("The comment is about something that is not discussed here."))


def _is_there(session: Session, row: m.Comment) -> bool:
    """Whether this very comment is stored. Raises Conflict where its token has another one."""
    before = session.exec(select(m.Comment).where(m.Comment.token == row.token)).first()
    if before is None:
        return False
    fields = ("round_id", "target_id", "question", "rater_id", "text")
    if any(getattr(before, name) != getattr(row, name) for name in fields):
        raise Conflict("token_reused", REUSED)
    return True


def _voices(
    first: Iterable[Current | CannotJudge], now: Iterable[Current | CannotJudge], me: str
) -> dict[Place, list[Voice]]:
    """Who answered at each place: oneself first, the others by pseudonym."""
    later = {(each.target_id, each.question, each.pseudonym): _word(each) for each in now}
    found: dict[Place, list[Voice]] = defaultdict(list)
    for each in first:
        who = each.pseudonym
        new = later.get((each.target_id, each.question, who))
        found[each.target_id, each.question].append(Voice(who, who == me, _word(each), each.comment, new))
    for voices in found.values():
        voices.sort(key=lambda voice: (not voice.you, len(voice.who), voice.who))
    return found


def _word(each: Current | CannotJudge) -> Word:
    return Word(each.label, None) if isinstance(each, Current) else Word(None, each.reason)


def _threads(session: Session, its_round: m.Round, item_id: int, me: str) -> dict[Place, list[Remark]]:
    rows = session.exec(
        select(m.Comment, m.Rater.pseudonym)
        .join(m.Rater, col(m.Rater.id) == m.Comment.rater_id)
        .join(m.Target, col(m.Target.id) == m.Comment.target_id)
        .where(m.Comment.round_id == its_round.id, m.Target.item_id == item_id)
        .order_by(col(m.Comment.id))
    )
    found: dict[Place, list[Remark]] = defaultdict(list)
    for row, who in rows:
        found[row.target_id, row.question].append(Remark(who, who == me, row.text, written(row.created_at)))
    return found
