"""The rows of an Excel file, as `label_formats.excel` reads them, with what is wrong in the words of these readers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from annotation.errors import Unreadable
from annotation.readers.json_rows import Broken
from label_formats import excel
from label_formats.errors import BadFile
from label_formats.excel import EXACT, OLD, ZIP

__all__ = ["EXACT", "OLD", "ZIP", "lines"]


def lines(file: bytes) -> Iterator[tuple[int, Sequence[Any]]]:
    """The rows of the first sheet with something in it: their numbers, from 1, and their cells, a text or Broken.

    Raises Unreadable where the file is too large once unpacked, damaged, or no Excel file.
    """
    try:
        for number, cells in excel.lines(file):
            yield number, [Broken(cell.why) if isinstance(cell, excel.BadCell) else cell for cell in cells]
    except BadFile as error:
        raise Unreadable(*error.args) from error
