"""What an adjudicator sees only when asking for it: names, suggestions, the memory bank. The log says who asked."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlmodel import Session, func, select

from annotation import events, projects
from annotation import models as m
from annotation.board import labelling
from annotation.content import Memory
from annotation.desk import shown as desk
from annotation.desk.shown import DeskItem
from annotation.projects import key_of

AN_HOUR = timedelta(hours=1)


def item_with_names(
    session: Session, *, slug: str, number: int, account_id: int, now: datetime, language: str = "en"
) -> DeskItem:
    """The item with the names behind the pseudonyms, where the project allows it; the log says that they were shown.

    Raises what `desk.item` raises.
    """
    found = desk.item(session, slug=slug, number=number, account_id=account_id, names=True, language=language)
    if found.names_shown:
        _record(session, "names shown", slug=slug, number=number, account_id=account_id, now=now)
    return found


def item_with_suggestions(session: Session, *, slug: str, number: int, account_id: int, now: datetime) -> str:
    """The id of an item that suggestions are shown for; the log says so. Raises what `desk.item` raises."""
    return _record(session, "suggestions shown", slug=slug, number=number, account_id=account_id, now=now)


def reliability_used(session: Session, *, slug: str, account_id: int, now: datetime) -> None:
    """Write down that the queue is ordered by how reliable a model takes the annotators to be, once an hour at most."""
    project = projects.find(session, slug)
    last = session.exec(
        select(func.max(m.Event.at)).where(
            m.Event.kind == "reliability used", m.Event.account_id == account_id, m.Event.project_id == project.id
        )
    ).one()
    if last is None or now - last >= AN_HOUR:
        events.record(session, "reliability used", now=now, account_id=account_id, project_id=key_of(project))


def bank(session: Session, *, slug: str, number: int, account_id: int, now: datetime) -> list[Memory]:
    """The further memories of an item, as its annotators could look them up; the log says that they were opened.

    Raises what `desk.find` raises, and NotFound where there are none.
    """
    project = projects.find(session, slug)
    item = desk.find(session, project, number=number, account_id=account_id)
    found = labelling.bank_of(session, project, item)
    _record(session, "bank opened", slug=slug, number=number, account_id=account_id, now=now)
    return found


def _record(session: Session, kind: str, *, slug: str, number: int, account_id: int, now: datetime) -> str:
    """Write down who asked for what of which item; the item's id."""
    project = projects.find(session, slug)
    item = desk.find(session, project, number=number, account_id=account_id).source_id
    events.record(session, kind, now=now, account_id=account_id, project_id=key_of(project), detail={"item": item})
    return item
