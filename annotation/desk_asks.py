"""What an adjudicator sees only when asking for it: names, and suggestions. The log says each time who asked."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session

from annotation import desk, events, projects
from annotation.desk import DeskItem
from annotation.projects import key_of


def item_with_names(session: Session, *, slug: str, number: int, account_id: int, now: datetime) -> DeskItem:
    """The item with the names behind the pseudonyms, where the project allows it; the log says that they were shown.

    Raises what `desk.item` raises.
    """
    found = desk.item(session, slug=slug, number=number, account_id=account_id, names=True)
    if found.names_shown:
        project_id = key_of(projects.find(session, slug))
        events.record(
            session, "names shown", now=now, account_id=account_id, project_id=project_id, detail={"item": number}
        )
    return found


def item_with_suggestions(session: Session, *, slug: str, number: int, account_id: int, now: datetime) -> str:
    """The id of an item that suggestions are shown for; the log says so. Raises what `desk.item` raises."""
    project = projects.find(session, slug)
    found = desk.find(session, project, number=number, account_id=account_id)
    events.record(
        session,
        "suggestions shown",
        now=now,
        account_id=account_id,
        project_id=key_of(project),
        detail={"item": number},
    )
    return found.source_id
