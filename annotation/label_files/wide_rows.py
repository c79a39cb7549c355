"""A wide table of labels: one row for each target and question, and a column for each rater.

Beside `item`, the columns `target, question, round, time, comment` are no raters. An empty cell is a missing label.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from annotation.errors import RefusedRow, Unreadable
from annotation.label_files.label_rows import LabelFile, LabelRow
from annotation.label_files.options import How
from annotation.label_files.table_rows import beside, cell, records
from annotation.readers.json_rows import RowError
from annotation.readers.rows import Row
from label_formats.text import UNSTORABLE, printable
from languages import message_of, worded

NO_RATERS = ("item", "target", "question", "round", "time", "comment")


def read(file: bytes, *, how: How) -> LabelFile:
    """The labels of the table, row by row. Raises Unreadable where it has no column of a rater."""
    long = [name for name in ("rater", "label") if name in how.columns]
    if long:
        raise Unreadable(worded("In a wide table every other column is a rater: leave --{long} out.", long=long[0]))
    table = records(file, needed=("item",), how=how)
    raters = [name for name in table.columns if name not in NO_RATERS]
    if not raters or {"rater", "label"} <= set(raters):
        raise Unreadable(
            worded(
                "The table is not wide: it has the columns {columns}. A wide table has a column for each rater beside "
                "item.",
                columns=", ".join(table.columns),
            )
        )
    strange = next((name for name in raters if UNSTORABLE.search(name)), None)
    if strange is not None:
        raise Unreadable(
            worded("The column {strange!r} has a character in its name that is no text.", strange=printable(strange))
        )
    rows: list[LabelRow] = []
    refused: list[RefusedRow] = []
    for row in table.rows:
        try:
            rows += list(_labels(row, raters, guarded=table.guarded))
        except RowError as error:
            item = row.cells.get("item")
            refused.append(RefusedRow(row.number, printable(item) if isinstance(item, str) else "", message_of(error)))
    said = f"Each of these columns is a rater: {', '.join(raters)}."
    return LabelFile(rows, refused, format="wide", understood=(said,))


def _labels(row: Row, raters: Sequence[str], *, guarded: bool) -> Iterator[LabelRow]:
    if row.broken:
        raise RowError(row.broken.why)
    item, target, question = (cell(row.cells, name) for name in ("item", "target", "question"))
    if not item.strip():
        raise RowError(worded("the item is empty"))
    around = beside({name: row.cells.get(name) for name in NO_RATERS}, guarded=guarded)
    for rater in raters:
        label = cell(row.cells, rater).strip()
        yield LabelRow(row.number, item, target, question.strip(), rater.strip(), label, guarded=guarded, **around)
