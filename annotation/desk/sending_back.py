"""Sending an item back: an adjudicator asks one annotator to look at one item once more, and says why.

Only that annotator's item reopens, in a closed round too; everybody else's stays as it is. They read the reason, and
never who said what. What they submit then is a new revision: reports count what they said first, as ever. Decisions on
the item stay; place_states says which of them are reopened by what changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import cache

from sqlalchemy import ColumnElement, bindparam
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, func, or_, select
from sqlmodel.sql.expression import SelectOfScalar

from annotation import events, projects
from annotation import models as m
from annotation.discussion import discussed
from annotation.errors import Conflict, Invalid, NotFound, WrongUse
from annotation.projects import key_of
from label_formats.text import UNSTORABLE
from languages import worded

LONGEST_REASON = 10_000


def send_back(
    session: Session,
    project: m.Project,
    *,
    item: m.Item,
    rater: m.Rater,
    account_id: int | None,
    reason: str,
    now: datetime,
) -> m.Assignment:
    """Open a rater's item again for them alone. No account: the command line does it.

    Raises Invalid for a reason that is missing or no text, WrongUse for an imported person, NotFound where the item was
    never theirs, and Conflict where they are still at it or can no longer sign in, or where it was discussed since.
    """
    reason = checked_reason(reason)
    _check_person(session, rater, account_id)
    given = _locked_assignment(session, project, item, rater)
    if given.state == "open":
        raise Conflict("not_submitted", worded("{name} has this item still to submit.", name=rater.pseudonym))
    discussed.check_item_not_frozen(session, session.get_one(m.Round, given.round_id), given.item_id)
    if not can_be(given):
        raise Conflict("counts_nowhere", worded("This answer counts nowhere; there is nothing to send back."))
    given.state, given.skip_reason, given.skip_words, given.sent_back = "open", None, "", True
    session.add_all(
        [given, m.SentBack(assignment_id=key_of(given), account_id=account_id, reason=reason, created_at=now)]
    )
    events.record(
        session,
        "item sent back",
        now=now,
        account_id=account_id,
        project_id=key_of(project),
        detail={"item": item.source_id, "rater": rater.pseudonym, "reason": reason},
    )
    session.flush()
    return given


def can_be(given: m.Assignment) -> bool:
    """Whether an assignment can be sent back: it was submitted, or skipped when it was planned, and counts.

    The place of an item that was skipped in a pool is somebody else's by now.
    """
    skipped = given.state == "skipped" and given.origin == "planned"
    return (given.state == "done" or skipped) and not given.surplus


def reasons(session: Session, assignments: Iterable[m.Assignment]) -> dict[int, str]:
    """Why assignments that wait were sent back, by their id: the latest reason of each."""
    waiting = [key_of(each) for each in assignments if each.sent_back]
    if not waiting:
        return {}
    rows = session.exec(
        select(m.SentBack).where(col(m.SentBack.assignment_id).in_(waiting)).order_by(col(m.SentBack.id))
    ).all()
    return {row.assignment_id: row.reason for row in rows}


def waiting(session: Session, project: m.Project, *, account_id: int) -> list[m.Assignment]:
    """The items of any round of a project that were sent back to this account and wait, as they were sent back."""
    place = {"project": key_of(project), "account": account_id}
    return list(session.exec(_of_account(), params=place).all())


@cache
def _of_account() -> SelectOfScalar[m.Assignment]:
    """Built once: every screen of every annotator asks it, and building it takes longer than answering it."""
    last = select(func.max(m.SentBack.id)).where(m.SentBack.assignment_id == m.Assignment.id).scalar_subquery()
    return (
        select(m.Assignment)
        .join(m.Rater)
        .where(m.Rater.project_id == bindparam("project"), m.Rater.account_id == bindparam("account"), *still_waits())
        .order_by(last)
    )


def still_waits() -> tuple[ColumnElement[bool], ...]:
    """The condition that an item is with its annotator once more; what was discussed since takes nothing any more."""
    later, target = aliased(m.Round), aliased(m.Target)
    talked_about = (
        select(m.DiscussedPlace.target_id)
        .join(later, col(later.id) == m.DiscussedPlace.round_id)
        .join(target, col(target.id) == m.DiscussedPlace.target_id)
        .where(col(later.beside_id) == m.Assignment.round_id, col(target.item_id) == m.Assignment.item_id)
        .exists()
    )
    return col(m.Assignment.sent_back).is_(True), col(m.Assignment.state) == "open", ~talked_about


def rater_called(session: Session, project: m.Project, pseudonym: str) -> m.Rater | None:
    """The rater with this pseudonym, if there is one."""
    return session.exec(select(m.Rater).where(m.Rater.project_id == project.id, m.Rater.pseudonym == pseudonym)).first()


def rater_named(session: Session, project: m.Project, name: str) -> m.Rater:
    """The rater with this pseudonym or name. Raises NotFound, naming the pseudonyms there are."""
    found = rater_called(session, project, name)
    raters = session.exec(select(m.Rater).where(m.Rater.project_id == project.id).order_by(col(m.Rater.id))).all()
    found = found or next((each for each in raters if each.name == name), None)
    if found is None:
        there = ", ".join(each.pseudonym for each in raters) or "none yet"
        raise NotFound(worded("No rater here is called {name!r}. There are: {there}", name=name, there=there))
    return found


def checked_reason(reason: str) -> str:
    """The reason as it is stored. Raises Invalid where it is missing, too long, or no text."""
    if not reason.strip():
        raise Invalid("no_reason", worded("Say why it goes back: the annotator reads it."))
    if len(reason) > LONGEST_REASON or UNSTORABLE.search(reason):
        raise Invalid("malformed", worded("The reason is too long, or holds a character that is no text."))
    return reason.strip()


def _check_person(session: Session, rater: m.Rater, account_id: int | None) -> None:
    if rater.account_id is None:
        raise WrongUse(
            worded(
                "The labels of {name} came from a file, so nothing can be sent back to them. Ask them, and import "
                "what they say with --revise.",
                name=rater.pseudonym,
            )
        )
    if rater.account_id == account_id:
        raise Conflict("own_item", worded("This is your own answer; ask another adjudicator to send it back."))
    if session.get_one(m.Account, rater.account_id).closed_at is not None:
        raise Conflict("closed_account", worded("The account of {name} is closed.", name=rater.pseudonym))


def _locked_assignment(session: Session, project: m.Project, item: m.Item, rater: m.Rater) -> m.Assignment:
    """The rater's assignment of the item in the round that is decided on, else in the one that was discussed."""
    chosen = projects.deciding_round(session, project)
    found = session.exec(
        select(m.Assignment)
        .where(
            m.Assignment.item_id == item.id,
            m.Assignment.rater_id == rater.id,
            or_(col(m.Assignment.round_id) == chosen.id, col(m.Assignment.round_id) == (chosen.beside_id or chosen.id)),
        )
        .order_by(col(m.Assignment.round_id).desc())
        .limit(1)
        .with_for_update()
    ).first()
    if found is None:
        raise NotFound(worded("{name} was never given this item.", name=rater.pseudonym))
    return found
