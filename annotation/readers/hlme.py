"""HLME (MemEmo) as Accord defines it, since no file of it is public: one JSON object a line, see hlme.schema.json.

A file holds the items of one task: extraction, update or answer. The user's state is the profile; the memory before and
after an update, and the reference answer, are sections; the evidence that was retrieved are the memories.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from annotation.codebook import built_in
from annotation.content import Content, Memory, Profile, Query, Section, Turn, memories
from annotation.errors import RefusedRow
from annotation.readers.entries import entries
from annotation.readers.items import ReadFile, ReadItem, ReadResponse
from annotation.readers.json_rows import RowError, json_records, needed_id, row_id, sound, text_field
from annotation.values import NONE, BadLabel, Pieces, checked
from label_formats.text import beginning
from languages import message_of, worded

NAME = "hlme"
TITLE = "HLME (JSON Lines)"
TASKS = ("extraction", "update", "answer")
PROTOCOLS = tuple(f"hlme-{task}" for task in TASKS)
STATE = {"profile": "Profile", "state": "Current state", "preferences": "Preferences", "plan": "Plan"}
BEFORE_AND_AFTER = {"before": "Memory before", "after": "Memory after"}
REFERENCE = "Reference answer"
KINDS = ("factual", "multi-hop", "dynamic-update", "emotion-conflict", "temporal")
Side = Literal["user", "agent"]
SIDES: dict[str, Side] = {"user": "user", "agent": "agent"}


def recognizes(file: bytes) -> bool:
    """Whether the first record has a task and a dialogue."""
    head = beginning(file).lstrip()
    return head[:1] in ("{", "[") and '"task"' in head and '"dialogue"' in head


def read(file: bytes) -> ReadFile:
    """The items of the file and the answers to them, and what is wrong with each record that cannot be taken.

    Raises Unreadable where the file is neither JSON Lines nor a JSON list.
    """
    records = json_records(file)
    task = _first_task(records)
    found = ReadFile(items=[], refused=[], protocol=f"hlme-{task}" if task else "")
    seen: dict[str, int] = {}
    for row, record in records:
        try:
            item, answers = _item(row, record, task)
            if item.id in seen:
                raise RowError(worded("the id is already that of row {seen}; ids must differ", seen=seen[item.id]))
        except RowError as error:
            found.refused.append(RefusedRow(row, row_id(record), message_of(error)))
            continue
        seen[item.id] = row
        found.items.append(item)
        found.responses.extend(answers)
    return found


def _first_task(records: Sequence[tuple[int, Any]]) -> str:
    """The task of the first record that has one, which is that of the file."""
    named = (record.get("task") for _, record in records if isinstance(record, dict))
    return next((task for task in named if isinstance(task, str) and task in TASKS), "")


def _item(row: int, record: Any, task: str) -> tuple[ReadItem, list[ReadResponse]]:
    raw = sound(record)
    item_id = needed_id(raw)
    named = text_field(raw, "task")
    if named not in TASKS:
        raise RowError(
            worded("the task is {named!r}; the tasks are {listed}", named=named[:40], listed=", ".join(TASKS))
        )
    if named != task:
        raise RowError(
            worded(
                "the task is {named}, while the file began with {task}; give each task a file of its own",
                named=named,
                task=task,
            )
        )
    turns = _turns(raw.get("dialogue"))
    evidence = _evidence(raw.get("evidence")) if task == "answer" else []
    shown, keys = memories(item_id, [memory for _, memory in evidence])
    content = Content(
        profile=_profile(raw.get("user")),
        dialogue=tuple(turn for _, turn in turns),
        query=Query(speaker="", text=text_field(raw, "question")) if task == "answer" else None,
        memories=shown,
        sections=_sections(raw, task),
    )
    names = [(name, turn.key) for name, turn in turns]
    names += [(name, key) for (name, _), key in zip(evidence, keys, strict=True) if name]
    item = ReadItem(
        row=row,
        id=item_id,
        shown=content,
        tags=_tags(raw, task),
        record=raw,
        keys=keys,
        labels=_labels(raw.get("labels"), task, names, Pieces.of(content)) if "labels" in raw else {},
    )
    return item, _answers(row, item_id, raw.get("answers")) if task == "answer" else []


def _turns(value: Any) -> list[tuple[str, Turn]]:
    """The turns, each with the id that the source gives it."""
    if not isinstance(value, list) or not value:
        raise RowError(worded("dialogue is missing") if not value else worded("dialogue is not a list of turns"))
    turns = []
    for place, turn in enumerate(value):
        at = f"dialogue[{place}]."
        side = text_field(turn, "side", at)
        if side not in SIDES:
            raise RowError(worded("{at}side is {side!r}; it must be user or agent", at=at, side=side[:40]))
        speaker, time = (text_field(turn, name, at, optional=True) for name in ("speaker", "time"))
        text = text_field(turn, "text", at)
        key = f"t{place + 1}"
        turns.append(
            (
                row_id(turn) or str(place + 1),
                Turn(key=key, speaker=speaker or side, side=SIDES[side], text=text, time=time),
            )
        )
    _check_distinct("dialogue", [name for name, _ in turns])
    return turns


def _evidence(value: Any) -> list[tuple[str, Memory]]:
    """The memories that were retrieved, each with the id that the source gives it, '' for none."""
    if not isinstance(value, list | None):
        raise RowError(worded("evidence is not a list of memories"))
    found = []
    for place, entry in enumerate(value or []):
        record = {"text": entry} if isinstance(entry, str) else entry
        at = f"evidence[{place}]."
        text, date = text_field(record, "text", at), text_field(record, "time", at, optional=True)
        found.append((row_id(record), Memory(key="", text=text, date=date)))
    _check_distinct("evidence", [name for name, _ in found if name])
    return found


def _check_distinct(what: str, names: Sequence[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise RowError(worded("{what} have {name!r} twice; ids must differ", what=what, name=name[:40]))


def _profile(user: Any) -> Profile | None:
    if user is None:
        return None
    name = text_field(user, "name", "user.", optional=True)
    sections = [
        Section(name=title, entries=texts) for part, title in STATE.items() if (texts := entries(user.get(part)))
    ]
    return Profile(name=name, sections=tuple(sections), side="user") if name or sections else None


def _sections(raw: dict[str, Any], task: str) -> tuple[Section, ...]:
    """What stands beside the dialogue. Of a memory only the text: what a model says of it is not to be seen."""
    if task == "update":
        texts = {title: _memory_text(raw.get(part), part) for part, title in BEFORE_AND_AFTER.items()}
    else:
        reference = text_field(raw, "reference", optional=True) if task == "answer" else ""
        texts = {REFERENCE: reference} if reference.strip() else {}
    return tuple(Section(name=title, entries=(text,)) for title, text in texts.items())


def _memory_text(value: Any, at: str) -> str:
    if value is None:
        raise RowError(worded("{at} is missing; the task update needs the memory before and after", at=at))
    return text_field({"text": value} if isinstance(value, str) else value, "text", f"{at}.")


def _tags(raw: dict[str, Any], task: str) -> dict[str, str]:
    kind = text_field(raw, "kind", optional=True) if task == "answer" else ""
    if kind and kind not in KINDS:
        raise RowError(worded("the kind is {kind!r}; the kinds are {listed}", kind=kind[:40], listed=", ".join(KINDS)))
    return {"task": task, **({"kind": kind} if kind else {})}


def _answers(row: int, item_id: str, value: Any) -> list[ReadResponse]:
    if not isinstance(value, list | None):
        raise RowError(worded("answers is not a list"))
    answers = []
    for place, answer in enumerate(value or []):
        at = f"answers[{place}]."
        system, text = text_field(answer, "system", at).strip(), text_field(answer, "text", at)
        setting = text_field(answer, "setting", at, optional=True).strip()
        answers.append(ReadResponse(row, item_id, system, setting, text, memory_used="", raw=answer))
    _check_distinct("answers", [f"{answer.system} {answer.setting}".strip() for answer in answers])
    return answers


def _labels(value: Any, task: str, names: Sequence[tuple[str, str]], pieces: Pieces) -> dict[tuple[str, str], str]:
    """The source's own labels, as the codebook writes them; `names` are the keys of turns and memories by their ids."""
    if not isinstance(value, dict):
        raise RowError(worded("labels is not an object with questions"))
    _check_distinct("dialogue and evidence", [name for name, _ in names])
    book = built_in(f"hlme-{task}")
    labels = {}
    for name, label in value.items():
        question = book.question(name)
        if question is None or question.about != "item":
            asked = ", ".join(each.key for each in book.about("item"))
            raise RowError(
                worded(
                    "labels has {name!r}; hlme-{task} asks {asked} about an item",
                    name=name[:40],
                    task=task,
                    asked=asked,
                )
            )
        try:
            text = _label(label, dict(names) if question.kind == "pick" else {})
            labels["", name] = checked(question, text, pieces=pieces)
        except BadLabel as error:
            raise RowError(worded("labels.{name}: {why}", name=name, why=message_of(error))) from error
    return labels


def _label(value: Any, names: dict[str, str]) -> str:
    """A label as text; a list of ids as the keys of what they name."""
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, list):
        ids = [str(each) for each in value if isinstance(each, str | int)]
        return "|".join(names.get(each, each) for each in ids) or NONE
    if isinstance(value, str | int):
        return names.get(str(value), str(value))
    raise BadLabel(worded("it is neither a text, a whole number nor a list of ids"))
