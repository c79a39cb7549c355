"""Taking what else an adjudicator sends from the desk: an item to send back, a rule to accept by, and its undoing."""

from __future__ import annotations

from datetime import datetime
from typing import TypeVar

from pydantic import Field, ValidationError
from sqlmodel import Session

from annotation import projects
from annotation.board.submission import LARGEST_ID, Sent
from annotation.desk import accepting, bulk, sending_back
from annotation.desk import shown as desk
from annotation.desk.bulk import Preview
from annotation.desk.filters import Filters
from annotation.desk.place_states import State
from annotation.errors import Conflict, Invalid, WrongUse
from languages import message_of, worded

LONGEST_WORDS = 2_000


class SentFilters(Sent):
    """What the queue was narrowed to; annotation.desk.filters says what each means."""

    question: str = Field(default="", max_length=200)
    labels: tuple[str, ...] = Field(default=(), max_length=2)
    raters: tuple[str, ...] = Field(default=(), max_length=2)
    tag: tuple[str, str] | None = None
    at_least: int = Field(default=0, ge=0, le=LARGEST_ID)
    state: State | None = None

    def read(self) -> Filters:
        """The filters."""
        return Filters(self.question, self.labels, self.raters, self.tag, self.at_least, self.state)


class SentRule(Sent):
    """A rule to accept by, within the filters; with the digest of the preview it is carried out."""

    account: str = Field(max_length=40)
    share: str = Field(max_length=40)
    min_raters: int = Field(ge=1, le=LARGEST_ID)
    filters: SentFilters = SentFilters()
    words: str = Field(default="", max_length=LONGEST_WORDS, pattern=r"^[^\x00]*$")
    digest: str | None = Field(default=None, max_length=64)


class SentUndo(Sent):
    """The number of an acceptance by rule that is to be taken back."""

    account: str = Field(max_length=40)
    number: int = Field(ge=1, le=LARGEST_ID)


class SentItem(Sent):
    """An item that is to go back to one rater, by pseudonym, and why."""

    account: str = Field(max_length=40)
    item: int = Field(ge=1, le=LARGEST_ID)
    rater: str = Field(max_length=200)
    reason: str = Field(default="", max_length=sending_back.LONGEST_REASON)


Kind = TypeVar("Kind", bound=Sent)


def read(body: bytes, kind: type[Kind]) -> Kind:
    """What a request's body holds. Raises Invalid where it is none of this kind."""
    try:
        return kind.model_validate_json(body)
    except (ValidationError, RecursionError) as error:
        raise Invalid(
            "malformed", worded("What was sent did not arrive in a form that can be read; nothing was saved.")
        ) from error


def preview(session: Session, *, slug: str, account_id: int, sent: SentRule) -> Preview:
    """What the rule would decide. Raises what `bulk.preview` raises, Conflict for another account, Invalid."""
    _check_account(sent.account, account_id)
    return bulk.preview(session, slug=slug, rule=_rule(sent), filters=sent.filters.read(), account_id=account_id)


def accept(session: Session, *, slug: str, account_id: int, sent: SentRule, now: datetime) -> int:
    """Decide what the preview said. Raises what `bulk.accept` raises, Conflict for another account, Invalid."""
    _check_account(sent.account, account_id)
    if sent.digest is None:
        raise Invalid("malformed", worded("Look at the preview first."))
    return bulk.accept(
        session,
        slug=slug,
        rule=_rule(sent),
        filters=sent.filters.read(),
        account_id=account_id,
        now=now,
        words=sent.words,
        digest=sent.digest,
    )


def undo(session: Session, *, slug: str, account_id: int, sent: SentUndo, now: datetime) -> int:
    """Take an acceptance back. Raises what `bulk.undo` raises, and Conflict for another account."""
    _check_account(sent.account, account_id)
    return bulk.undo(session, slug=slug, number=sent.number, account_id=account_id, now=now)


def send_back(session: Session, *, slug: str, account_id: int, sent: SentItem, now: datetime) -> None:
    """Send an item back to one rater, known here by pseudonym alone.

    Raises what `sending_back.send_back` raises (WrongUse becomes Invalid), and what `desk.find` raises.
    """
    _check_account(sent.account, account_id)
    project = projects.find(session, slug)
    item = desk.find(session, project, number=sent.item, account_id=account_id)
    rater = sending_back.rater_called(session, project, sent.rater)
    if rater is None:
        raise Conflict("unknown_rater", worded("Nobody here goes by this pseudonym."))
    try:
        sending_back.send_back(
            session, project, item=item, rater=rater, account_id=account_id, reason=sent.reason, now=now
        )
    except WrongUse as error:
        raise Invalid("imported", message_of(error)) from error


def _rule(sent: SentRule) -> accepting.Rule:
    try:
        return accepting.rule(sent.share, sent.min_raters)
    except WrongUse as error:
        raise Invalid("bad_rule", message_of(error)) from error


def _check_account(sent: str, account_id: int) -> None:
    if sent != str(account_id):
        raise Conflict("other_account", worded("This belongs to another account than the one now signed in."))
