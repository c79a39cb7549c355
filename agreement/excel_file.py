"""What does an Excel file say? The rows of its first sheet with something in it, named by the first of them."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from agreement.errors import UnreadableFile
from label_formats import excel
from label_formats.errors import BadFile


def is_excel(content: bytes) -> bool:
    """Whether these are the bytes of an Excel file. Raises UnreadableFile for an old one (.xls)."""
    try:
        return excel.is_excel(content)
    except BadFile as error:
        raise UnreadableFile(str(error)) from error


def excel_rows(content: bytes, *, wanted: Collection[str]) -> Iterator[tuple[int, dict[str, str], str]]:
    """Each row's number as the sheet shows it, its texts by column, and what is wrong with it.

    A cell of which no text can be made (a formula, an error) costs its row where its column is `wanted`, and wherever
    it is in a table that has not all of those columns; elsewhere it is blank. Raises UnreadableFile.
    """
    header: list[str] = []
    try:
        for number, cells in excel.lines(content):
            if not header:
                header = _names(cells)
            elif any(not isinstance(cell, str) or cell.strip() for cell in cells):
                yield number, *_by_column(header, cells, wanted)
    except BadFile as error:
        raise UnreadableFile(str(error)) from error


def _names(cells: Sequence[Any]) -> list[str]:
    broken = next((cell for cell in cells if isinstance(cell, excel.BadCell)), None)
    if broken is not None:
        raise UnreadableFile(f"the header cannot be read: {broken.why}")
    names = [str(cell).strip() for cell in cells]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise UnreadableFile(f"two columns are called {twice[0]!r}: give each a name of its own")
    return names


def _by_column(header: Sequence[str], cells: Sequence[Any], wanted: Collection[str]) -> tuple[dict[str, str], str]:
    row = dict(zip(header, cells, strict=False))
    broken = {name: cell for name, cell in row.items() if isinstance(cell, excel.BadCell)}
    texts = {name: "" if name in broken else str(cell) for name, cell in row.items()}
    if len(cells) > len(header):
        return texts, f"it has {len(cells)} fields where the header has {len(header)}"
    matters = [cell.why for name, cell in broken.items() if name in wanted or not set(header) >= set(wanted)]
    return texts, matters[0] if matters else ""
