"""Model responses to be judged, joined to the items that they answer: checked row by row, then stored.

What a response came from goes into a table that no labelling code reads; the item's content gets its text and a neutral
key. Items that somebody has to label already get no more responses: people would have judged different things.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from annotation import models as m
from annotation import store
from annotation.content import Content, Response, response_keys
from annotation.errors import RefusedRow
from annotation.places import targets_of
from annotation.projects import key_of
from annotation.readers import ReadResponse
from annotation.readers.json_rows import RowError
from languages import message_of, worded

Origin = tuple[str, str, str]  # item, system, setting


@dataclass(frozen=True)
class Joined:
    """The responses that can be taken, how many are there already, and the rows that cannot be taken."""

    new: list[ReadResponse]
    skipped: int
    refused: list[RefusedRow]


@dataclass(frozen=True)
class _Known:
    """What the project has: its items, those that are assigned, and the text of each response by where it came from."""

    items: frozenset[str]
    assigned: frozenset[str]
    texts: Mapping[Origin, str]


def join(
    session: Session, project: m.Project | None, found: Iterable[ReadResponse], new_items: Iterable[str]
) -> Joined:
    """Compare responses with the project (None: not made yet) and the items that come in the same file."""
    known, coming = _known(session, project), frozenset(new_items)
    seen: dict[Origin, int] = {}
    new: list[ReadResponse] = []
    refused: list[RefusedRow] = []
    skipped = 0
    for response in found:
        try:
            if _is_new(response, known, coming, seen):
                new.append(response)
            else:
                skipped += 1
        except RowError as error:
            refused.append(RefusedRow(response.row, response.item, message_of(error)))
    return Joined(new, skipped, refused)


def save(session: Session, project: m.Project, responses: Sequence[ReadResponse]) -> None:
    """Add the responses to the contents of their items, with a target each and one for each pair with a memory."""
    by_item: dict[str, list[ReadResponse]] = defaultdict(list)
    for response in responses:
        by_item[response.item].append(response)
    for row in _rows(session, project, by_item):
        own = by_item[row.source_id]
        content = Content.model_validate(row.content)
        keys = _keys(content, row.source_id, own)
        added = content.model_copy(
            update={"responses": tuple(Response(key=key, text=each.text) for key, each in zip(keys, own, strict=True))}
        )
        every = sorted([*content.responses, *added.responses], key=lambda response: response.key)
        row.content = content.model_copy(update={"responses": tuple(every)}).model_dump(mode="json")
        session.add(row)
        _save_targets(session, key_of(row), added)
        _save_origins(session, key_of(row), dict(zip(keys, own, strict=True)), after=len(content.responses))
    session.flush()


def _known(session: Session, project: m.Project | None) -> _Known:
    if project is None:
        return _Known(frozenset(), frozenset(), {})
    items = session.exec(select(m.Item.source_id).where(m.Item.project_id == project.id)).all()
    assigned = session.exec(
        select(m.Item.source_id).join(m.Assignment).where(m.Item.project_id == project.id).distinct()
    ).all()
    rows = session.exec(
        select(m.Item.source_id, m.ResponseOrigin.system, m.ResponseOrigin.setting, m.ResponseOrigin.raw)
        .join(m.ResponseOrigin, col(m.ResponseOrigin.item_id) == m.Item.id)
        .where(m.Item.project_id == project.id)
    )
    texts = {(item, system, setting): str(raw.get("response", "")) for item, system, setting, raw in rows}
    return _Known(frozenset(items), frozenset(assigned), texts)


def _is_new(response: ReadResponse, known: _Known, coming: frozenset[str], seen: dict[Origin, int]) -> bool:
    """Whether the response is to be stored. Raises RowError where it cannot be."""
    origin = (response.item, response.system, response.setting)
    if response.item not in known.items and response.item not in coming:
        raise RowError(worded("there is no item with this id, neither in the project nor in the file"))
    if origin in seen:
        raise RowError(
            worded("row {seen} has a response of the same system and setting to this item", seen=seen[origin])
        )
    seen[origin] = response.row
    if origin in known.texts:
        if known.texts[origin] == response.text:
            return False
        raise RowError(
            worded("the project has another response of this system and setting; give it a setting of its own")
        )
    if response.item in known.assigned:
        raise RowError(worded("the item is assigned already, and its annotators would judge different responses"))
    return True


def _keys(content: Content, item: str, own: Sequence[ReadResponse]) -> list[str]:
    """A key for each new response; one whose text is there already is numbered on, in an order drawn from a hash."""
    taken = {response.key for response in content.responses}
    order = sorted(range(len(own)), key=lambda place: _drawn(item, own[place]))
    keys = [""] * len(own)
    for place in order:
        [base] = response_keys(item, [own[place].text])
        number = 1
        key = base
        while key in taken:
            number += 1
            key = f"{base}-{number}"
        keys[place] = key
        taken.add(key)
    return keys


def _drawn(item: str, response: ReadResponse) -> str:
    return hashlib.sha256(f"{item}\0{response.system}\0{response.setting}".encode()).hexdigest()


def _rows(session: Session, project: m.Project, items: Iterable[str], *, size: int = 5_000) -> Iterable[m.Item]:
    """The items with these ids, in parts: a database takes only so many values in one question."""
    wanted = list(items)
    for start in range(0, len(wanted), size):
        part = wanted[start : start + size]
        asked = select(m.Item).where(m.Item.project_id == project.id, col(m.Item.source_id).in_(part))
        yield from session.exec(asked.with_for_update()).all()


def _save_targets(session: Session, item_id: int, added: Content) -> None:
    rows = [
        {"item_id": item_id, "kind": target.kind, "key": target.key}
        for target in targets_of(added, kinds=("response", "pair"))
    ]
    store.insert_all(session, m.Target, rows)


def _save_origins(session: Session, item_id: int, own: Mapping[str, ReadResponse], *, after: int) -> None:
    ids = dict(
        session.exec(
            select(m.Target.key, m.Target.id).where(m.Target.item_id == item_id, m.Target.kind == "response")
        ).all()
    )
    rows = [
        {
            "target_id": ids[key],
            "item_id": item_id,
            "number": number,
            "system": each.system,
            "setting": each.setting,
            "memory_used": each.memory_used,
            "raw": {**each.raw, "response": each.text},
        }
        for number, (key, each) in enumerate(own.items(), start=after + 1)
    ]
    store.insert_all(session, m.ResponseOrigin, rows)
