"""The report as Markdown (GitHub's, with its tables): every text literal, whatever signs it has."""

from __future__ import annotations

import re
from collections.abc import Iterator

from exports.reports.document import Cell, Document, Figure, Section, Table

# Signs that mean something, and what GitHub makes bare addresses known by.
_SIGNS = re.compile(r"[\\`*_#\[\]<>|~$&]|:(?=//)|(?<=www)\.", re.IGNORECASE)
_OPENING = re.compile(r"^([-+=]|\d+(?=[.)]))")
_DEEPEST = 6


def as_markdown(document: Document) -> str:
    """The document as one Markdown text."""
    return "\n\n".join(_document(document)) + "\n"


def _document(document: Document) -> Iterator[str]:
    yield f"# {literal(document.title)}"
    yield paragraph(document.subtitle)
    for section in document.sections:
        yield from _section(section, depth=2)


def _section(section: Section, *, depth: int) -> Iterator[str]:
    yield f"{'#' * min(depth, _DEEPEST)} {literal(section.title)}"
    for block in section.blocks:
        yield from _table(block) if isinstance(block, Table) else [paragraph(block)]
    for inner in section.sections:
        yield from _section(inner, depth=depth + 1)


def _table(table: Table) -> Iterator[str]:
    yield f"**{literal(table.caption)}**"
    rules = ["---:" if place in table.right else "---" for place in range(len(table.columns))]
    rows = [[literal(name) for name in table.columns], rules, *([_cell(cell) for cell in row] for row in table.rows)]
    yield "\n".join(f"| {' | '.join(row)} |" for row in rows)
    if table.note:
        yield paragraph(table.note)


def _cell(cell: Cell) -> str:
    if isinstance(cell, Figure):
        return literal(f"{cell.text} ({cell.below})" if cell.below else cell.text)
    return literal(cell)


def paragraph(text: str) -> str:
    """A text that stands at the beginning of a line, where some signs would open a list or a heading."""
    return _OPENING.sub(_escaped_opening, literal(text))


def literal(text: str) -> str:
    """The text on one line, with nothing in it that Markdown would read as more than text."""
    return _SIGNS.sub(lambda sign: f"\\{sign[0]}", " ".join(text.split()))


def _escaped_opening(found: re.Match[str]) -> str:
    return f"{found[0]}\\" if found[0][0].isdigit() else f"\\{found[0]}"
