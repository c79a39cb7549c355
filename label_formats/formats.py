"""Which tool wrote this label file? Told by its content, or named; then read by that tool's reader.

A reader is a module with `NAME`, `TITLE`, `recognizes(record)` and `read(records, asked)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from label_formats import argilla, doccano, label_studio, prodigy
from label_formats.answers import LabelsRead
from label_formats.errors import BadFile, NoSuchFormat
from label_formats.fields import Asked
from label_formats.json_records import Record, first_records, records
from label_formats.repeats import resolved


class Reader(Protocol):
    """The form of a reader module."""

    NAME: str
    TITLE: str

    def recognizes(self, record: Any) -> bool:
        """Whether a record looks like one of this tool."""

    def read(self, records: Sequence[Record], asked: Asked) -> LabelsRead:
        """The answers in the records. Raises BadFile where the file as a whole cannot be read."""


READERS: Sequence[Reader] = (label_studio, prodigy, argilla, doccano)


def names() -> list[str]:
    """The formats that are read here."""
    return [reader.NAME for reader in READERS]


def looks_like(text: str) -> str | None:
    """The name of the tool that wrote this text; None where it is none of those known here."""
    if text.lstrip()[:1] not in ("{", "["):
        return None
    found = first_records(text)
    return next((reader.NAME for reader in READERS if any(map(reader.recognizes, found))), None)


def read(text: str, *, format_name: str, asked: Asked | None = None) -> LabelsRead:
    """The answers in the text of a file of this format, one for each rater, target and question.

    Raises NoSuchFormat, and BadFile where nothing in the file can be read as of that format.
    """
    reader = {reader.NAME: reader for reader in READERS}.get(format_name)
    if reader is None:
        raise NoSuchFormat(f"There is no label format {format_name!r}. There are: {', '.join(names())}")
    if text.lstrip()[:1] not in ("{", "["):
        raise BadFile(f"The file is no JSON, as a file of {reader.TITLE} is.")
    return resolved(reader.read(records(text), asked or Asked()))
