"""What models answered, to be judged: one JSON object a line, joined to items that are in the project already.

Fields: `item` (the item's id), `system`, `setting` (may be missing), `response`, and `memory_used` (a text or a list of
texts, may be missing). System, setting and memory used never reach a labelling screen.
"""

from __future__ import annotations

from typing import Any

from annotation.errors import RefusedRow
from annotation.readers.entries import entries
from annotation.readers.items import ReadFile, ReadResponse
from annotation.readers.json_rows import RowError, json_records, needed_id, row_id, sound, text_field
from label_formats.text import beginning
from languages import message_of, worded

NAME = "outputs"
TITLE = "Model outputs (JSON Lines)"
PROTOCOLS: tuple[str, ...] = ()
SHOWN = ('"query"', '"dialogue"', '"scene"', '"memories"', '"task"')  # what an item has, and a mere output has not


def recognizes(file: bytes) -> bool:
    """Whether the first record names an item and its response, and brings nothing of the item itself."""
    head = beginning(file).lstrip()
    first = head.partition("\n")[0] if head.startswith("{") else head
    return head[:1] in ("{", "[") and _has(first, '"item"', '"response"') and not any(name in first for name in SHOWN)


def read(file: bytes) -> ReadFile:
    """The responses of the file, and what is wrong with each record that cannot be taken.

    Raises Unreadable where the file is neither JSON Lines nor a JSON list.
    """
    found = ReadFile(items=[], refused=[])
    seen: dict[tuple[str, str, str], int] = {}
    for row, record in json_records(file):
        try:
            response = _response(row, record)
            origin = (response.item, response.system, response.setting)
            if origin in seen:
                raise RowError(
                    worded(
                        "row {seen} has this system's response to this item in this setting already", seen=seen[origin]
                    )
                )
        except RowError as error:
            found.refused.append(RefusedRow(row, row_id(record, "item"), message_of(error)))
            continue
        seen[origin] = row
        found.responses.append(response)
    return found


def _has(text: str, *names: str) -> bool:
    return all(name in text for name in names)


def _response(row: int, record: Any) -> ReadResponse:
    raw = sound(record)
    return ReadResponse(
        row=row,
        item=needed_id(raw, "item"),
        system=text_field(raw, "system").strip(),
        setting=text_field(raw, "setting", optional=True).strip(),
        text=text_field(raw, "response"),
        memory_used="\n".join(entries(raw.get("memory_used"))),
        raw=raw,
    )
