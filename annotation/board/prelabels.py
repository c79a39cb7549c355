"""Which labels may annotators see before they judge? None, unless a researcher has said so for the whole project.

Labelling code reads this table and never the reference: what the source says comes here only by that explicit choice,
and every judgment keeps what was shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete
from sqlmodel import Session, col, func, select

from annotation import events, projects, store
from annotation import models as m
from annotation.imports.row_places import RowPlaces
from annotation.projects import key_of
from annotation.readers.json_rows import RowError


def of_targets(session: Session, target_ids: Sequence[int]) -> dict[tuple[int, str], str]:
    """The labels that are shown beforehand, by target id and question."""
    rows = session.exec(select(m.Prelabel).where(col(m.Prelabel.target_id).in_(target_ids)))
    return {(row.target_id, row.question): row.label for row in rows}


def shown(session: Session, *, slug: str) -> int:
    """How many labels a project shows beforehand; 0: it labels blind. Raises NotFound."""
    project = projects.find(session, slug)
    return session.exec(
        select(func.count()).select_from(m.Prelabel).join(m.Target).join(m.Item).where(m.Item.project_id == project.id)
    ).one()


def choose(session: Session, *, slug: str, show: bool, account_id: int | None, now: datetime) -> int:
    """Show the source's labels before people judge, or show none; how many are shown now. The log says who chose it.

    Labels that no longer answer a question of the codebook are left out. What was judged before keeps its record.
    Raises NotFound for an unknown project.
    """
    project = projects.find(session, slug)
    projects.lock(session, project)
    before = shown(session, slug=slug)
    own = select(m.Target.id).join(m.Item).where(m.Item.project_id == project.id)
    session.connection().execute(delete(m.Prelabel).where(col(m.Prelabel.target_id).in_(own)))
    rows = _from_the_source(session, project) if show else []
    store.insert_all(session, m.Prelabel, rows)
    if len(rows) != before:
        detail = {"before": before, "after": len(rows)}
        events.record(
            session, "pre-labels set", now=now, account_id=account_id, project_id=key_of(project), detail=detail
        )
    session.flush()
    return len(rows)


def _from_the_source(session: Session, project: m.Project) -> list[dict[str, object]]:
    places = RowPlaces.of(session, project)
    sources = session.exec(
        select(m.Item.source_id, m.Reference.labels).join(m.Reference).where(m.Item.project_id == project.id)
    )
    rows: list[dict[str, object]] = []
    for item, labels in sources:
        for target, key, label in labels:
            try:
                target_id, kind = places.target(item, target)
                question = places.question(key, kind)
                checked = places.checked(question, item, target, label)
            except RowError:
                continue
            rows.append({"target_id": target_id, "question": question.key, "label": checked})
    return rows
