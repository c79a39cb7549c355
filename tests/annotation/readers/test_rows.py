"""Rows out of tables and JSON: delimiters, headers, cells as text, and what costs a row or the file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from annotation.errors import Unreadable
from annotation.readers import rows
from annotation.readers.json_rows import Broken

ZH = (
    "zh_tasks_utf8.csv",
    "zh_tasks_utf8_bom_crlf.csv",
    "zh_tasks_gb18030.csv",
    "zh_tasks_gbk.csv",
    "zh_tasks_utf16le_bom.txt",
    "zh_tasks_semicolon.csv",
    "zh_tasks.xlsx",
)


def cells(found: rows.Rows) -> list[dict[str, Any]]:
    return [dict(row.cells) for row in found.rows]


@pytest.mark.parametrize("name", ZH)
def test_one_table_in_seven_encodings_is_the_same_two_hundred_rows(name: str, shared_data: Path) -> None:
    """data/README.md: ids 00001 and on, as text."""
    found = rows.table((shared_data / "import" / name).read_bytes())
    assert found.columns == ("编号", "用户", "日期", "提问", "回复")
    assert [row.cells["编号"] for row in found.rows] == [f"{number:05}" for number in range(1, 201)]
    assert cells(found) == cells(rows.table((shared_data / "import" / ZH[0]).read_bytes()))
    assert not [row for row in found.rows if row.broken]


@pytest.mark.parametrize("sign", [",", ";", "\t", "|"])
def test_the_delimiter_is_found_even_where_texts_have_the_others(sign: str) -> None:
    table = [["id", "text"], ["1", "one, two; three"], ["2", "a|b\tc"]]
    file = "\n".join(sign.join(f'"{cell}"' for cell in line) for line in table)
    assert cells(rows.table(file.encode())) == [{"id": "1", "text": "one, two; three"}, {"id": "2", "text": "a|b\tc"}]


def test_one_column_of_texts_with_commas_is_one_column() -> None:
    assert cells(rows.table(b"text\nyes, I know\nno\n")) == [{"text": "yes, I know"}, {"text": "no"}]


def test_a_mark_before_the_first_column_is_no_part_of_its_name() -> None:
    """G1, also where a program has written the mark twice."""
    assert rows.table("\ufeff\ufeffid,text\n1,a\n".encode()).columns == ("id", "text")


def test_numbers_are_the_text_that_stands_there() -> None:
    """G4, G5, X11: an all-numeric table, ids of 18 digits beside a blank, and what only looks like a number."""
    file = b"id,text\n432111314109063038,1\n,0\n50060e8007123400,1.50\n00001,7\n"
    assert [row.cells["id"] for row in rows.table(file).rows] == ["432111314109063038", "", "50060e8007123400", "00001"]
    assert [row.cells["text"] for row in rows.table(file).rows] == ["1", "0", "1.50", "7"]


def test_a_row_with_another_number_of_cells_is_broken_and_says_so() -> None:
    found = rows.table(b"id,text\n1,a\n2,b,c\n3\n4,d\n")
    assert [row.number for row in found.rows if row.broken] == [3, 4]
    assert found.rows[1].broken == Broken("the row has 3 cells where the header has 2")


def test_blank_rows_are_no_rows_and_numbers_are_those_a_spreadsheet_shows() -> None:
    assert [row.number for row in rows.table(b'id,text\n\n1,"a\nb"\n,\n2,c\n').rows] == [3, 5]


def test_a_column_without_a_name_is_not_read() -> None:
    found = rows.table(b"id,,text,\n1,x,a,\n")
    assert (found.columns, cells(found)) == (("id", "text"), [{"id": "1", "text": "a"}])


@pytest.mark.parametrize(
    ("file", "why"),
    [
        (b"\n \n", "empty"),
        (b"id,text,id\n1,a,2\n", "two columns 'id'"),
        (b'id,text\n1,"a\n2,b\n', "breaks off at line"),
        (b'id,text\n1,"' + b"a" * 10_000_001 + b'"\n', "breaks off"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old Excel file"),
    ],
)
def test_a_file_without_a_table_is_refused(file: bytes, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        rows.table(file)


def test_a_cell_too_long_costs_itself_only() -> None:
    (first, second) = rows.table(b"id,text\n1," + b"a" * 1_000_001 + b"\n2,b\n").rows
    assert isinstance(first.cells["text"], Broken)
    assert second.cells == {"id": "2", "text": "b"}


def test_too_many_rows_or_columns_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "MOST_ROWS", 2)
    with pytest.raises(Unreadable, match="more than 2 rows"):
        rows.table(b"a,b\n1,2\n1,2\n1,2\n")
    monkeypatch.setattr(rows, "MOST_COLUMNS", 1)
    with pytest.raises(Unreadable, match="more than 1 columns"):
        rows.table(b"a,b\n1,2\n")


# --- JSON -----------------------------------------------------------------------------------------------------------

RECORDS = [{"id": 7, "data": {"text": "你好", "more": {"deep": [1]}}}, {"id": "0008", "data": {"text": None}}]


@pytest.mark.parametrize("form", ["list", "lines", "lines with blanks"])
def test_json_lines_and_a_json_list_are_the_same_rows(form: str) -> None:
    lines = [json.dumps(record, ensure_ascii=False) for record in RECORDS]
    file = {"list": json.dumps(RECORDS), "lines": "\n".join(lines), "lines with blanks": "\r\n\r\n".join(lines)}[form]
    found = rows.objects(file.encode())
    assert cells(found) == [{"id": 7, "data.text": "你好", "data.more.deep": [1]}, {"id": "0008", "data.text": None}]
    assert found.columns == ("id", "data.text", "data.more.deep")


def test_one_record_over_many_lines_is_one_row() -> None:
    assert cells(rows.objects(json.dumps(RECORDS[0], indent=2).encode()))[0]["id"] == 7


@pytest.mark.parametrize("bad", ["{", "[1]", '"text"', "{'a': 1}", '{"a": ' + "[" * 100_000])
def test_a_line_that_is_no_object_costs_itself_only(bad: str) -> None:
    found = rows.objects(f'{{"id": 1}}\n{bad}\n{{"id": 3}}'.encode())
    assert [(row.number, row.broken is None) for row in found.rows] == [(1, True), (2, False), (3, True)]


@pytest.mark.parametrize(
    ("file", "why"),
    [(b"[]", "list in the file is empty"), (b"[" * 100_000, "nested too deeply"), (b"[1, 2", "not JSON: line 1")],
)
def test_a_file_without_records_is_refused(file: bytes, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        rows.objects(file)


def test_more_objects_than_memory_holds_are_refused_before_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("annotation.readers.json_rows.MOST_PARTS", 3)
    with pytest.raises(Unreadable, match="more than 3 objects"):
        rows.objects(b"[{}, {}, {}]")


def test_a_name_that_is_no_text_is_named_and_no_other_row_is_lost() -> None:
    """N10 in kind: such a name can be neither shown nor stored."""
    found = rows.objects(b'{"id": "a", "text": "x"}\n{"id": "b", "te\\ud83dxt": "y"}\n')
    assert found.columns == ("id", "text")
    assert [(row.number, row.broken is None) for row in found.rows] == [(1, True), (2, False)]
    assert "te\N{REPLACEMENT CHARACTER}xt" in str(found.rows[1].broken)
    for name in ("te\0xt", "te\ud83dxt"):
        with pytest.raises(Unreadable, match="give it another"):
            rows.table(f"id,{name}\na,b\n".encode(errors="surrogatepass"))
