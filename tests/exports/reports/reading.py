"""Reads a report back from each text format, by rules of their own: paragraphs, headings and tables as they are seen.

HTML by the library's parser; Markdown by another library's renderer and then the same; LaTeX by a reader that knows a
few commands and refuses whatever else LaTeX would not print as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

from markdown_it import MarkdownIt

Row = tuple[str, ...]


@dataclass
class Seen:
    """What a reader sees: the words outside of tables, one text for each block, and the tables with their heads."""

    texts: list[str] = field(default_factory=list)
    tables: list[list[Row]] = field(default_factory=list)


def html(page: str) -> Seen:
    """What a browser would show."""
    reader = _Page()
    reader.feed(page)
    return reader.seen


def markdown(text: str) -> Seen:
    """What GitHub would show, but for its links."""
    return html(MarkdownIt("commonmark").enable("table").render(text))


class _Page(HTMLParser):
    BLOCKS = ("p", "h1", "h2", "h3", "h4", "h5", "h6", "figcaption")

    def __init__(self) -> None:
        super().__init__()
        self.seen = Seen()
        self.tags: set[str] = set()
        self._open: list[str] = []
        self._text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self._open.append(tag)
        if tag == "table":
            self.seen.tables.append([])
        if tag == "tr":
            self.seen.tables[-1].append(())
        if tag in (*self.BLOCKS, "td", "th"):
            self._text = ""
        if tag == "span":
            self._text += " ("
        if tag == "li":
            raise AssertionError("a text has become a list")

    def handle_endtag(self, tag: str) -> None:
        if tag == "span":
            self._text += ")"
        if tag in self.BLOCKS:
            self.seen.texts.append(" ".join(self._text.split()))
        if tag in ("td", "th"):
            self.seen.tables[-1][-1] += (" ".join(self._text.split()),)

    def handle_data(self, data: str) -> None:
        if self._open[-1:] != ["style"] or "style" not in self.tags or self.seen.texts:
            self._text += data


PRINTED = {
    r"\textbackslash{}": "\\",
    r"\{": "{",
    r"\}": "}",
    r"\$": "$",
    r"\&": "&",
    r"\#": "#",
    r"\%": "%",
    r"\_": "_",
    r"\textasciicircum{}": "^",
    r"\textasciitilde{}": "~",
    r"\textless{}": "<",
    r"\textgreater{}": ">",
    r"\textbar{}": "|",
    r"\textasciigrave{}": "`",
    r"{\char34}": '"',
    "{[}": "[",
    "{]}": "]",
    "{*}": "*",
    "$-$": "−",
    "{--}": "–",
    "{---}": "—",
    "{``}": "“",
    "{''}": "”",
    "{'}": "’",
    r"\ldots{}": "…",
    r"\allowbreak{}": "",
    r"$\leq$": "≤",
    r"$\geq$": "≥",
    r"$\neq$": "≠",
    r"$\pm$": "±",
    r"$\times$": "×",
    r"$\rightarrow$": "→",
    "$^2$": "²",
    "$^3$": "³",
    r"$\alpha$": "α",
    r"$\beta$": "β",
    r"$\gamma$": "γ",
    r"$\delta$": "δ",
    r"$\varepsilon$": "ε",
    r"$\kappa$": "κ",
    r"$\lambda$": "λ",
    r"$\mu$": "μ",
    r"$\pi$": "π",
    r"$\rho$": "ρ",
    r"$\sigma$": "σ",
    r"$\tau$": "τ",
    r"$\chi$": "χ",
    r"$\omega$": "ω",
    "{}": "",
}
_TOKEN = re.compile("|".join(re.escape(one) for one in sorted(PRINTED, key=len, reverse=True)) + "|.", re.DOTALL)
JOINED = re.compile(r"--|''|,,|``")  # two signs that LaTeX prints as one


def printed(source: str) -> str:
    """What LaTeX prints of a text; AssertionError where it would do something else."""
    tokens = _TOKEN.findall(source)
    for token in tokens:
        assert token in PRINTED or token not in '\\{}$&#%^_~"`<>|[]*', f"{token!r} in {source!r}"
    assert not JOINED.search(re.sub(r"\{(--|---|``|'')\}", "", source)), source
    return "".join(PRINTED.get(token, token) for token in tokens)


def latex(source: str) -> Seen:
    """What a LaTeX page would show."""
    assert source.startswith("%")
    seen = Seen()
    lines = iter([line for line in source.splitlines() if line and not line.startswith("%")])
    for line in lines:
        if line == r"\begin{table}[htbp]":
            _table(lines, seen)
        elif heading := re.fullmatch(r"\\(?:(?:sub){0,2}section|(?:sub)?paragraph)\{(.*)\}", line):
            seen.texts.append(printed(heading[1]))
        else:
            seen.texts.append(printed(line))
    return seen


def _table(lines: Iterator[str], seen: Seen) -> None:
    assert next(lines) == r"\centering\small"
    caption = re.fullmatch(r"\\caption\{(.*)\}", next(lines))
    assert caption
    part = re.search(r" \((\d+)/\d+\)$", caption[1])
    if not part or part[1] == "1":
        seen.texts.append(printed(caption[1][: part.start()] if part else caption[1]))
        seen.tables.append([])
    assert next(lines) == r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%"
    kinds = re.fullmatch(r"\\begin\{tabular\}\{@\{\}((?:[lr]|p\{[.0-9]+\\linewidth\})+)@\{\}\}", next(lines))
    assert kinds
    width = len(re.findall(r"[lr]|p\{[^}]*\}", kinds[1].replace(r"\linewidth", "")))
    assert next(lines) == r"\toprule"
    head = _row(re.sub(r"\\shortstack\[r\]\{(.*?)\\\\(.*?)\}(?= &| \\\\)", r"\1 \2", next(lines)), width)
    assert next(lines) == r"\midrule"
    rows: list[Row] = []
    while (line := next(lines)) != r"\bottomrule":
        if r"{\scriptsize " in line:
            below = _row(re.sub(r"\{\\scriptsize (.*?)\}(?= &| \\\\)", r"\1", line), width)
            rows[-1] = tuple(f"{cell} ({more})" if more else cell for cell, more in zip(rows[-1], below, strict=True))
        else:
            rows.append(_row(line, width))
    seen.tables[-1] += rows if seen.tables[-1] else [head, *rows]
    assert next(lines) == r"\end{tabular}}"
    line = next(lines)
    if line.startswith(r"\par\smallskip\footnotesize "):
        if not part or part[1] == "1":
            seen.texts.append(printed(line.removeprefix(r"\par\smallskip\footnotesize ")))
        line = next(lines)
    assert line == r"\end{table}"


def _row(line: str, width: int) -> Row:
    assert line.endswith(r" \\"), line
    cells = re.split(r"(?<!\\) & | & ", line.removesuffix(r" \\"))
    assert len(cells) == width, line
    return tuple(printed(cell) for cell in cells)
