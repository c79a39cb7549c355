"""The report as one HTML file: no script, nothing from elsewhere; for screens in the light and the dark, and paper."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path

from exports.reports.document import Cell, Document, Figure, Section, Table

STYLE = Path(__file__).with_name("report.css")
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_DEEPEST = 6


def as_html(document: Document) -> str:
    """The document as one page."""
    return "\n".join(_page(document)) + "\n"


def _page(document: Document) -> Iterator[str]:
    title = escape(document.title)
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{title}</title>\n<style>\n{STYLE.read_text(encoding='utf-8')}</style>\n</head>\n<body>\n<main>"
    yield f'<h1>{title}</h1>\n<p class="subtitle">{escape(document.subtitle)}</p>'
    for section in document.sections:
        yield from _section(section, depth=2)
    yield "</main>\n</body>\n</html>"


def _section(section: Section, *, depth: int) -> Iterator[str]:
    tag = f"h{min(depth, _DEEPEST)}"
    yield f"<section>\n<{tag}>{escape(section.title)}</{tag}>"
    for block in section.blocks:
        yield from _table(block) if isinstance(block, Table) else [f"<p>{escape(block)}</p>"]
    for inner in section.sections:
        yield from _section(inner, depth=depth + 1)
    yield "</section>"


def _table(table: Table) -> Iterator[str]:
    caption = escape(table.caption)
    yield f"<figure>\n<figcaption>{caption}</figcaption>"
    yield f'<div class="scroll" tabindex="0" role="region" aria-label="{caption}">'
    yield "<table>\n<thead>"
    yield _row("th", [escape(name) for name in table.columns], table.right)
    yield "</thead>\n<tbody>"
    for row in table.rows:
        yield _row("td", [_cell(cell) for cell in row], table.right)
    yield "</tbody>\n</table>\n</div>"
    if table.note:
        yield f'<p class="note">{escape(table.note)}</p>'
    yield "</figure>"


def _row(tag: str, cells: list[str], right: frozenset[int]) -> str:
    scope = ' scope="col"' if tag == "th" else ""
    classes = [' class="number"' if place in right else "" for place in range(len(cells))]
    drawn = [f"<{tag}{scope}{each}>{cell}</{tag}>" for cell, each in zip(cells, classes, strict=True)]
    return f"<tr>{''.join(drawn)}</tr>"


def _cell(cell: Cell) -> str:
    if isinstance(cell, Figure):
        below = f'<span class="below">{escape(cell.below)}</span>' if cell.below else ""
        return escape(cell.text) + below
    return escape(cell)
