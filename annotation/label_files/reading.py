"""Which kind of label file is this, and what does it say? The one door for label files.

A plain table (csv, tsv, Excel, JSON Lines or a JSON list) is long, one row for each label; a wide one, with a column
for each rater, is never guessed: it is asked for as the format `wide`. The files of other tools are recognized by their
records, see `label_formats`.
"""

from __future__ import annotations

from dataclasses import replace

import label_formats
from annotation.errors import NotFound, RefusedRow, Unreadable
from annotation.label_files import long_rows, wide_rows
from annotation.label_files.label_rows import LabelFile, LabelRow
from annotation.label_files.options import How, Who
from annotation.label_files.table_rows import is_json
from annotation.readers.text import decode
from languages import message_of, worded

TABLE, WIDE = "table", "wide"


def formats() -> list[str]:
    """The formats that a label file may have."""
    return [TABLE, WIDE, *label_formats.names()]


def read(file: bytes, *, of: Who = "people", how: How | None = None) -> LabelFile:
    """The rows of a label file, whose labels people or a judge gave.

    A judge's file is a long table. Raises Unreadable where the file has no labels that can be read, and NotFound for a
    format that there is not.
    """
    how = how or How()
    if how.format_name is not None and how.format_name not in formats():
        raise NotFound(
            worded(
                "There is no label format {format_name!r}. There are: {listed}",
                format_name=how.format_name,
                listed=", ".join(formats()),
            )
        )
    if of == "judge" or how.format_name == TABLE:
        found = long_rows.read(file, of=of, how=how)
    elif how.format_name == WIDE:
        found = wide_rows.read(file, how=how)
    else:
        tool = how.format_name or (label_formats.looks_like(decode(file)) if is_json(file) else None)
        found = _of_a_tool(file, tool, how=how) if tool else long_rows.read(file, of=of, how=how)
    return replace(found, rows=[_renamed(row, how) for row in found.rows])


def _of_a_tool(file: bytes, tool: str, *, how: How) -> LabelFile:
    strange = [name for name in ("question", "label") if name in how.columns]
    if strange:
        raise Unreadable(
            worded(
                "A file of {tool} has no column for a {strange}: leave --{strange} out.",
                tool=tool,
                strange=strange[0],
                strange2=strange[0],
            )
        )
    fields = {name: how.columns[name] for name in ("item", "target", "rater") if name in how.columns}
    try:
        asked = label_formats.Asked(**fields, file_name=how.file_name)
        read = label_formats.read(decode(file), format_name=tool, asked=asked)
    except label_formats.BadFile as error:
        raise Unreadable(message_of(error)) from error
    return LabelFile(
        rows=[_row(answer) for answer in read.answers],
        refused=[RefusedRow(each.row, each.id, each.why) for each in sorted(read.refused, key=lambda each: each.row)],
        format=read.format,
        dropped={str(why): count for why, count in read.counts().items()},
        understood=(*read.understood, *read.left_out()),
    )


def _row(answer: label_formats.Answer) -> LabelRow:
    return LabelRow(
        row=answer.row,
        item=answer.item,
        target=answer.target,
        question=answer.question,
        rater=answer.rater,
        label=answer.label,
        round=answer.round,
        time=answer.time,
        comment=answer.comment,
    )


def _renamed(row: LabelRow, how: How) -> LabelRow:
    """The row under the names that its question and labels are given here."""
    if not how.labels and row.question not in how.questions:
        return row
    return replace(row, question=how.questions.get(row.question, row.question), label=how.label(row.label))
