"""Who has labelled an item, as an adjudicator sees it: under pseudonyms, with what each says of it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from sqlmodel import Session, col, select

from annotation import models as m
from annotation.board.screen import Shown
from annotation.desk import sending_back
from annotation.projects import key_of

LAST_NUMBER = re.compile(r"(.*?)(\d{1,9})", re.DOTALL)


class DeskRater(Shown):
    """Who labelled the item, or has it to label, and what they say of it. `state` is empty for an imported person.

    `sent_back` is why an adjudicator wants it looked at again, as long as it waits; `may_send_back`: it can be.
    """

    rater: str
    name: str | None
    state: str
    skip_reason: str | None
    skip_words: str
    flagged: bool
    note: str
    sent_back: str | None = None
    may_send_back: bool = False


def raters_of(
    session: Session, chosen: m.Round, found: m.Item, *, account_id: int, names: bool
) -> tuple[DeskRater, ...]:
    """Everybody with an answer about the item or an assignment of it in this round, in the order of the pseudonyms."""
    rounds = (chosen.id, chosen.beside_id)  # after a discussion, also who took no part in it
    rows = session.exec(
        select(m.Rater, m.Assignment)
        .join(m.Assignment, col(m.Assignment.rater_id) == m.Rater.id)
        .where(m.Assignment.item_id == found.id, col(m.Assignment.round_id).in_(rounds))
        .where(m.Assignment.state != "lapsed")
        .order_by(col(m.Assignment.round_id))
    ).all()
    assigned: dict[int, tuple[m.Rater, m.Assignment | None]] = {key_of(rater): (rater, given) for rater, given in rows}
    answered = session.exec(
        select(m.Rater)
        .join(m.Judgment, col(m.Judgment.rater_id) == m.Rater.id)
        .join(m.Target, col(m.Target.id) == m.Judgment.target_id)
        .where(m.Target.item_id == found.id, col(m.Judgment.round_id).in_(rounds))
        .distinct()
    ).all()
    everybody = {key_of(rater): (rater, None) for rater in answered} | assigned
    reasons = sending_back.reasons(session, [given for _, given in rows])
    shown = [_rater(rater, given, reasons, account_id=account_id, names=names) for rater, given in everybody.values()]
    return tuple(sorted(shown, key=lambda rater: by_pseudonym(rater.rater)))


def _rater(
    rater: m.Rater, given: m.Assignment | None, reasons: Mapping[int, str], *, account_id: int, names: bool
) -> DeskRater:
    return DeskRater(
        rater=rater.pseudonym,
        name=rater.name if names else None,
        state=given.state if given else "",
        skip_reason=given.skip_reason if given else None,
        skip_words=given.skip_words if given else "",
        flagged=given.flagged if given else False,
        note=given.note if given else "",
        sent_back=reasons.get(key_of(given)) if given else None,
        may_send_back=given is not None and sending_back.can_be(given) and rater.account_id != account_id,
    )


def by_pseudonym(pseudonym: str) -> tuple[str, int]:
    """The order of the pseudonyms as a person reads them: rater-2 before rater-10. It says nothing more than they."""
    parts = LAST_NUMBER.fullmatch(pseudonym)
    return (parts[1], int(parts[2])) if parts else (pseudonym, 0)
