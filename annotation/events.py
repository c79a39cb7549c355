"""Who did what when: the log that every verb writes into, in its own transaction."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlmodel import Session

from annotation.models import Event


def record(
    session: Session,
    kind: str,
    *,
    now: datetime,
    account_id: int | None = None,
    project_id: int | None = None,
    detail: Mapping[str, Any] | None = None,
) -> None:
    """Add an event to the transaction of the verb that it tells of."""
    session.add(Event(at=now, kind=kind, account_id=account_id, project_id=project_id, detail=dict(detail or {})))
