"""Where did responses come from? For the numbers and for researchers; nothing that labels or decides imports this.

Who knows which system wrote a response judges the system.
"""

from __future__ import annotations

from sqlmodel import Session, col, select

from annotation import models as m
from annotation import projects


def by_response(session: Session, *, slug: str) -> dict[tuple[str, str], dict[str, str]]:
    """By item and response key the `system` and the `setting`, which may be empty. Raises NotFound."""
    project = projects.find(session, slug)
    rows = session.exec(
        select(m.Item.source_id, m.Target.key, m.ResponseOrigin.system, m.ResponseOrigin.setting)
        .join(m.Target, col(m.Target.item_id) == m.Item.id)
        .join(m.ResponseOrigin, col(m.ResponseOrigin.target_id) == m.Target.id)
        .where(m.Item.project_id == project.id)
    )
    return {(item, key): {"system": system, "setting": setting} for item, key, system, setting in rows}
