"""What every reader gives, and how the right one for a file is found."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol, cast

import orjson

from annotation.content import Content, Memory, told
from annotation.errors import NotFound, RefusedRow, Unreadable
from languages import worded


@dataclass(frozen=True)
class ReadItem:
    """One item of a file: what may be shown, and apart from it what only researchers and writers see.

    `shown` is a content, `record` the record as it came, key order kept. A reader of large files may give both as JSON
    (`shown` as `annotation.content.told` does, without responses and bank), where it has made sure by itself that they
    are what they have to be: hundreds of thousands of objects are not made then. `keys` are the memories' keys in the
    order of the source, `labels` what the source says already, by target key and question: no labelling screen shows
    them unasked.
    """

    row: int
    id: str
    shown: Content | bytes
    tags: Mapping[str, str]
    record: dict[str, Any] | bytes
    keys: list[str]
    labels: Mapping[tuple[str, str], str] = field(default_factory=dict)

    @cached_property
    def content(self) -> Content:
        """What may be shown."""
        return self.shown if isinstance(self.shown, Content) else Content.model_validate_json(self.shown)

    @cached_property
    def raw(self) -> dict[str, Any]:
        """The record as it came, key order kept."""
        return orjson.loads(self.record) if isinstance(self.record, bytes) else self.record

    @property
    def bank(self) -> str:
        """The name of the further memories that the content goes with."""
        return self.shown.bank if isinstance(self.shown, Content) else ""

    def told(self) -> bytes:
        """The content as JSON, as `annotation.content.told` gives it."""
        return told(self.shown) if isinstance(self.shown, Content) else self.shown


@dataclass(frozen=True)
class ReadResponse:
    """One model's utterance to be judged: to the item with this id, in the same file or in the project already."""

    row: int
    item: str
    system: str
    setting: str
    text: str
    memory_used: str
    raw: dict[str, Any]


@dataclass(frozen=True)
class ReadFile:
    """A whole file: the items and responses that can be taken, and what is wrong with which other row.

    `banks` are memories that many items share, by the name that `Content.bank` says, `bank_records` what they came
    with but for the items' own records. `protocol` is the codebook that fits these very items, where a format serves
    several; '' leaves it at the reader's first.
    """

    items: list[ReadItem]
    refused: list[RefusedRow]
    banks: Mapping[str, tuple[Memory, ...]] = field(default_factory=dict)
    bank_records: Mapping[str, dict[str, Any]] = field(default_factory=dict)
    responses: list[ReadResponse] = field(default_factory=list)
    protocol: str = ""


class Reader(Protocol):
    """The form of a reader module. `PROTOCOLS` are the codebooks that fit, the first one by default; none: it only
    brings responses to items that are there. One with `GENERAL` is asked last: it takes whatever no other recognizes.
    """

    NAME: str
    TITLE: str
    PROTOCOLS: tuple[str, ...]

    def recognizes(self, file: bytes) -> bool:
        """Whether the beginning of the file looks like this format."""

    def read(self, file: bytes) -> ReadFile:
        """The items of the file. Raises Unreadable where the file as a whole is not of this format."""


def find(file: bytes, *, format_name: str | None = None) -> Reader:
    """The reader called `format_name`, else the one that recognizes the file.

    Raises NotFound for an unknown name, and Unreadable where no reader recognizes the file, which is then empty.
    """
    readers = _readers()
    if format_name is not None:
        if format_name not in readers:
            raise NotFound(
                worded(
                    "There is no format {format_name!r}. There are: {listed}",
                    format_name=format_name,
                    listed=", ".join(sorted(readers)),
                )
            )
        return readers[format_name]
    for reader in sorted(readers.values(), key=lambda each: hasattr(each, "GENERAL")):
        if reader.recognizes(file):
            return reader
    raise Unreadable(worded("The file is empty."))


def names() -> list[str]:
    """The formats that can be read."""
    return sorted(_readers())


def title_of(name: str) -> str:
    """What people call a format. Raises NotFound."""
    return find(b"", format_name=name).TITLE


def _readers() -> dict[str, Reader]:
    folders = importlib.import_module("annotation.readers").__path__
    modules = (importlib.import_module(f"annotation.readers.{found.name}") for found in pkgutil.iter_modules(folders))
    return {module.NAME: cast(Reader, module) for module in modules if hasattr(module, "recognizes")}
