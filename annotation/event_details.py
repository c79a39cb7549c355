"""Which item, memory and decision does an event speak of? Ids and words that a researcher knows, for our own numbers.

An event is written with the numbers of the database; what they stand for is looked up when it is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from annotation import models as m
from annotation.events import Told

FIRST_WORDS = 60  # letters of a memory


@dataclass(frozen=True)
class _Subject:
    """What a target is: the item's id as it was imported, and the beginning of the memory or response."""

    item: str
    words: str


def readable(session: Session, found: Sequence[Told]) -> list[Told]:
    """The same events; where one names an assignment or a target by number, its item and memory stand in its place.

    A decision has its reason besides.
    """
    items = _items(session, _numbers(found, "assignment"))
    subjects = _subjects(session, _numbers(found, "target"))
    reasons = _reasons(session, subjects)
    return [replace(told, detail=_detail(told, items, subjects, reasons)) for told in found]


def _detail(
    told: Told,
    items: Mapping[int, str],
    subjects: Mapping[int, _Subject],
    reasons: Mapping[tuple[int, str, datetime], str],
) -> dict[str, Any]:
    rest = dict(told.detail)
    if item := items.get(rest.get("assignment", 0)):
        del rest["assignment"]
        return {"item": item, **rest}
    target = rest.get("target", 0)
    subject = subjects.get(target)
    if subject is None:
        return rest
    del rest["target"]
    memory = {"memory": subject.words} if subject.words else {}
    reason = reasons.get((target, str(rest.get("question")), told.at))
    return {"item": subject.item, **memory, **rest, **({"reason": reason} if reason else {})}


def _numbers(found: Iterable[Told], name: str) -> set[int]:
    return {number for told in found if isinstance(number := told.detail.get(name), int)}


def _items(session: Session, assignments: set[int]) -> dict[int, str]:
    asked = select(m.Assignment.id, m.Item.source_id).select_from(m.Assignment).join(m.Item)
    rows = session.exec(asked.where(col(m.Assignment.id).in_(assignments))).all() if assignments else []
    return {number: item for number, item in rows if number is not None}


def _subjects(session: Session, targets: set[int]) -> dict[int, _Subject]:
    asked = select(m.Target, m.Item.source_id, m.Item.content).select_from(m.Target).join(m.Item)
    rows = session.exec(asked.where(col(m.Target.id).in_(targets))).all() if targets else []
    return {target.id or 0: _Subject(item, _words(target, content)) for target, item, content in rows}


def _words(target: m.Target, content: Mapping[str, Any]) -> str:
    spoken_of = [*content.get("memories", ()), *content.get("responses", ())]
    text = next((each["text"] for each in spoken_of if each["key"] == target.key), "") if target.key else ""
    plain = " ".join(text.split())
    return plain if len(plain) <= FIRST_WORDS else f"{plain[: FIRST_WORDS - 1]}…"


def _reasons(session: Session, targets: Iterable[int]) -> dict[tuple[int, str, datetime], str]:
    """Reasons by target, question and moment: a decision and its event are stored with the same one."""
    wanted = list(targets)
    if not wanted:
        return {}
    rows = session.exec(select(m.Decision).where(col(m.Decision.target_id).in_(wanted))).all()
    return {(row.target_id, row.question, row.created_at): row.reason for row in rows}
