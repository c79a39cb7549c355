"""A guideline on a screen that is no board: its nodes as HTML, every text of it escaped."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from annotation.guideline import Block, Inline, blocks

_STYLE = """<style>
.accord-guideline { max-width: 46rem; unicode-bidi: plaintext; }
.accord-guideline p, .accord-guideline ul, .accord-guideline ol { margin: 0 0 0.625rem; }
.accord-guideline h4 { font-size: 1rem; margin: 0.75rem 0 0.25rem; padding: 0; }
.accord-guideline td, .accord-guideline th { padding: 0.25rem 1rem 0.25rem 0; text-align: left; }
</style>"""
_MARKS = {"strong": "strong", "emphasis": "em", "strike": "s"}


def as_html(markdown: str) -> str:
    """The guideline as it is read, below a heading of the third level."""
    return f'{_STYLE}<div class="accord-guideline">{_blocks(blocks(markdown))}</div>'


def _blocks(found: Iterable[Block]) -> str:
    return "".join(_block(block) for block in found)


def _block(block: Block) -> str:
    match block["kind"]:
        case "heading":
            return f"<h4>{_line(block['content'])}</h4>"
        case "paragraph":
            return f"<p>{_line(block['content'])}</p>"
        case "list":
            tag = "ol" if block.get("ordered") else "ul"
            items = "".join(f"<li>{_blocks(item)}</li>" for item in block["items"])
            start = f' start="{block["start"]}"' if tag == "ol" and "start" in block else ""
            return f"<{tag}{start}>{items}</{tag}>"
        case "quote":
            return f"<blockquote>{_blocks(block['blocks'])}</blockquote>"
        case "code":
            return f"<pre>{escape(block['text'])}</pre>"
        case "rule":
            return "<hr>"
        case "table":
            rows = [_row("th", block["head"]), *(_row("td", row) for row in block["rows"])]
            return f"<table>{''.join(rows)}</table>"


def _row(tag: str, cells: Iterable[list[Inline]]) -> str:
    return f"<tr>{''.join(f'<{tag}>{_line(cell)}</{tag}>' for cell in cells)}</tr>"


def _line(pieces: Iterable[Inline]) -> str:
    return "".join(_piece(piece) for piece in pieces)


def _piece(piece: Inline) -> str:
    match piece["kind"]:
        case "text":
            return escape(piece["text"])
        case "code":
            return f"<code>{escape(piece['text'])}</code>"
        case "break":
            return "<br>"
        case "link":
            return f'<a href="{escape(piece["href"])}" target="_blank" rel="noopener">{_line(piece["content"])}</a>'
    tag = _MARKS[piece["kind"]]
    return f"<{tag}>{_line(piece['content'])}</{tag}>"
