"""What an adjudicator sees only when asking for it: names, and suggestions. The log says each time who asked."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session

from annotation import desk, events, projects
from annotation.desk import DeskItem
from annotation.projects import key_of


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


def _record(session: Session, kind: str, *, slug: str, number: int, account_id: int, now: datetime) -> str:
    """Write down who asked for what of which item; the item's id."""
    project = projects.find(session, slug)
    item = desk.find(session, project, number=number, account_id=account_id).source_id
    events.record(session, kind, now=now, account_id=account_id, project_id=key_of(project), detail={"item": item})
    return item
