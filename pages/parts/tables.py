"""Tables as plain HTML: quiet, aligned, read out by a screen reader, and every cell is literal text.

Rounding lives here and nowhere before: a number is rounded when it is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import streamlit as st

from agreement.coefficient import titles
from agreement.results import REASONS, Estimate, QuestionReport

MISSING = "—"

_STYLE = """<style>
.accord-table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; font-variant-numeric: tabular-nums; }
.accord-table caption { text-align: left; opacity: 0.75; padding-bottom: 0.375rem; font-size: 0.875rem; }
.accord-table th { text-align: left; font-weight: 600; font-size: 0.875rem; }
.accord-table th, .accord-table td { padding: 0.4375rem 0.75rem 0.4375rem 0; vertical-align: top;
  border-bottom: 1px solid color-mix(in srgb, currentColor 14%, transparent); overflow-wrap: anywhere; }
.accord-table .number { text-align: right; white-space: nowrap; overflow-wrap: normal; }
.accord-table .soft { opacity: 0.75; }
.accord-table progress { width: 9rem; height: 0.375rem; accent-color: #3b5bdb; vertical-align: middle; }
.accord-scroll { overflow-x: auto; }
@media (prefers-color-scheme: dark) { .accord-table progress { accent-color: #748ffc; } }
</style>"""


@dataclass(frozen=True)
class Bar:
    """A cell that shows a share as a bar; `text` says it to those who do not see it."""

    done: int
    total: int
    text: str


Cell = str | int | Bar


def table(columns: Sequence[str], rows: Sequence[Sequence[Cell]], *, caption: str = "", numbers: int = 0) -> None:
    """Draw a table; columns of integers, and the last `numbers` columns, are aligned to the right."""
    right = {place for place, _ in enumerate(columns) if place >= len(columns) - numbers or _all_integers(rows, place)}
    head = _row("th", [escape(name) for name in columns], right)
    body = "".join(_row("td", [_cell(cell) for cell in row], right) for row in rows)
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    st.html(
        f'{_STYLE}<div class="accord-scroll"><table class="accord-table">{title}'
        f"<thead>{head}</thead><tbody>{body}</tbody></table></div>"
    )


def coefficients(question: QuestionReport) -> None:
    """Draw every coefficient of a question: value, interval, what it rests on, and the reason where it has none."""
    names = titles()
    rows = [
        (names[key], number(found.value), interval(found), found.n, remark(found))
        for key, found in question.coefficients.items()
    ]
    table(("Coefficient", "Value", "95 % interval", "Targets", "Remark"), rows)


def pairs(question: QuestionReport) -> None:
    """Draw agreement and Cohen's kappa of every two raters, over the targets that both labelled."""
    rows = [
        (
            f"{pair.raters[0]} and {pair.raters[1]}",
            number(pair.coefficients["percent_agreement"].value),
            number(pair.coefficients["cohen_kappa"].value),
            interval(pair.coefficients["cohen_kappa"]),
            pair.n,
            remark(pair.coefficients["cohen_kappa"], method=False),
        )
        for pair in question.pairs
    ]
    table(("Raters", "Raw agreement", "Cohen's kappa", "95 % interval", "Targets", "Remark"), rows)


def shares(question: QuestionReport) -> None:
    """Draw how often each label was given, in the codebook's order, unused ones too."""
    rows = [(label, f"{100 * share:.1f} %") for label, share in question.label_shares.items()]
    table(("Label", "Share of all answers"), rows, numbers=1)


def number(value: float | None) -> str:
    """A coefficient as it is shown: three decimals, a real minus sign, a dash where it is undefined."""
    return MISSING if value is None else f"{value:.3f}".replace("-", "−")


def interval(found: Estimate) -> str:
    """An interval as it is shown, a dash where there is none."""
    if found.low is None or found.high is None:
        return MISSING
    return f"{number(found.low)} to {number(found.high)}"


def remark(found: Estimate, *, method: bool = True) -> str:
    """Why there is no value, what to know beside it, and by whose definition it was made."""
    parts = [f"Undefined: {REASONS[found.undefined]}." if found.undefined else "", found.note or ""]
    return " ".join(part for part in [*parts, found.method if method else ""] if part)


def _cell(cell: Cell) -> str:
    if isinstance(cell, Bar):
        label = escape(cell.text)
        return f'<progress value="{cell.done}" max="{cell.total}" aria-label="{label}"></progress> {label}'
    return f"{cell:,}" if isinstance(cell, int) else escape(cell)


def _all_integers(rows: Sequence[Sequence[Cell]], place: int) -> bool:
    return bool(rows) and all(isinstance(row[place], int) for row in rows)


def _row(tag: str, cells: Sequence[str], right: set[int]) -> str:
    scope = ' scope="col"' if tag == "th" else ""
    classes = [' class="number"' if place in right else "" for place in range(len(cells))]
    return (
        "<tr>"
        + "".join(f"<{tag}{scope}{each}>{cell}</{tag}>" for cell, each in zip(cells, classes, strict=True))
        + "</tr>"
    )
