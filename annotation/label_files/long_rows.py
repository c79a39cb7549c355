"""A long table of labels: one row for each, with the columns `item, target, question, rater, label`.

Target and question may be missing; `round, time, comment, cannot, confidence` are read where they are there. A judge's
file may lack the rater, and may have `version` and `run`. Where one rater has answered a target and question more than
once and every row says when, the latest counts; without times both stay, and whoever takes them refuses the second.

An export of ours says in `use` what an answer is for. Escalated and surplus ones are no part of a round's headline, and
a label file cannot say how they came about: they are left out and counted, so that the figures stay what they were.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from annotation.errors import RefusedRow
from annotation.label_files.label_rows import LabelFile, LabelRow
from annotation.label_files.options import COLUMNS, How, Who
from annotation.label_files.table_rows import beside, cell, records
from annotation.readers.json_rows import RowError
from label_formats.repeats import latest
from label_formats.text import printable
from languages import message_of, worded

NEEDED: Mapping[Who, Sequence[str]] = {"people": ("item", "rater", "label"), "judge": ("item", "label")}
OF_A_JUDGE = ("version", "run")
NO_HEADLINE = ("escalated", "surplus")
MOST_ROWS_SHOWN = 10


def read(file: bytes, *, of: Who = "people", how: How) -> LabelFile:
    """The rows of the table. Raises Unreadable where the file has no such table."""
    table = records(file, needed=NEEDED[of], how=how)
    rows: list[LabelRow] = []
    refused: list[RefusedRow] = []
    left_out: Counter[str] = Counter()
    for row in table.rows:
        try:
            if row.broken:
                raise RowError(row.broken.why)
            if of == "people" and (use := row.cells.get("use")) in NO_HEADLINE:
                left_out[use] += 1
                continue
            rows.append(_row(row.number, row.cells, of=of, guarded=table.guarded))
        except RowError as error:
            refused.append(RefusedRow(row.number, _shown(row.cells), message_of(error)))
    return LabelFile(rows, refused) if of == "judge" else _told(_latest(rows, refused), left_out)


def _row(number: int, record: Mapping[str, Any], *, of: Who, guarded: bool) -> LabelRow:
    cells = {name: cell(record, name, fraction=of == "judge" and name == "label") for name in COLUMNS}
    cells |= {name: cell(record, name, fraction=True) if of == "judge" else "" for name in OF_A_JUDGE}
    for name in ("item", "rater") if of == "people" else ("item",):
        if not cells[name].strip():
            raise RowError(worded("the {name} is empty", name=name))
    return LabelRow(
        row=number,
        item=cells["item"],
        target=cells["target"],
        question=cells["question"].strip(),
        rater=cells["rater"].strip(),
        label=cells["label"].strip(),
        version=cells["version"].strip(),
        run=cells["run"].strip(),
        guarded=guarded,
        **beside(record, guarded=guarded),
    )


def _latest(rows: list[LabelRow], refused: list[RefusedRow]) -> LabelFile:
    """The rows without those that a later row of the same rater replaces."""
    keys = [(row.item, row.target, row.question, row.rater, row.round) for row in rows]
    times = Counter(keys)
    undated = {key for key, row in zip(keys, rows, strict=True) if times[key] > 1 and row.time is None}
    repeated = [row for key, row in zip(keys, rows, strict=True) if times[key] > 1 and key not in undated]
    found = latest(
        repeated,
        who=lambda row: (row.item, row.target, row.question, row.rater, row.round),
        when=lambda row: row.time,
        says=lambda row: (row.label, row.cannot, row.confidence, row.comment),
    )
    earlier = {id(row) for row in found.earlier}
    if not earlier:
        return LabelFile(rows, refused)
    numbers = sorted(row.row for row in found.earlier)
    shown = ", ".join(map(str, numbers[:MOST_ROWS_SHOWN])) + (", …" if len(numbers) > MOST_ROWS_SHOWN else "")
    said = f"Dropped: {len(numbers)} answered again later by the same person (row {shown})."
    kept = [row for row in rows if id(row) not in earlier]
    return LabelFile(kept, refused, dropped={"repeated": len(numbers)}, understood=(said,))


def _told(found: LabelFile, left_out: Mapping[str, int]) -> LabelFile:
    """The same file, with what was left out since it is no part of a headline."""
    if not left_out:
        return found
    counts = ", ".join(f"{n} {use}" for use, n in sorted(left_out.items()))
    said = f"Left out, as the column use says that they are no part of a headline: {counts}."
    return replace(found, dropped={**found.dropped, **left_out}, understood=(*found.understood, said))


def _shown(record: Mapping[str, Any]) -> str:
    value = record.get("item")
    return printable(str(value)) if isinstance(value, str | int) else ""
