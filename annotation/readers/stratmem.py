"""StratMem-Bench exactly as published: a JSON list of dialogue turns with memories grouped by role.

`history` is a string: empty, or itself a JSON list of "Name: utterance". The roles and the grouping go to the
reference; the content keeps the memories in a neutral order.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import orjson

from annotation.content import plain_memories
from annotation.errors import RefusedRow
from annotation.readers.items import ReadFile, ReadItem
from annotation.readers.json_rows import RowError, check_storable, json_list, json_pieces, parsed, row_id, text_field
from label_formats.text import beginning
from languages import message_of, worded

NAME = "stratmem"
TITLE = "StratMem-Bench"
PROTOCOLS = ("stratmem-roles", "stratmem-usage", "stratmem-integration")
QUESTION = "role"  # of the codebook whose labels are the roles
ROLES = ("must", "nice", "irr")
SECTIONS = ("summary", "traits", "style", "domains", "values")
FIELDS = ("id", "query", "history", "roles", "memory")


def recognizes(file: bytes) -> bool:
    """Whether this is a list of records that hold memories by role."""
    head = beginning(file)
    return head.lstrip().startswith("[") and '"memory"' in head and '"must"' in head


def read(file: bytes) -> ReadFile:
    """The items of a StratMem file, and what is wrong with each row that cannot be taken.

    Raises Unreadable where the file is not a JSON list in UTF-8.
    """
    try:
        return _read(json_pieces(file))
    except ValueError:
        return _read(json_list(file))


def _read(records: Iterable[Any]) -> ReadFile:
    items: list[ReadItem] = []
    refused: list[RefusedRow] = []
    seen: dict[str, int] = {}
    for row, record in enumerate(records, start=1):
        try:
            item = _item(row, record)
            if item.id in seen:
                raise RowError(worded("the id is already that of row {seen}; ids must differ", seen=seen[item.id]))
        except RowError as error:
            refused.append(RefusedRow(row=row, id=row_id(record), why=message_of(error)))
            continue
        seen[item.id] = row
        items.append(item)
    return ReadFile(items=items, refused=refused)


def scenario(roles: set[str]) -> str:
    """The benchmark's scenario of an item whose memories have these roles: it follows from must and nice alone."""
    return "+".join(role for role in ("must", "nice") if role in roles) or "none"


def _item(row: int, record: Any) -> ReadItem:
    if not isinstance(record, dict):
        raise RowError(worded("the row is not an object with fields"))
    written = check_storable(record)
    missing = [field for field in FIELDS if field not in record]
    if missing:
        raise RowError(worded("the field {missing!r} is missing", missing=missing[0]))
    item_id = row_id(record)
    if not item_id.strip():
        raise RowError(worded("the id is empty; it must be text or a whole number"))
    human, character = (text_field(record["roles"], name, "roles.") for name in ("human", "virtual_person"))
    by_role = _memories_by_role(record["memory"])
    memories, keys = plain_memories(item_id, [text for texts in by_role.values() for text in texts])
    time = text_field(record, "query_time", optional=True)
    content = {
        "profile": _profile(record.get("virtual_person_persona"), character),
        "dialogue": _turns(text_field(record, "history", empty=True), character),
        "query": {"speaker": human, "text": text_field(record, "query")} | ({"time": time} if time else {}),
        "memories": memories,
    }
    used = {role for role, texts in by_role.items() if texts}
    kind = scenario(used)
    tags = {"scenario": kind if "+" in kind or kind == "none" else f"{kind}-only", "persona": character}
    roles = [role for role, texts in by_role.items() for _ in texts]
    labels = {(key, QUESTION): role for key, role in zip(keys, roles, strict=True)}
    shown = orjson.dumps({name: part for name, part in content.items() if part})
    return ReadItem(row=row, id=item_id, shown=shown, tags=tags, record=written or record, keys=keys, labels=labels)


def _memories_by_role(memory: Any) -> dict[str, list[str]]:
    if not isinstance(memory, dict):
        raise RowError(worded("the field 'memory' is not an object with the roles must, nice and irr"))
    unknown = [role for role in memory if role not in ROLES]
    if unknown:
        raise RowError(
            worded("memory has the unknown role {unknown!r}; the roles are must, nice and irr", unknown=unknown[0])
        )
    by_role: dict[str, list[str]] = {}
    for role in ROLES:
        entries = memory.get(role, [])
        if not isinstance(entries, list):
            raise RowError(worded("memory.{role} is not a list", role=role))
        by_role[role] = _facts(role, entries)
    if not any(by_role.values()):
        raise RowError(worded("the item has no memory to judge"))
    return by_role


def _facts(role: str, entries: list[Any]) -> list[str]:
    try:
        facts = [entry["fact"] for entry in entries]
        if all(map(str.strip, facts)) and all(type(entry) is dict for entry in entries):
            return facts
    except (KeyError, TypeError, IndexError):
        pass  # said of the very entry
    return [text_field(entry, "fact", f"memory.{role}[{place}].") for place, entry in enumerate(entries)]


def _turns(history: str, character: str) -> list[dict[str, str]]:
    if not history.strip():
        return []
    try:
        utterances = parsed(history)
    except (ValueError, RecursionError) as error:
        raise RowError(worded('history is text, but not a JSON list of "Name: utterance"')) from error
    if not _are_texts(utterances):
        raise RowError(worded("history does not hold a list of texts"))
    if "\\u" in history:  # only so can a text within the text hold what the text itself does not
        check_storable(utterances)
    turns = []
    for number, utterance in enumerate(utterances, start=1):
        speaker, colon, text = utterance.partition(":")
        if not colon:
            raise RowError(worded("turn {number} of the history does not begin with a name and a colon", number=number))
        name = speaker.strip()
        side = "agent" if name == character else "user"
        turns.append({"key": f"t{number}", "speaker": name, "side": side, "text": text.strip()})
    return turns


def _profile(persona: Any, character: str) -> dict[str, Any] | None:
    if persona is None:
        return None
    if not isinstance(persona, dict):
        raise RowError(worded("virtual_person_persona is not an object"))
    sections = []
    for name in SECTIONS:
        value = persona.get(name) or []
        entries = [value] if isinstance(value, str) else value
        if not _are_texts(entries):
            raise RowError(worded("virtual_person_persona.{name} is neither a text nor a list of texts", name=name))
        if entries:
            sections.append({"name": name.capitalize(), "entries": entries})
    return {"name": character, "sections": sections} if sections else {"name": character}


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and {*map(type, value)} <= {str}
