"""Which blocks a guideline consists of: Markdown (CommonMark, tables, strikethrough) read into plain nodes.

A board draws the nodes by itself, so no HTML ever travels: what looks like HTML is text, an image is its description,
and a link that is not http or https is its words. What is nested beyond all reading is shown as it was written.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Literal, NotRequired, TypedDict

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

DEEPEST = 20  # levels within one another; one of a list takes two
WEB = ("http://", "https://")
LOWEST_HEADING = 4


class Inline(TypedDict):
    """A piece of a line: text or code with `text`; strong, emphasis, strike or link with `content`; or a break."""

    kind: Literal["text", "code", "strong", "emphasis", "strike", "link", "break"]
    text: NotRequired[str]
    href: NotRequired[str]
    content: NotRequired[list[Inline]]


class Block(TypedDict):
    """A heading or paragraph with `content`, a list with `items`, a quote with `blocks`, code, a rule or a table."""

    kind: Literal["heading", "paragraph", "list", "quote", "code", "rule", "table"]
    level: NotRequired[int]
    content: NotRequired[list[Inline]]
    ordered: NotRequired[bool]
    start: NotRequired[int]
    items: NotRequired[list[list[Block]]]
    blocks: NotRequired[list[Block]]
    text: NotRequired[str]
    head: NotRequired[list[list[Inline]]]
    rows: NotRequired[list[list[list[Inline]]]]


def blocks(markdown: str) -> list[Block]:
    """The guideline as nodes to draw, in the order of reading.

    >>> blocks("Judge **this** turn.")[0]["content"][1]
    {'kind': 'strong', 'content': [{'kind': 'text', 'text': 'this'}]}
    """
    reader = MarkdownIt("commonmark", {"html": False, "maxNesting": DEEPEST}).enable(["table", "strikethrough"])
    try:
        tokens = reader.parse(markdown)
    except RecursionError:  # images within images
        return _as_written(markdown)
    return _as_written(markdown) if _too_deep(tokens) else _blocks(SyntaxTreeNode(tokens).children)


def _too_deep(tokens: Sequence[Token]) -> bool:
    """Whether the parser has stopped at its limit (and left words out), or emphasis goes deeper than that."""
    return any(token.level >= DEEPEST - 1 or _too_deep(token.children or ()) for token in tokens)


def _as_written(markdown: str) -> list[Block]:
    return [
        {"kind": "paragraph", "content": [{"kind": "text", "text": line}]}
        for line in markdown.splitlines()
        if line.strip()
    ]


def _blocks(nodes: Iterable[SyntaxTreeNode]) -> list[Block]:
    return [block for node in nodes for block in _block(node)]


def _block(node: SyntaxTreeNode) -> list[Block]:
    match node.type:
        case "heading":
            level = min(int(node.tag[1:]), LOWEST_HEADING)
            return [{"kind": "heading", "level": level, "content": _line(node)}]
        case "paragraph":
            return [{"kind": "paragraph", "content": _line(node)}]
        case "fence" | "code_block":
            return [{"kind": "code", "text": node.content}]
        case "hr":
            return [{"kind": "rule"}]
        case "table":
            return [_table(node)]
        case "blockquote":
            return [{"kind": "quote", "blocks": _blocks(node.children)}]
        case "bullet_list" | "ordered_list":
            return [_list(node)]
        case _:
            return _blocks(node.children)


def _list(node: SyntaxTreeNode) -> Block:
    items = [_blocks(item.children) for item in node.children]
    ordered = node.type == "ordered_list"
    return {"kind": "list", "ordered": ordered, "start": int(node.attrs.get("start", 1)), "items": items}


def _table(node: SyntaxTreeNode) -> Block:
    rows = [[_line(cell) for cell in row.children] for part in node.children for row in part.children]
    return {"kind": "table", "head": rows[0], "rows": rows[1:]}


def _line(node: SyntaxTreeNode) -> list[Inline]:
    """What stands in the inline child of a heading, a paragraph or a cell."""
    return [piece for inline in node.children for piece in _pieces(inline.children)]


def _pieces(nodes: Sequence[SyntaxTreeNode]) -> list[Inline]:
    made: list[Inline] = []
    for at, node in enumerate(nodes):
        if node.type == "softbreak":
            made += [{"kind": "text", "text": " "}] if _needs_space(nodes, at) else []
        else:
            made += _piece(node)
    return made


def _piece(node: SyntaxTreeNode) -> list[Inline]:
    match node.type:
        case "text":
            return [{"kind": "text", "text": node.content}] if node.content else []
        case "code_inline":
            return [{"kind": "code", "text": node.content}]
        case "strong":
            return [{"kind": "strong", "content": _pieces(node.children)}]
        case "em":
            return [{"kind": "emphasis", "content": _pieces(node.children)}]
        case "s":
            return [{"kind": "strike", "content": _pieces(node.children)}]
        case "hardbreak":
            return [{"kind": "break"}]
        case "link":
            return _link(node)
        case _:  # an image: its description
            return _pieces(node.children)


def _link(node: SyntaxTreeNode) -> list[Inline]:
    content, href = _pieces(node.children), str(node.attrs.get("href", ""))
    return [{"kind": "link", "href": href, "content": content}] if href.lower().startswith(WEB) else content


def _needs_space(nodes: Sequence[SyntaxTreeNode], at: int) -> bool:
    """A line's end in the source is a space, but not between two Chinese or Japanese signs."""
    before = next(filter(None, (_words(nodes[i]) for i in range(at - 1, -1, -1))), "")
    after = next(filter(None, (_words(nodes[i]) for i in range(at + 1, len(nodes)))), "")
    return not all(end and unicodedata.east_asian_width(end) in "WF" for end in (before[-1:], after[:1]))


def _words(node: SyntaxTreeNode) -> str:
    return node.content or "".join(map(_words, node.children))
