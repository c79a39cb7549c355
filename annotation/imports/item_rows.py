"""Many items into the tables at once: the item, its targets, its tags and its reference."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from sqlmodel import Session, col, select

from annotation import models as m
from annotation import store
from annotation.content import Content
from annotation.imports.look import digest
from annotation.places import keys_of
from annotation.readers import ReadItem
from annotation.store import Written

TARGET = ("item_id", "kind", "key")
AT_ONCE = 2_000  # items: what is written for them is in memory beside what was read


def save_items(
    session: Session, project_id: int, items: Sequence[ReadItem], *, format_name: str, now: datetime
) -> None:
    """Store new items of a file of this format."""
    for start in range(0, len(items), AT_ONCE):
        part = items[start : start + AT_ONCE]
        store.insert_all(session, m.Item, [_item(project_id, item, now) for item in part])
        ids = _ids(session, project_id, [item.id for item in part])
        _save_parts(session, [(ids[item.id], item) for item in part], format_name)


def _ids(session: Session, project_id: int, items: Sequence[str]) -> dict[str, int]:
    rows = session.exec(
        select(m.Item.source_id, m.Item.id).where(m.Item.project_id == project_id, col(m.Item.source_id).in_(items))
    )
    return {item: row_id or 0 for item, row_id in rows}


def _item(project_id: int, item: ReadItem, now: datetime) -> dict[str, object]:
    content = item.told()
    return {
        "project_id": project_id,
        "source_id": item.id,
        "content": Written(content.decode()),
        "digest": digest(item, content=content),
        "imported_at": now,
        "sensitive": False,
    }


def _save_parts(session: Session, stored: Sequence[tuple[int, ReadItem]], format_name: str) -> None:
    targets = [(item_id, *target) for item_id, item in stored for target in _targets(item)]
    tags = [
        {"item_id": item_id, "name": name, "value": value}
        for item_id, item in stored
        for name, value in item.tags.items()
    ]
    references = [
        {
            "item_id": item_id,
            "format": format_name,
            "raw": Written(item.record.decode()) if isinstance(item.record, bytes) else item.record,
            "keys": item.keys,
            "labels": [[*place, label] for place, label in item.labels.items()],
        }
        for item_id, item in stored
    ]
    if targets:
        store.insert_columns(session, m.Target, dict(zip(TARGET, zip(*targets, strict=True), strict=True)))
    store.insert_all(session, m.Tag, tags)
    store.insert_all(session, m.Reference, references)


def _targets(item: ReadItem) -> Iterable[tuple[str, str]]:
    """The kind and key of each target, in the order of the content; one that is JSON already has no responses."""
    if isinstance(item.shown, Content):
        return keys_of(item.shown)
    return [("item", ""), *(("memory", key) for key in sorted(item.keys))]
