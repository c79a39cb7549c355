"""What a label file gives, whoever wrote it: rows, and what was left out or refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from annotation.errors import RefusedRow


@dataclass(frozen=True)
class LabelRow:
    """One label in a file. An empty label is missing; an empty question means the codebook's only one.

    `row` is the number that a spreadsheet shows (the header is row 1), the line of JSON Lines, or the place in a JSON
    list; several labels may have one. `cannot` is why somebody could not judge, `confidence` how sure they were (1 to
    3): both only where a plain table says so. `guarded`: a label that is free text may have the apostrophe of `guards`.
    """

    row: int
    item: str
    target: str
    question: str
    rater: str
    label: str
    round: int | None
    time: datetime | None
    comment: str
    version: str = ""
    run: str = ""
    cannot: str = ""
    confidence: int | None = None
    guarded: bool = field(default=False, compare=False)


@dataclass(frozen=True)
class LabelFile:
    """The rows that can be read, and what is wrong with the others.

    `format` says what kind of file it is and `understood`, in sentences, how it was read and what was left out.
    `dropped` counts the answers that do not count, by reason: cancelled, discarded, draft, ignored, rejected, empty,
    repeated.
    """

    rows: list[LabelRow]
    refused: list[RefusedRow]
    format: str = "table"
    dropped: Mapping[str, int] = field(default_factory=dict)
    understood: tuple[str, ...] = ()
