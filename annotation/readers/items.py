"""What every reader gives, and how the right one for a file is found."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, cast

from annotation.content import Content
from annotation.errors import NotFound, RefusedRow, Unreadable
from annotation.readers.json_rows import decode, json_list

ZIP = b"PK\x03\x04"


@dataclass(frozen=True)
class ReadItem:
    """One item of a file: what may be shown, and apart from it what only researchers and writers see.

    `keys` are the memories' keys in the order of the source; `raw` is the record as it came, key order kept.
    """

    row: int
    id: str
    content: Content
    tags: Mapping[str, str]
    raw: dict[str, Any]
    keys: list[str]


@dataclass(frozen=True)
class ReadFile:
    """A whole file: the items that can be taken, and what is wrong with which other row."""

    items: list[ReadItem]
    refused: list[RefusedRow]


class Reader(Protocol):
    """The form of a reader module."""

    NAME: str
    PROTOCOL: str

    def recognizes(self, file: bytes) -> bool:
        """Whether the beginning of the file looks like this format."""

    def read(self, file: bytes) -> ReadFile:
        """The items of the file. Raises Unreadable where the file as a whole is not of this format."""


def find(file: bytes, *, format_name: str | None = None) -> Reader:
    """The reader called `format_name`, else the one that recognizes the file.

    Raises NotFound for an unknown name and Unreadable where no reader recognizes the file.
    """
    readers = _readers()
    if format_name is not None:
        if format_name not in readers:
            raise NotFound(f"There is no format {format_name!r}. There are: {', '.join(sorted(readers))}")
        return readers[format_name]
    for reader in readers.values():
        if reader.recognizes(file):
            return reader
    raise Unreadable(_why_unknown(file, sorted(readers)))


def names() -> list[str]:
    """The formats that can be read."""
    return sorted(_readers())


def _why_unknown(file: bytes, readers: list[str]) -> str:
    """Why no reader recognizes the file. Raises Unreadable where the text itself, or its JSON, is broken."""
    if file.startswith(ZIP):
        return "Excel files (.xlsx) and other archives cannot be read. Take the benchmark's file as published: JSON."
    text = decode(file).strip()
    if not text:
        return "The file is empty."
    if text.startswith("[") and not json_list(file):
        return "The list in the file is empty: there is no item in it."
    return (
        f"The file is in none of the formats that can be read ({', '.join(readers)}). "
        "Name the format to be told what is wrong with the file."
    )


def _readers() -> dict[str, Reader]:
    folder = str(Path(__file__).parent)
    modules = (importlib.import_module(f"annotation.readers.{found.name}") for found in pkgutil.iter_modules([folder]))
    return {module.NAME: cast(Reader, module) for module in modules if hasattr(module, "recognizes")}
