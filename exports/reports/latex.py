"""The report as LaTeX to paste into a paper: booktabs tables, every text literal, whatever signs it has.

It needs the packages booktabs and graphicx (a table wider than the page is made narrower). Scripts that the paper's
fonts do not have, such as Chinese, need XeLaTeX or LuaLaTeX with a font that has them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from math import ceil

from exports.reports.document import Cell, Document, Figure, Section, Table

PREAMBLE = r"""% Needs in the preamble: \usepackage{booktabs,graphicx}
% pdfLaTeX besides: \usepackage[T1]{fontenc}. Other scripts, such as Chinese: XeLaTeX or LuaLaTeX with a font."""
SECTIONS = ("section", "subsection", "subsubsection", "paragraph", "subparagraph")
MOST_LINES = 42  # of a table on one page
LONG = 32  # characters; longer texts are set in lines
WIDTHS = {1: 0.5, 2: 0.32, 3: 0.24}  # of the page, by how many columns have long texts
NARROWEST = 0.18
MANY_FIGURES = 6  # columns, beside which a long text is set as narrow as can be
LINE = 95  # characters of a line of a table, about
STACKED = 10  # characters; the name of a column of figures that is longer is set in two lines
TOGETHER = 16  # characters of a word that is too long for a line, and is broken after so many

GREEK: Mapping[str, str] = {
    "α": "alpha",
    "β": "beta",
    "γ": "gamma",
    "δ": "delta",
    "ε": "varepsilon",
    "κ": "kappa",
    "λ": "lambda",
    "μ": "mu",
    "π": "pi",
    "ρ": "rho",
    "σ": "sigma",
    "τ": "tau",
    "χ": "chi",
    "ω": "omega",
}

# Signs that mean something to LaTeX or to a package of a language, that it would join to another one, or that a row
# could not begin with; and those of statistics that a paper's fonts may lack outside of formulas. Whatever stands here
# may stand next to anything.
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
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "≠": r"$\neq$",
    "±": r"$\pm$",
    "×": r"$\times$",
    "→": r"$\rightarrow$",
    "²": r"$^2$",
    "³": r"$^3$",
    **{sign: rf"$\{name}$" for sign, name in GREEK.items()},
}

_SIGN = re.compile(rf"[{re.escape(''.join(SIGNS))}]|([-',])(?=\1)")  # two of these in a row would become another sign


def as_latex(document: Document) -> str:
    """The document as a piece of LaTeX, without a preamble of its own."""
    return "\n\n".join(_document(document)) + "\n"


def literal(text: str) -> str:
    """The text on one line, every sign of it printed; a word too long for a line, such as an address, may be broken."""
    return " ".join(map(_word, _printable(text).split()))


def _word(word: str) -> str:
    pieces = [word[start : start + TOGETHER] for start in range(0, len(word), TOGETHER)] if len(word) > LONG else [word]
    return r"\allowbreak{}".join(
        _SIGN.sub(lambda sign: SIGNS.get(sign[0], f"{sign[0]}{{}}"), piece) for piece in pieces
    )


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
    parts: list[list[str]] = [[]]
    height = 0
    for row in table.rows:
        tall = _height(table, row)
        if parts[-1] and height + tall > MOST_LINES:
            parts.append([])
            height = 0
        parts[-1] += _lines(row)
        height += tall
    for place, part in enumerate(parts, start=1):
        number = f" ({place}/{len(parts)})" if len(parts) > 1 else ""
        yield "\n".join(_table(table, part, number))


def _height(table: Table, row: Sequence[Cell]) -> int:
    """About how many lines a row takes: its longest text in a column of a width, and its intervals below."""
    per_line = LINE * _width(table)
    texts = [
        ceil(len(cell) / per_line) for place, cell in enumerate(row) if isinstance(cell, str) and _is_long(table, place)
    ]
    return max([1, *texts]) + any(isinstance(cell, Figure) and cell.below for cell in row)


def _table(table: Table, lines: Sequence[str], number: str) -> Iterator[str]:
    yield r"\begin{table}[htbp]"
    yield r"\centering\small"
    yield rf"\caption{{{literal(table.caption)}{number}}}"
    yield r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%"
    yield rf"\begin{{tabular}}{{@{{}}{''.join(_kinds(table))}@{{}}}}"
    yield r"\toprule"
    yield _line([_name(name) if place in table.right else literal(name) for place, name in enumerate(table.columns)])
    yield r"\midrule"
    yield from lines
    yield r"\bottomrule"
    yield r"\end{tabular}}"
    if table.note:
        yield rf"\par\smallskip\footnotesize {literal(table.note)}"
    yield r"\end{table}"


def _kinds(table: Table) -> Iterator[str]:
    """The kind of each column: figures to the right, long texts in lines of a width, others as they are."""
    for place in range(len(table.columns)):
        if place in table.right:
            yield "r"
        else:
            yield rf"p{{{_width(table)}\linewidth}}" if _is_long(table, place) else "l"


def _width(table: Table) -> float:
    """The width of a column of long texts, as a share of the page."""
    if len(table.right) > MANY_FIGURES:
        return NARROWEST
    return WIDTHS.get(sum(_is_long(table, place) for place in range(len(table.columns))), NARROWEST)


def _is_long(table: Table, place: int) -> bool:
    return any(isinstance(cell := row[place], str) and len(cell) > LONG for row in table.rows)


def _name(name: str) -> str:
    """What a column of figures is called, in two lines where that is longer than the figures are."""
    spaces = [place for place, sign in enumerate(name) if sign == " "]
    if len(name) <= STACKED or not spaces:
        return literal(name)
    middle = min(spaces, key=lambda place: abs(place - len(name) / 2))
    return rf"\shortstack[r]{{{literal(name[:middle])}\\{literal(name[middle:])}}}"


def _lines(row: Sequence[Cell]) -> Iterator[str]:
    """A row; its intervals are a line of their own below, where it has some."""
    yield _line([literal(cell.text if isinstance(cell, Figure) else cell) for cell in row])
    below = [literal(cell.below) if isinstance(cell, Figure) else "" for cell in row]
    if any(below):
        yield _line([rf"{{\scriptsize {text}}}" if text else "" for text in below])


def _line(cells: Sequence[str]) -> str:
    return rf"{' & '.join(cells)} \\"
