"""ENPMR-Bench as released: a JSON list of persona records, each with its dialogues and its bank of memories.

Every record of `dialog` becomes an item with the id `<persona's id>-<place in dialog, from 1>`. It shows the target
memory among up to three negatives: memories of the same theme and type about another event, drawn from the persona's
bank by a hash of the item's id, so that the same file gives the same negatives everywhere. The whole bank goes along
once per persona. What the record says about type and need goes to the reference.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from annotation.content import Content, Memory, Profile, Section, Turn, memories
from annotation.errors import RefusedRow
from annotation.readers.entries import entries
from annotation.readers.items import ReadFile, ReadItem
from annotation.readers.json_rows import RowError, check_storable, json_list, needed_id, row_id, text_field
from label_formats.text import beginning
from languages import message_of, worded

NAME = "enpmr"
TITLE = "ENPMR-Bench"
PROTOCOLS = ("enpmr-validation", "enpmr-need", "enpmr-rating")
SECTIONS = ("persona", "基本信息", "人格特质", "日常习惯与作息", "社交关系", "情绪模式", "个人目标", "沟通风格")
SIDES = {"用户": "user", "User": "user", "user": "user", "AI": "agent", "ai": "agent", "assistant": "agent"}
TYPES = ("preference", "relationship", "highlight", "goal", "power")
NEED_OF = {"preference": "PN", "goal": "SA", "power": "SA"}  # relationship and highlight serve two needs each
NEGATIVES = 3


@dataclass(frozen=True)
class _Persona:
    """What the dialogues of one persona share. `bank` holds the memories in the order of the source."""

    row: int
    id: str
    profile: Profile
    bank: tuple[Memory, ...]
    dialogues: list[Any]
    first_turn: int


def recognizes(file: bytes) -> bool:
    """Whether this is a list of records that begin as a persona's do."""
    head = beginning(file)
    fields = ('"big_event"', '"preference"', '"memory_bank"', '"dialog"')
    return head.lstrip().startswith("[") and '"persona"' in head and any(field in head for field in fields)


def read(file: bytes) -> ReadFile:
    """The items of an ENPMR file, the personas' banks, and what is wrong with each record that cannot be taken.

    The row of an item, and of a refused record, is the place of its persona in the file, from 1.
    Raises Unreadable where the file is not a JSON list.
    """
    found = ReadFile(items=[], refused=[], banks=(banks := {}), bank_records=(bank_records := {}))
    seen: dict[str, int] = {}
    records = json_list(file)
    first_turn = _first_turn(records)
    for row, record in enumerate(records, start=1):
        try:
            persona = _persona(row, record, first_turn)
            if persona.id in seen:
                raise RowError(worded("the id is already that of row {seen}; ids must differ", seen=seen[persona.id]))
        except RowError as error:
            found.refused.append(RefusedRow(row, row_id(record), message_of(error)))
            continue
        seen[persona.id] = row
        banks[persona.id] = memories(persona.id, persona.bank)[0]
        bank_records[persona.id] = {**record, "dialog": []}
        for read_item in _items(persona):
            (found.items if isinstance(read_item, ReadItem) else found.refused).append(read_item)  # type: ignore[arg-type]
    return found


def _persona(row: int, record: Any, first_turn: int) -> _Persona:
    if not isinstance(record, dict):
        raise RowError(worded("the row is not an object with fields"))
    check_storable({name: value for name, value in record.items() if name != "dialog"})
    dialogues = record.get("dialog")
    if not isinstance(dialogues, list):
        raise RowError(worded("dialog is missing") if dialogues is None else worded("dialog is not a list"))
    persona_id = needed_id(record)
    sections = [Section(name=name, entries=found) for name in SECTIONS if (found := entries(record.get(name)))]
    return _Persona(
        row=row,
        id=persona_id,
        profile=Profile(name=_name(record) or persona_id, sections=tuple(sections), side="user"),
        bank=_bank(record.get("memory_bank")),
        dialogues=dialogues,
        first_turn=first_turn,
    )


def _name(record: dict[str, Any]) -> str:
    basics = record.get("基本信息")
    name = basics.get("姓名") if isinstance(basics, dict) else None
    return name.strip() if isinstance(name, str) else ""


def _bank(value: Any) -> tuple[Memory, ...]:
    if not isinstance(value, list):
        raise RowError(worded("memory_bank is missing") if value is None else worded("memory_bank is not a list"))
    bank = []
    for place, entry in enumerate(value):
        at = f"memory_bank[{place}]."
        text = text_field(entry, "event", at)
        date, kind = (text_field(entry, name, at, optional=True) for name in ("date", "type"))
        theme, detail = (_joined(entry.get(name)) for name in ("big_event", "dialog"))
        bank.append(Memory(key="", text=text, date=date, type=kind, theme=theme, detail=detail))
    return tuple(bank)


def _joined(value: Any) -> str:
    return "\n".join(entries(value))


def _items(persona: _Persona) -> Iterator[ReadItem | RefusedRow]:
    for place, record in enumerate(persona.dialogues, start=1):
        item_id = f"{persona.id}-{place}"
        try:
            yield _item(item_id, record, persona)
        except RowError as error:
            yield RefusedRow(
                persona.row, item_id, worded("dialog[{place}]: {why}", place=place - 1, why=message_of(error))
            )


def _item(item_id: str, record: Any, persona: _Persona) -> ReadItem:
    if not isinstance(record, dict):
        raise RowError(worded("it is not an object with fields"))
    check_storable(record)
    dialogue = _dialogue(record.get("Dialogue"))
    target = _target(record, persona.bank)
    candidates = [target, *_negatives(item_id, target, persona.bank)]
    shown, keys = memories(item_id, candidates)
    content = Content(
        scene=_joined(record.get("Scene")),
        profile=persona.profile,
        dialogue=dialogue,
        memories=shown,
        recalled=keys[0],
        recalled_at=_recalled_at(record.get("Memory Turn"), len(dialogue), persona.first_turn),
        bank=persona.id,
    )
    need = NEED_OF.get(target.type, "")
    tags = {"persona": persona.id, "type": target.type, "theme": target.theme, "need": need}
    labels = {("", "memory_type"): target.type if target.type in TYPES else "", ("", "need"): need}
    return ReadItem(
        row=persona.row,
        id=item_id,
        shown=content,
        tags={name: value for name, value in tags.items() if value},
        record=record,
        keys=keys,
        labels={question: label for question, label in labels.items() if label},
    )


def _dialogue(value: Any) -> tuple[Turn, ...]:
    if not isinstance(value, list) or not value:
        raise RowError(worded("Dialogue is missing") if not value else worded("Dialogue is not a list of turns"))
    return tuple(_turn(place, turn) for place, turn in enumerate(value))


def _turn(place: int, turn: Any) -> Turn:
    role = text_field(turn, "role", f"Dialogue[{place}].").strip()
    if role not in SIDES:
        raise RowError(
            worded("Dialogue[{place}].role is {role!r}; the roles are 用户 and AI", place=place, role=role[:40])
        )
    text = text_field(turn, "content", f"Dialogue[{place}].")
    return Turn(key=f"t{place + 1}", speaker=role, side="user" if SIDES[role] == "user" else "agent", text=text)


def _target(record: dict[str, Any], bank: Sequence[Memory]) -> Memory:
    """The record's memory: that of the bank with this text, the theme and the type alike where there are several.

    A memory that the bank does not have is made from what the record says of it.
    """
    text = text_field(record, "memory")
    kind = text_field(record, "type", optional=True)
    theme = _joined(record.get("big_event"))
    same = [memory for memory in bank if memory.text == text]
    alike = [memory for memory in same if (memory.type, memory.theme) == (kind, theme)]
    return next(iter([*alike, *same]), Memory(key="", text=text, type=kind, theme=theme))


def _negatives(item_id: str, target: Memory, bank: Sequence[Memory]) -> list[Memory]:
    """Up to three other memories of the target's theme and type, drawn by a hash of the item's id and their text."""
    events = {
        memory.text: memory
        for memory in bank
        if (memory.type, memory.theme) == (target.type, target.theme) and memory.text != target.text
    }
    drawn = sorted(events, key=lambda text: hashlib.sha256(f"{item_id}\0{text}".encode()).hexdigest())
    return [events[text] for text in drawn[:NEGATIVES]]


def _first_turn(records: Sequence[Any]) -> int:
    """The number of a dialogue's first turn: 0 in a file where some turn 0 recalls, else 1."""
    personas = [record.get("dialog") for record in records if isinstance(record, dict)]
    dialogues = [each for persona in personas if isinstance(persona, list) for each in persona]
    turns = [each.get("Memory Turn") for each in dialogues if isinstance(each, dict)]
    return 0 if any(value in (0, "0") or (isinstance(value, list) and 0 in value) for value in turns) else 1


def _recalled_at(value: Any, turns: int, first: int) -> tuple[str, ...]:
    numbers = [] if value in (None, "") else value if isinstance(value, list) else [value]
    keys = []
    for number in numbers:
        if isinstance(number, str) and number.strip().isdecimal():
            number = int(number)
        if not isinstance(number, int) or isinstance(number, bool):
            raise RowError(worded("Memory Turn is not a list of turn numbers"))
        if not first <= number < first + turns:
            raise RowError(
                worded("Memory Turn is {number}; the dialogue has {turns} turns", number=number, turns=turns)
            )
        keys.append(f"t{number - first + 1}")
    return tuple(dict.fromkeys(keys))
