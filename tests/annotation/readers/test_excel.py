"""Excel as it is and as it is not: cells as text, and archives that are bombs, damaged or something else."""

from __future__ import annotations

import datetime
import io
import zipfile
from collections.abc import Sequence
from typing import Any

import openpyxl
import pytest

from annotation.errors import Unreadable
from annotation.readers import rows
from annotation.readers.json_rows import Broken

Lines = Sequence[Sequence[Any]]


def workbook(*sheets: Lines) -> bytes:
    """An Excel file with these sheets."""
    book = openpyxl.Workbook(write_only=True)
    for lines in sheets:
        sheet = book.create_sheet()
        for line in lines:
            sheet.append(list(line))
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def replaced(file: bytes, name: str, old: bytes, new: bytes) -> bytes:
    """The Excel file with something else in one of its entries."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(file)) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for entry in source.namelist():
            content = source.read(entry)
            target.writestr(entry, content.replace(old, new) if entry == name else content)
    return out.getvalue()


SHEET = "xl/worksheets/sheet1.xml"


def column(*values: Any) -> list[Any]:
    """What is read of a column of cells; beside it a number, so that no row is blank."""
    file = workbook([["value", "row"], *([value, place] for place, value in enumerate(values))])
    return [row.cells["value"] for row in rows.table(file).rows]


def test_whole_numbers_are_whole_and_blanks_are_missing() -> None:
    """G11: 7 beside a blank stays 7, not 7.0."""
    assert column(7, None, 7.0, 0.5, -3, "7.0") == ["7", "", "7", "0.5", "-3", "7.0"]


def test_ids_that_are_text_stay_as_they_are() -> None:
    """G5, X11."""
    ids = ["432111314109063038", "00001", "50060e8007123400", "1E5", " 7 "]
    assert column(*ids) == ids


def test_a_number_whose_digits_excel_has_lost_is_refused_by_its_cell() -> None:
    """G5: a number of 18 digits typed into Excel has fifteen; the rest are noughts that nobody wrote."""
    file = replaced(workbook([["id"], [1]]), SHEET, b"<v>1</v>", b"<v>4.3211131410906304E+17</v>")
    (cell,) = [row.cells["id"] for row in rows.table(file).rows]
    assert isinstance(cell, Broken)
    assert "the cell A2 has a number of more than 15 digits" in cell.why


def test_dates_and_truths_are_written_out() -> None:
    day = datetime.datetime(2023, 4, 27)  # noqa: DTZ001 - Excel knows no zones
    moment = datetime.datetime(2023, 4, 27, 13, 14)  # noqa: DTZ001
    assert column(day, moment, True) == ["2023-04-27", "2023-04-27 13:14:00", "TRUE"]


def test_a_formula_and_an_error_are_refused_by_their_cells() -> None:
    found = column("=1+1", "#N/A", "'=1+1")
    assert found[0] == Broken("the cell A2 has a formula; save its value instead")
    assert found[1] == Broken("the cell A3 has the error #N/A")
    assert found[2] == "'=1+1"


def test_the_first_sheet_with_something_in_it_is_read() -> None:
    assert rows.table(workbook([], [["id"], ["a"]], [["other"], ["b"]])).columns == ("id",)


def test_a_sheet_may_begin_lower_and_lie_about_its_size() -> None:
    file = replaced(workbook([[], [], ["id", "text"], ["1", "a"]]), SHEET, b'ref="A3:B4"', b'ref="A1:XFD1048576"')
    (row,) = rows.table(file).rows
    assert (row.number, row.cells) == (4, {"id": "1", "text": "a"})


def test_a_cell_far_away_costs_its_row_only() -> None:
    file = replaced(workbook([["id"], ["1"], ["2"]]), SHEET, b'r="A2"', b'r="ZZ2"')
    assert [row.broken is None for row in rows.table(file).rows] == [False, True]


def test_a_sheet_wider_than_excel_is_refused_at_once() -> None:
    """Each such row would cost the memory of eighteen thousand cells: beyond Excel's own last column."""
    file = replaced(workbook([["id"], ["1"]]), SHEET, b'r="A2"', b'r="ZZZ2"')
    with pytest.raises(Unreadable, match="more than 16,384 columns"):
        rows.table(file)


def test_an_archive_that_unpacks_to_too_much_is_refused_before_it_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("label_formats.excel.LARGEST", 100_000)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        target.writestr("[Content_Types].xml", b"0" * 5_000_000)
    assert len(out.getvalue()) < 10_000
    with pytest.raises(Unreadable, match="5,000,000 bytes"):
        rows.table(out.getvalue())


def test_an_archive_of_very_many_entries_is_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as target:
        for number in range(1_001):
            target.writestr(str(number), b"")
    with pytest.raises(Unreadable, match="1,001 entries"):
        rows.table(out.getvalue())


def test_entities_that_unfold_are_refused() -> None:
    """The billion laughs, which defusedxml stops."""
    bomb = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><worksheet'
    file = replaced(workbook([["id"], ["1"]]), SHEET, b"<worksheet", bomb)
    with pytest.raises(Unreadable, match="damaged"):
        rows.table(file)


@pytest.mark.parametrize("until", [30, 400, -40, -1])
def test_a_file_that_breaks_off_is_damaged(until: int) -> None:
    with pytest.raises(Unreadable, match="damaged"):
        rows.table(workbook([["id"], ["1"]])[:until])


def test_another_archive_is_no_excel_file() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as target:
        target.writestr("items.json", b"[]")
    with pytest.raises(Unreadable, match="no Excel file"):
        rows.table(out.getvalue())


def test_an_empty_workbook_is_an_empty_table() -> None:
    with pytest.raises(Unreadable, match="empty"):
        rows.table(workbook([]))
