"""Which field of a record names its item, and which its target? By stated rules, and it is said which.

The item's id is in the field that was asked for; else in the first of `item`, `item_id` and `id` that every record's
own data has; else it is the id that the tool itself gave. The target is in the field that was asked for or in `target`;
where there is none, the label is about the item itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from label_formats.cells import text_of
from label_formats.errors import BadRow
from label_formats.text import printable

ITEM = ("item", "item_id", "id")
TARGET = "target"


@dataclass(frozen=True)
class Asked:
    """What a person says about a file that it does not say itself: names of fields, and the name of the file.

    `item`, `target` and `rater` name fields; `file_name` is read where a tool names its files after people.
    """

    item: str = ""
    target: str = ""
    rater: str = ""
    file_name: str = ""


Places = Sequence[Mapping[str, Any]]  # where a tool keeps the fields that a person gave a record, the nearest first


@dataclass(frozen=True)
class Ids:
    """The fields of one file that hold the ids; an empty `item` means the tool's own id."""

    item: str
    target: str
    asked_target: bool
    own: str

    @classmethod
    def of(cls, records: Iterable[Places], *, asked: Asked, own: str) -> Ids:
        """Those of a file; `own` is what the tool calls its own id, for people."""
        known = list(records)
        by_rule = next((name for name in ITEM if known and all(_has(places, name) for places in known)), "")
        return cls(asked.item or by_rule, asked.target or TARGET, bool(asked.target), own)

    def item_of(self, places: Places, own: Any) -> str:
        """The id of a record's item. Raises BadRow where there is none."""
        if not self.item:
            text = text_of(own, self.own)
        elif _has(places, self.item):
            text = text_of(_value(places, self.item), f"the field {self.item!r}")
        else:
            raise BadRow(f"the record has no field {self.item!r}, which names the item")
        if not text.strip():
            raise BadRow("the item's id is empty")
        return text

    def target_of(self, places: Places) -> str:
        """The key or the text of what the labels are about; empty for the item itself."""
        if self.asked_target and not _has(places, self.target):
            raise BadRow(f"the record has no field {self.target!r}, which names the target")
        return text_of(_value(places, self.target), f"the field {self.target!r}")

    def shown(self, places: Places, own: Any) -> str:
        """The item's id for a message; empty where it cannot be read."""
        try:
            return printable(self.item_of(places, own))
        except BadRow:
            return ""

    def sentence(self) -> str:
        """How the item was told, for people."""
        return f"An item is named by {f'the field {self.item!r}' if self.item else self.own}."


def _has(places: Places, name: str) -> bool:
    return any(_filled(place.get(name)) for place in places)


def _value(places: Places, name: str) -> Any:
    return next((place[name] for place in places if _filled(place.get(name))), None)


def _filled(value: Any) -> bool:
    return value is not None and value != ""
