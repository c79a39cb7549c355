"""Tables as plain HTML: quiet, aligned, read out by a screen reader, and every cell is literal text.

A number is rounded only when it is shown, here as in the reports: exports.figures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

import streamlit as st

from agreement.coefficient import titles
from agreement.results import REASONS, Estimate, QuestionReport
from exports.figures import number
from languages import percent, say, say_if_ours, whole
from pages.parts.figures import interval
from pages.parts.quiet import quiet

_STYLE = """<style>
.accord-table { border-collapse: collapse; font-size: 0.9375rem; font-variant-numeric: tabular-nums; }
.accord-table th { text-align: left; font-weight: 600; font-size: 0.875rem; white-space: nowrap; }
.accord-table th, .accord-table td { padding: 0.4375rem 1.75rem 0.4375rem 0; vertical-align: top;
  border-bottom: 1px solid color-mix(in srgb, currentColor 14%, transparent); }
.accord-table td:first-child { min-width: 8rem; }
.accord-table th:last-child, .accord-table td:last-child { padding-right: 0; }
.accord-table .number { text-align: right; white-space: nowrap; }
.accord-table a { color: inherit; }
.accord-table td { overflow-wrap: break-word; unicode-bidi: plaintext; }
.accord-table .short { white-space: nowrap; }
.accord-table .soft { opacity: 0.75; font-size: 0.875rem; }
.accord-table .sum { opacity: 0.75; font-size: 0.8125rem; max-width: 17rem; }
.accord-table .sum code { overflow-wrap: anywhere; font-size: inherit; padding: 0; background: none; color: inherit; }
.accord-table progress { width: 9rem; height: 0.375rem; margin-right: 0.75rem; accent-color: #3b5bdb;
  vertical-align: middle; }
.accord-scroll { overflow-x: auto; }
@media (max-width: 1100px) {
  .accord-table th, .accord-table td { padding-right: 0.875rem; }
  .accord-table td:first-child { min-width: 5rem; }
  .accord-table progress { width: 6.5rem; }
}
@media (prefers-color-scheme: dark) { .accord-table progress { accent-color: #748ffc; } }
</style>"""


@dataclass(frozen=True)
class Bar:
    """A cell that shows a share as a bar; `text` says it to those who do not see it."""

    done: int
    total: int
    text: str


@dataclass(frozen=True)
class Figure:
    """A number as it is shown, and a quieter one under it; its column is aligned to the right and never wraps."""

    text: str
    soft: str = ""


@dataclass(frozen=True)
class Short:
    """A text that stays on one line."""

    text: str


@dataclass(frozen=True)
class Remark:
    """A sentence, and a quieter one under it."""

    text: str
    soft: str = ""


@dataclass(frozen=True)
class Link:
    """A text that leads to another screen; `address` is one of ours."""

    text: str
    address: str


@dataclass(frozen=True)
class File:
    """A file to download from one of our addresses, with the sum by which it is checked under it."""

    text: str
    address: str
    sha256: str = ""


Cell = str | int | Bar | Figure | Short | Remark | Link | File


def table(columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> None:
    """Draw a table; columns of figures and integers are aligned to the right."""
    right = {place for place in range(len(columns)) if _holds_figures(rows, place)}
    head = _row("th", [escape(name) for name in columns], right)
    body = "".join(_row("td", [_cell(cell) for cell in row], right) for row in rows)
    st.html(
        f'{_STYLE}<div class="accord-scroll" tabindex="0"><table class="accord-table">'
        f"<thead>{head}</thead><tbody>{body}</tbody></table></div>"
    )


def coefficients(question: QuestionReport) -> None:
    """Draw every coefficient of a question: value, interval, what it rests on, and the reason where it has none.

    `krippendorff_alpha` is the alpha at the question's own level, which has a row under its full name.
    """
    names = titles(n_raters=question.n_raters)
    shown = {key: found for key, found in question.coefficients.items() if key != "krippendorff_alpha"}
    common = _common_note(list(shown.values()))
    rows = [
        (
            say(names[key]),
            Figure(number(found.value)),
            Figure(interval(found)),
            found.n,
            Remark(remark(found, without=common), say_if_ours(found.method)),
        )
        for key, found in shown.items()
    ]
    table((say("Coefficient"), say("Value"), say("95 % interval"), say("Targets"), say("How")), rows)
    if common:
        quiet(say("All of them: {note}.", note=common))


def titles_of(question: QuestionReport) -> Mapping[str, str]:
    """What each coefficient is called for so many raters."""
    return titles(n_raters=question.n_raters)


def per_label(question: QuestionReport, texts: Mapping[str, str]) -> None:
    """Draw each label's kappa against all others, with its share of all answers, in the codebook's order and words."""
    common = _common_note([each.kappa for each in question.per_label])
    rows = [
        (
            texts.get(each.label, each.label),
            Figure(percent(question.label_shares.get(each.label, 0), digits=1)),
            each.n,
            Figure(number(each.kappa.value)),
            Figure(interval(each.kappa)),
            Remark(remark(each.kappa, without=common)),
        )
        for each in question.per_label
    ]
    table(
        (
            say("Label"),
            say("Share of all answers"),
            say("Targets with it"),
            say("Kappa"),
            say("95 % interval"),
            say("Remark"),
        ),
        rows,
    )


def of_pairs(question: QuestionReport) -> str:
    """The coefficient by which two raters are compared: the key of Cohen's kappa, or what sets and spans have."""
    return {"set": "alpha_masi", "spans": "span_f1"}.get(question.level, "cohen_kappa")


def pairs(question: QuestionReport) -> None:
    """Draw raw agreement and one coefficient of every two raters, over the targets that both labelled."""
    key = of_pairs(question)
    kappas = [pair.coefficients[key] for pair in question.pairs]
    common = _common_note(kappas)
    rows = [
        (
            f"{pair.raters[0]}, {pair.raters[1]}",
            Figure(number(pair.coefficients["percent_agreement"].value)),
            Figure(number(kappa.value)),
            Figure(interval(kappa)),
            pair.n,
            Remark(remark(kappa, without=common)),
        )
        for pair, kappa in zip(question.pairs, kappas, strict=True)
    ]
    table(
        (
            say("Annotators"),
            say("Raw agreement"),
            say(titles(n_raters=2)[key]),
            say("95 % interval"),
            say("Targets"),
            say("Remark"),
        ),
        rows,
    )


def remark(found: Estimate, *, without: str = "") -> str:
    """Why there is no value, or what to know beside it; a note that is said elsewhere is left out."""
    if found.undefined:
        return say("Undefined: {why}.", why=REASONS[found.undefined])
    if not found.note or found.note == without:
        return ""
    note = say_if_ours(found.note)
    capital = f"{note[:1].upper()}{note[1:]}"
    return say("{note}.", note=capital)


def _common_note(found: Sequence[Estimate]) -> str:
    """The note that all of several estimates carry, if they do."""
    notes = {each.note for each in found}
    return (notes.pop() or "") if len(notes) == 1 and len(found) > 1 else ""


def _cell(cell: Cell) -> str:
    match cell:
        case Bar(done, total, text):
            label = escape(text)
            return f'<progress value="{done}" max="{total}" aria-label="{label}"></progress><span>{label}</span>'
        case Remark(text, soft) | Figure(text, soft):
            return escape(text) + (f'<div class="soft">{escape(soft)}</div>' if soft else "")
        case Short(text):
            return f'<span class="short">{escape(text)}</span>'
        case Link(text, address):
            return f'<a href="{escape(address)}" target="_self">{escape(text)}</a>'
        case File(text, address, sha256):
            link = f'<a href="{escape(address)}" target="_self" download>{escape(text)}</a>'
            return link + (f'<div class="sum">SHA-256 <code>{escape(sha256)}</code></div>' if sha256 else "")
        case int():
            return whole(cell)
    return escape(cell)


def _holds_figures(rows: Sequence[Sequence[Cell]], place: int) -> bool:
    return bool(rows) and all(isinstance(row[place], int | Figure) for row in rows)


def _row(tag: str, cells: Sequence[str], right: set[int]) -> str:
    scope = ' scope="col"' if tag == "th" else ""
    classes = [' class="number"' if place in right else "" for place in range(len(cells))]
    drawn = [f"<{tag}{scope}{each}>{cell}</{tag}>" for cell, each in zip(cells, classes, strict=True)]
    return f"<tr>{''.join(drawn)}</tr>"
