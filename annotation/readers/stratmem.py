"""StratMem-Bench exactly as published: a JSON list of dialogue turns with memories grouped by role.

`history` is a string: empty, or itself a JSON list of "Name: utterance". The roles and the grouping go to the
reference; the content keeps the memories in a neutral order.
"""

from __future__ import annotations

from typing import Any

from annotation.content import Content, plain_memories
from annotation.errors import RefusedRow
from annotation.readers.items import ReadFile, ReadItem
from annotation.readers.json_rows import RowError, check_storable, json_list, parsed, row_id, text_field
from annotation.readers.text import beginning
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
    items: list[ReadItem] = []
    refused: list[RefusedRow] = []
    seen: dict[str, int] = {}
    for row, record in enumerate(json_list(file), start=1):
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
    check_storable(record)
    missing = [field for field in FIELDS if field not in record]
    if missing:
        raise RowError(worded("the field {missing!r} is missing", missing=missing[0]))
    item_id = row_id(record)
    if not item_id.strip():
        raise RowError(worded("the id is empty; it must be text or a whole number"))
    human, character = (text_field(record["roles"], name, "roles.") for name in ("human", "virtual_person"))
    by_role = _memories_by_role(record["memory"])
    shown, keys = plain_memories(item_id, [text for texts in by_role.values() for text in texts])
    time = text_field(record, "query_time", optional=True)
    content = Content.model_validate(
        {
            "profile": _profile(record.get("virtual_person_persona"), character),
            "dialogue": _turns(text_field(record, "history", empty=True), character),
            "query": {"speaker": human, "text": text_field(record, "query"), "time": time},
            "memories": shown,
        }
    )
    used = {role for role, texts in by_role.items() if texts}
    kind = scenario(used)
    tags = {"scenario": kind if "+" in kind or kind == "none" else f"{kind}-only", "persona": character}
    roles = [role for role, texts in by_role.items() for _ in texts]
    labels = {(key, QUESTION): role for key, role in zip(keys, roles, strict=True)}
    return ReadItem(row=row, id=item_id, content=content, tags=tags, raw=record, keys=keys, labels=labels)


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
        by_role[role] = [text_field(entry, "fact", f"memory.{role}[{place}].") for place, entry in enumerate(entries)]
    if not any(by_role.values()):
        raise RowError(worded("the item has no memory to judge"))
    return by_role


def _turns(history: str, character: str) -> list[dict[str, str]]:
    if not history.strip():
        return []
    try:
        utterances = parsed(history)
    except (ValueError, RecursionError) as error:
        raise RowError(worded('history is text, but not a JSON list of "Name: utterance"')) from error
    if not isinstance(utterances, list) or not all(isinstance(each, str) for each in utterances):
        raise RowError(worded("history does not hold a list of texts"))
    turns = []
    check_storable(utterances)
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
        if not isinstance(entries, list) or not all(isinstance(entry, str) for entry in entries):
            raise RowError(worded("virtual_person_persona.{name} is neither a text nor a list of texts", name=name))
        if entries:
            sections.append({"name": name.capitalize(), "entries": entries})
    return {"name": character, "sections": sections}
