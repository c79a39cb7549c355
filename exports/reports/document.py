"""What is a report made of, before it is drawn? Sections of paragraphs and tables, the same for every format.

Texts are literal: whatever stands in one has no markup, and each format escapes all of it. Numbers are rounded already
(`exports.figures`), so that all formats show the same ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Figure:
    """A number as it is shown; columns of them are aligned to the right. `below` is its interval, maybe."""

    text: str
    below: str = ""


Cell = str | Figure


@dataclass(frozen=True)
class Table:
    """A table with what it shows (`caption`) and what to know about all of it (`note`)."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""

    def __post_init__(self) -> None:
        """A row of another length is a mistake of whoever made the table. Raises ValueError."""
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"a row of {self.caption!r} has {len(row)} cells for {len(self.columns)} columns")

    @cached_property
    def right(self) -> frozenset[int]:
        """The places of the columns of figures."""
        return frozenset(
            place
            for place in range(len(self.columns))
            if self.rows and all(isinstance(row[place], Figure) for row in self.rows)
        )


Block = str | Table  # a paragraph or a table


@dataclass(frozen=True)
class Section:
    """A title, what stands under it, and the sections within."""

    title: str
    blocks: tuple[Block, ...] = ()
    sections: tuple[Section, ...] = ()


@dataclass(frozen=True)
class Document:
    """A whole report."""

    title: str
    subtitle: str
    sections: tuple[Section, ...]
