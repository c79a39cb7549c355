"""The Excel writer: texts stay texts, nothing runs, and what Excel cannot hold is refused before anything is sent."""

from __future__ import annotations

import io
from typing import Any

import openpyxl
import pytest

from annotation.errors import WrongUse
from annotation.readers import excel
from exports.writers import FreeText
from exports.writers import xlsx as writer

COLUMNS = {"id": str, "text": str, "n": int, "share": float}


def written(*rows: dict[str, Any]) -> bytes:
    return b"".join(writer.table(rows, columns=COLUMNS))


def row(**cells: Any) -> dict[str, Any]:
    return dict.fromkeys(COLUMNS) | cells


def cells(file: bytes) -> list[tuple[Any, ...]]:
    sheet = openpyxl.load_workbook(io.BytesIO(file)).active
    assert sheet is not None
    return [tuple((cell.value, cell.data_type) for cell in line) for line in sheet.iter_rows(min_row=2)]


@pytest.mark.parametrize(
    "name", ["50060e8007123400", "0001", "432111314109063038", "1e5", "TRUE", "2026-01-02", "=1+1", " 7 ", "#N/A"]
)
def test_an_id_is_exactly_its_text(name: str) -> None:
    """X11, G5: no number, no date, no formula."""
    file = written(row(id=name))
    assert cells(file)[0][0] == (name, "s")
    assert list(excel.lines(file))[1][1][0] == name


def test_free_text_is_guarded_and_ids_and_numbers_are_not() -> None:
    """X1."""
    (found,) = cells(written(row(id="+x", text=FreeText("=HYPERLINK(1)"), n=-1, share=-0.5)))
    assert found == (("+x", "s"), ("'=HYPERLINK(1)", "s"), (-1, "n"), (-0.5, "n"))


def test_what_is_missing_is_an_empty_cell() -> None:
    """X8."""
    (found,) = cells(written(row(id="a")))
    assert [value for value, _ in found] == ["a", None, None, None]


def test_chinese_emoji_and_lines_come_back() -> None:
    """X10: Excel needs no mark here."""
    for text in ("记忆 👩‍👩‍👧", "مرحبا", "two\nlines", "tab\tinside"):
        assert cells(written(row(text=FreeText(text))))[0][1] == (text, "s")


@pytest.mark.parametrize(
    ("text", "why"),
    [("x" * 32_768, "holds 32,767 characters; the column 'text' of row 3 has 32,768"), ("a\x0bb", "U\\+000B")],
)
def test_what_excel_cannot_hold_is_refused_with_its_place_before_a_byte_is_sent(text: str, why: str) -> None:
    pieces = writer.table([row(id="a"), row(id="b", text=FreeText(text))], columns=COLUMNS)
    with pytest.raises(WrongUse, match=why):
        next(pieces)


def test_a_long_table_comes_in_pieces_and_whole() -> None:
    file = written(*(row(id=f"{n:05}", text=FreeText(f"text {n * 7919 % 10007}")) for n in range(3_000)))
    assert [line[0][0] for line in cells(file)] == [f"{n:05}" for n in range(3_000)]
