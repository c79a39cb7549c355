"""Items and responses out of rows, by what each column is (pure).

Rows with one id and the same content are one item with several responses. Rows that show nothing of an item are
responses to items that are there already.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from annotation.content import Content, Query, memories
from annotation.errors import RefusedRow, Unreadable
from annotation.label_files import plain
from annotation.readers.cell_parts import memories_in, turns_in
from annotation.readers.columns import SHOWN, ColumnMap
from annotation.readers.excel import EXACT
from annotation.readers.items import ReadFile, ReadItem, ReadResponse
from annotation.readers.json_rows import Broken, RowError, check_storable
from annotation.readers.rows import Row, Rows
from label_formats.text import printable
from languages import message_of, worded

FITTING = {"response": "enpmr-rating", "memories": "stratmem-roles"}  # where there are such; else what is about items
ABOUT_ITEMS = "enpmr-need"


@dataclass(frozen=True)
class _Cells:
    """The cells of a row by role. A Broken one raises RowError when it is asked for."""

    row: Row
    columns: ColumnMap
    guarded: bool

    def text(self, role: str) -> str:
        """The text of a role, '' where it has no column or the cell is blank."""
        column = self.columns.column(role)
        return "" if column is None else self.cell(column)

    def free(self, role: str) -> str:
        """A text that people wrote, without the apostrophe that a spreadsheet export puts before a formula."""
        text = self.text(role)
        return plain(text) if self.guarded else text

    def cell(self, column: str) -> str:
        """A cell as text; blanks alone are nothing. Raises RowError where it has a list or an object."""
        value = self.value(column)
        if not isinstance(value, str | int | float | None):
            raise RowError(worded("the cell {column!r} is not text", column=column))
        text = str(value).lower() if isinstance(value, bool) else "" if value is None else str(value)
        return text if text.strip() else ""

    def value(self, column: str) -> Any:
        """What stands in a cell. Raises RowError where it cannot be read."""
        value = self.row.cells.get(column)
        if isinstance(value, Broken):
            raise RowError(value.why)
        check_storable(value)
        return plain(value) if self.guarded and isinstance(value, str) else value

    def id(self) -> str:
        """The id as it came; the row's number where no column has it. Raises RowError."""
        column = self.columns.column("id")
        if column is None:
            return str(self.row.number)
        value = self.row.cells.get(column)
        if isinstance(value, Broken):
            raise RowError(value.why)
        if value is None or (isinstance(value, str) and not value.strip()):
            raise RowError(worded("the id (column {column!r}) is empty", column=column))
        if isinstance(value, float) and value.is_integer() and abs(value) < EXACT:
            value = int(value)  # JSON that once was a table with a blank writes 7 as 7.0
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise RowError(worded("the id (column {column!r}) is neither text nor a whole number", column=column))
        check_storable(value)
        return str(value)

    def raw(self) -> dict[str, Any]:
        """The row as it came, without the columns that are ignored and the cells that cannot be read."""
        ignored = self.columns.columns("ignore")
        cells = {name: value for name, value in self.row.cells.items() if name not in ignored}
        kept = {name: value for name, value in cells.items() if not isinstance(value, Broken)}
        check_storable(kept)
        return kept


def read_items(rows: Rows, columns: ColumnMap) -> ReadFile:
    """The items and responses of the rows, and what is wrong with each row that cannot be taken.

    Without a column for the id, an item is called by the number of its row. Raises Unreadable where a column of the
    mapping is not in the file, and where no column shows anything.
    """
    _check(rows, columns)
    found = ReadFile(items=[], refused=[], protocol=_fitting(columns))
    taken = _Taken()
    for row in rows.rows:
        cells = _Cells(row, columns, rows.guarded)
        try:
            if row.broken is not None:
                raise RowError(row.broken.why)
            item = _item(cells) if columns.makes_items() else None
            response = _response(cells)
            is_new = taken.item(item, several=response is not None)
            taken.response(response)
        except RowError as error:
            found.refused.append(RefusedRow(row.number, _told_id(cells), message_of(error)))
            continue
        if item is not None and is_new:
            found.items.append(item)
        if response is not None:
            found.responses.append(response)
    return found


class _Taken:
    """What the rows before have: no id twice with other content, no response twice."""

    def __init__(self) -> None:
        self._items: dict[str, ReadItem] = {}
        self._responses: dict[tuple[str, str, str], int] = {}

    def item(self, item: ReadItem | None, *, several: bool) -> bool:
        """Whether the item is a new one. Raises RowError where its id is taken; `several` rows may have the same."""
        before = self._items.get(item.id) if item else None
        if item is None or before is None:
            if item is not None:
                self._items[item.id] = item
            return item is not None
        if not several:
            raise RowError(worded("the id is already that of row {row}; ids must differ", row=before.row))
        if (item.content, item.tags, item.labels) != (before.content, before.tags, before.labels):
            raise RowError(worded("the id is already that of row {row}, which shows something else", row=before.row))
        return False

    def response(self, response: ReadResponse | None) -> None:
        """Take note of a response. Raises RowError where the same system has one to this item already."""
        if response is None:
            return
        origin = (response.item, response.system, response.setting)
        if origin in self._responses:
            raise RowError(
                worded(
                    "row {seen} has a response of the same system and setting to this item",
                    seen=self._responses[origin],
                )
            )
        self._responses[origin] = response.row


def _fitting(columns: ColumnMap) -> str:
    return next((protocol for role, protocol in FITTING.items() if columns.columns(role)), ABOUT_ITEMS)


def _check(rows: Rows, columns: ColumnMap) -> None:
    there = ", ".join(rows.columns) or "none"
    missing = [column for _, column in columns.pairs if column not in rows.columns]
    if missing:
        raise Unreadable(
            worded("The file has no column {missing!r}. Its columns: {there}.", missing=missing[0], there=there)
        )
    if columns.makes_items():
        return
    if not columns.columns("response"):
        raise Unreadable(
            worded("No column says what to show. Name one, such as query=COLUMN. Columns: {there}.", there=there)
        )
    if columns.column("id") is None:
        raise Unreadable(
            worded("No column says to which item a response belongs: id=COLUMN. Columns: {there}.", there=there)
        )


def _told_id(cells: _Cells) -> str:
    column = cells.columns.column("id")
    value = cells.row.cells.get(column) if column else None
    return printable(str(value)) if isinstance(value, str | int) else ""


def _item(cells: _Cells) -> ReadItem:
    item_id = cells.id()
    entries = [memory for column in cells.columns.columns("memories") for memory in memories_in(cells.value(column))]
    shown, keys = memories(item_id, entries)
    query = cells.free("query")
    column = cells.columns.column("dialogue")
    content = Content(
        scene=cells.free("scene"),
        dialogue=tuple(turns_in(cells.value(column))) if column else (),
        query=Query(speaker=cells.text("speaker"), text=query, time=cells.text("time")) if query else None,
        memories=shown,
    )
    if not (content.scene or content.dialogue or content.query or content.memories):
        asked = ", ".join(column for role in SHOWN for column in cells.columns.columns(role))
        raise RowError(worded("there is nothing to show; these cells are blank: {asked}", asked=asked))
    tags = {name: cells.cell(column) for name, column in cells.columns.named("tag").items()}
    labels = {("", name): cells.cell(column).strip() for name, column in cells.columns.named("label").items()}
    return ReadItem(
        row=cells.row.number,
        id=item_id,
        shown=content,
        tags={name: value for name, value in tags.items() if value},
        record=cells.raw(),
        keys=keys,
        labels={question: label for question, label in labels.items() if label},
    )


def _response(cells: _Cells) -> ReadResponse | None:
    """The response of a row; None where it has none, which only a row that makes an item may."""
    text = cells.free("response")
    if not text:
        if not cells.columns.makes_items():
            raise RowError(worded("the response is empty"))
        return None
    return ReadResponse(
        row=cells.row.number,
        item=cells.id(),
        system=cells.text("system").strip(),
        setting=cells.text("setting").strip(),
        text=text,
        memory_used=cells.free("memory_used"),
        raw=cells.raw(),
    )
