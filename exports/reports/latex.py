"""The report as LaTeX to paste into a paper: booktabs tables, every text literal, whatever signs it has.

It needs the packages booktabs and graphicx (a table wider than the page is made narrower). Scripts that the paper's
fonts do not have, such as Chinese, need XeLaTeX or LuaLaTeX with a font that has them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from exports.reports.document import Cell, Document, Figure, Section, Table

PREAMBLE = r"""% Needs in the preamble: \usepackage{booktabs,graphicx}
% pdfLaTeX besides: \usepackage[T1]{fontenc}. Other scripts, such as Chinese: XeLaTeX or LuaLaTeX with a font."""
SECTIONS = ("section", "subsection", "subsubsection", "paragraph", "subparagraph")
MOST_LINES = 45  # of a table on one page
LONG = 32  # characters; longer texts are set in lines
WIDTHS = {1: "0.5", 2: "0.32", 3: "0.24"}  # of the page, by how many columns have long texts
NARROWEST = "0.18"

# Signs that mean something to LaTeX or to a package of a language, that it would join to another one, or that a row
# could not begin with. Whatever stands here may stand next to anything.
SIGNS: Mapping[str, str] = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "`": r"\textasciigrave{}",
    '"': r"{\char34}",
    "[": "{[}",
    "]": "{]}",
    "*": "{*}",
    "−": "$-$",
    "–": "{--}",
    "—": "{---}",
    "“": "{``}",
    "”": "{''}",
    "’": "{'}",
    "…": r"\ldots{}",
}

_SIGN = re.compile(rf"[{re.escape(''.join(SIGNS))}]|([-',])(?=\1)")  # two of these in a row would become another sign


def as_latex(document: Document) -> str:
    """The document as a piece of LaTeX, without a preamble of its own."""
    return "\n\n".join(_document(document)) + "\n"


def literal(text: str) -> str:
    """The text on one line, every sign of it printed."""
    return _SIGN.sub(lambda sign: SIGNS.get(sign[0], f"{sign[0]}{{}}"), " ".join(_printable(text).split()))


def _printable(text: str) -> str:
    """Without the signs that nothing prints and that LaTeX refuses."""
    return "".join(sign for sign in text if sign.isspace() or unicodedata.category(sign) not in ("Cc", "Cs"))


def _document(document: Document) -> Iterator[str]:
    yield PREAMBLE
    yield rf"\section{{{literal(document.title)}}}"
    yield literal(document.subtitle)
    for section in document.sections:
        yield from _section(section, depth=1)


def _section(section: Section, *, depth: int) -> Iterator[str]:
    yield rf"\{SECTIONS[min(depth, len(SECTIONS) - 1)]}{{{literal(section.title)}}}"
    for block in section.blocks:
        yield from _tables(block) if isinstance(block, Table) else [literal(block)]
    for inner in section.sections:
        yield from _section(inner, depth=depth + 1)


def _tables(table: Table) -> Iterator[str]:
    """The table, in parts where it is longer than a page."""
    lines = [list(_lines(row)) for row in table.rows]
    tallest = max((len(row) for row in lines), default=1)
    fit = MOST_LINES // tallest
    parts = [lines[start : start + fit] for start in range(0, len(lines), fit)] or [[]]
    for place, part in enumerate(parts, start=1):
        number = f" ({place}/{len(parts)})" if len(parts) > 1 else ""
        yield "\n".join(_table(table, [line for row in part for line in row], number))


def _table(table: Table, lines: Sequence[str], number: str) -> Iterator[str]:
    yield r"\begin{table}[htbp]"
    yield r"\centering\small"
    yield rf"\caption{{{literal(table.caption)}{number}}}"
    yield r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%"
    yield rf"\begin{{tabular}}{{@{{}}{''.join(_kinds(table))}@{{}}}}"
    yield r"\toprule"
    yield _line([literal(name) for name in table.columns])
    yield r"\midrule"
    yield from lines
    yield r"\bottomrule"
    yield r"\end{tabular}}"
    if table.note:
        yield rf"\par\smallskip\footnotesize {literal(table.note)}"
    yield r"\end{table}"


def _kinds(table: Table) -> Iterator[str]:
    """The kind of each column: figures to the right, long texts in lines of a width, others as they are."""
    long = [_longest(table, place) > LONG for place in range(len(table.columns))]
    width = WIDTHS.get(sum(long), NARROWEST)
    for place, is_long in enumerate(long):
        if place in table.right:
            yield "r"
        else:
            yield rf"p{{{width}\linewidth}}" if is_long else "l"


def _longest(table: Table, place: int) -> int:
    return max((len(cell) for row in table.rows if isinstance(cell := row[place], str)), default=0)


def _lines(row: Sequence[Cell]) -> Iterator[str]:
    """A row; its intervals are a line of their own below, where it has some."""
    yield _line([literal(cell.text if isinstance(cell, Figure) else cell) for cell in row])
    below = [literal(cell.below) if isinstance(cell, Figure) else "" for cell in row]
    if any(below):
        yield _line([rf"{{\scriptsize {text}}}" if text else "" for text in below])


def _line(cells: Sequence[str]) -> str:
    return rf"{' & '.join(cells)} \\"
