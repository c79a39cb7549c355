"""Does the agreement in an Excel file come out as that of the same labels in a CSV?"""

import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from typer.testing import CliRunner, Result

from agreement.errors import UnreadableFile
from agreement.label_file import read_label_file
from agreement.report_command import app

ROWS = [("item", "rater", "label"), *((f"0{n}", rater, n % 2) for n in range(6) for rater in ("安", "b"))]


def workbook(rows: Sequence[Sequence[Any]]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.worksheets[0].append(list(row))
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def run(file: Path, content: bytes, *options: str) -> Result:
    file.write_bytes(content)
    return CliRunner().invoke(app, [str(file), "--bootstrap", "20", "--json", *options])


def test_the_report_is_that_of_the_same_labels_in_a_csv(tmp_path: Path) -> None:
    as_csv = "".join(",".join(map(str, row)) + "\n" for row in ROWS).encode()
    found = [run(tmp_path / "labels", content) for content in (workbook(ROWS), as_csv)]
    assert [result.exit_code for result in found] == [0, 0]
    assert json.loads(found[0].stdout) == json.loads(found[1].stdout)


def test_ids_stay_as_they_stand_there_and_rows_have_the_sheets_numbers() -> None:
    read = read_label_file(workbook([ROWS[0], (), ("007", "a", 1), (8, "b", 2.5)]), names={})
    assert read.table.to_dict("index") == {
        3: {"item": "007", "rater": "a", "label": "1"},
        4: {"item": "8", "rater": "b", "label": "2.5"},
    }


def test_a_formula_costs_its_row_where_its_column_is_used_and_nothing_elsewhere() -> None:
    rows = [(*ROWS[0], "comment"), ("i1", "a", "y", "=1+1"), ("i2", "a", "=A1", ""), ("i3", "a", "y", "")]
    read = read_label_file(workbook(rows), names={})
    assert read.table["item"].tolist() == ["i1", "i3"]
    assert [(row.row, row.id, row.why) for row in read.refused] == [
        (3, "i2", "the cell C3 has a formula; save its value instead")
    ]


def test_in_a_wide_table_it_always_costs_its_row(tmp_path: Path) -> None:
    result = run(tmp_path / "wide.xlsx", workbook([("item", "a", "b"), ("i1", "y", "=1"), ("i2", "y", "y")]), "--wide")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["rows_refused"][0]["why"] == "the cell C2 has a formula; save its value instead"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"\xd0\xcf\x11\xe0 old", "old Excel file"),
        (workbook([("item", "item")]), "two columns are called 'item'"),
        (workbook([("=A1", "rater")]), "the header cannot be read: the cell A1 has a formula"),
        (workbook([]), "no row besides its header"),
    ],
)
def test_what_is_no_table_is_refused_with_the_reason(content: bytes, why: str) -> None:
    with pytest.raises(UnreadableFile, match=why):
        read_label_file(content, names={})
