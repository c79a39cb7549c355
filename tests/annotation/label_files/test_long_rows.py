"""Long tables of labels: csv, tsv, Excel and jsonl read row by row, everything as text."""

from __future__ import annotations

import io
import json
from datetime import timedelta
from typing import Any

import openpyxl
import pytest

from annotation.errors import Unreadable, WrongUse
from annotation.label_files import How, LabelRow, read
from tests.studies import NOW, label_file

LONG = ("item", "target", "question", "rater", "label", "round", "time", "comment")


def jsonl(*rows: Any) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode("utf-8")


def rows_of(file: bytes) -> list[LabelRow]:
    found = read(file)
    assert found.refused == []
    return found.rows


def test_a_row_is_read_as_text() -> None:
    assert rows_of(
        label_file([["0001", "m1", "role", "7", "must", "2", "2026-01-02T03:04:05Z", "why"]], columns=LONG)
    ) == [
        LabelRow(
            row=2,
            item="0001",
            target="m1",
            question="role",
            rater="7",
            label="must",
            round=2,
            time=NOW,
            comment="why",
        )
    ]


def test_target_question_round_time_and_comment_may_be_missing() -> None:
    (row,) = rows_of(b"item,rater,label\na,b,c\n")
    assert (row.target, row.question, row.round, row.time, row.comment) == ("", "", None, None, "")


@pytest.mark.parametrize(
    "file",
    [
        b"item,rater,label\r\n432111314109063038x,7,must\r\n432111314109063038,,must\r\n",
        b"item\trater\tlabel\n432111314109063038x\t7\tmust\n432111314109063038\t\tmust\n",
        b"item;rater;label\n432111314109063038x;7;must\n432111314109063038;;must\n",
        b'{"item": "432111314109063038x", "rater": 7, "label": "must"}\n'
        b'{"item": 432111314109063038, "rater": null, "label": "must"}\n',
    ],
    ids=["csv", "tsv", "semicolon", "jsonl"],
)
def test_long_and_numeric_ids_stay_exact_beside_a_blank(file: bytes) -> None:
    """G5, G11: never 7.0, never rounded; and a row without a rater is refused, with its id."""
    found = read(file)
    assert [(row.item, row.rater) for row in found.rows] == [("432111314109063038x", "7")]
    assert [(row.row, row.id, row.why) for row in found.refused] == [
        (2 if file.startswith(b"{") else 3, "432111314109063038", "the rater is empty")
    ]


@pytest.mark.parametrize(
    "time",
    ["2026-01-02T03:04:05Z", "2026-01-02 03:04:05", "2026-01-02T05:04:05+02:00", " 20260102T030405Z "],
)
def test_a_time_is_utc_unless_it_says_otherwise(time: str) -> None:
    (row,) = rows_of(label_file([["a", "b", "c", time]], columns=("item", "rater", "label", "time")))
    assert (row.time, row.time and row.time.utcoffset()) == (NOW, timedelta())


def test_a_byte_order_mark_is_no_part_of_the_first_column() -> None:
    """G1."""
    assert rows_of(b"\xef\xbb\xbfitem,rater,label\na,b,c\n")[0].item == "a"


def test_a_numeric_table_is_a_table() -> None:
    """G4."""
    assert [
        row.label
        for row in rows_of(
            label_file([[str(n), "1", str(n % 2)] for n in range(20)], columns=("item", "rater", "label"))
        )
    ] == [str(n % 2) for n in range(20)]


def test_a_cell_holds_commas_quotes_and_lines() -> None:
    text = 'She said "no, never",\r\nand left.\n\u2028\x85 記憶'
    for file in (
        label_file([["a", text, "role", "b", "c"]]),
        jsonl({"item": "a", "target": text, "rater": "b", "label": "c"}),
    ):
        assert rows_of(file)[0].target == text


@pytest.mark.parametrize("label", ["", "  ", "\t"])
def test_a_blank_label_is_missing(label: str) -> None:
    assert rows_of(label_file([["a", "", "", "b", label]]))[0].label == ""
    assert rows_of(jsonl({"item": "a", "rater": "b", "label": None}))[0].label == ""


@pytest.mark.parametrize(
    ("cells", "why"),
    [
        (["", "m1", "role", "ann", "must", "", "", ""], "the item is empty"),
        (["bad", "m1", "role", " ", "must", "", "", ""], "the rater is empty"),
        (["bad", "m1", "role", "ann", "must", "one", "", ""], "the round 'one' is not a whole number"),
        (["bad", "m1", "role", "ann", "must", "1.0", "", ""], "the round '1.0' is not a whole number"),
        (["bad", "m1", "role", "ann", "must", "9" * 5000, "", ""], "is not a whole number"),
        (["bad", "m1", "role", "ann", "must", "²", "", ""], "is not a whole number"),
        (["bad", "m1", "role", "ann", "must", "", "yesterday", ""], "the time 'yesterday' is not written like"),
        (["bad", "m1", "role", "ann", "must", "", "0001-01-01T00:00:00+14:00", ""], "is not written like"),
        (["bad", "a\0b", "role", "ann", "must", "", "", ""], "NUL"),
        (["bad", "m1", "role", "ann", "must", "", "", "a\0b"], "NUL"),
        (["bad", "m1", "role", "ann", "4", "5", "", "", ""], "9 cells where the header has 8"),
        (["bad", "m1", "role", "ann"], "4 cells where the header has 8"),
    ],
)
def test_a_bad_row_is_refused_with_its_number_and_the_others_are_read(cells: list[str], why: str) -> None:
    """J8 among them: a decimal comma moves the cells of its row."""
    good = ["a", "m1", "role", "ann", "must", "", "", ""]
    found = read(label_file([good, cells, good], columns=LONG))
    assert [row.row for row in found.rows] == [2, 4]
    (refused,) = found.refused
    assert (refused.row, refused.id) == (3, cells[0])
    assert why in refused.why


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ({"item": "bad", "rater": "ann", "label": 4.5}, "the label is neither text nor a whole number"),
        ({"item": "bad", "rater": "ann", "label": True}, "the label is neither text nor a whole number"),
        ({"item": "bad", "rater": ["ann"], "label": "4"}, "the rater is neither text nor a whole number"),
        ({"item": "bad", "label": "4"}, "the rater is empty"),
        ({"item": "bad", "target": "a\0b", "rater": "ann", "label": "4"}, "NUL"),
    ],
)
def test_a_bad_object_is_refused_with_its_number(row: dict[str, Any], why: str) -> None:
    good = {"item": "a", "rater": "b", "label": 4}
    found = read(jsonl(good, row, good))
    assert [each.label for each in found.rows] == ["4", "4"]
    (refused,) = found.refused
    assert (refused.row, refused.id) == (2, "bad")
    assert why in refused.why


@pytest.mark.parametrize("line", [b"[1]", b'{"item"', b'{"item": ' + b"[" * 100_000])
def test_a_line_that_is_no_object_is_refused_with_its_number(line: bytes) -> None:
    found = read(b'{"item": "a", "rater": "b", "label": "c"}\n' + line + b"\n")
    assert (len(found.rows), [(row.row, row.id) for row in found.refused]) == (1, [(2, "")])


@pytest.mark.parametrize("raw", [b"\\ud800", b"\0", "\ud800".encode("utf-8", "surrogatepass")])
def test_what_no_text_can_hold_costs_its_own_line_only(raw: bytes) -> None:
    """N10."""
    good, bad = (jsonl({"item": item, "target": "TEXT", "rater": "r", "label": "c"}) for item in ("a", "bad"))
    found = read(good + bad.replace(b"TEXT", raw) + good)
    assert [row.row for row in found.rows] == [1, 3]
    assert [(row.row, row.id) for row in found.refused] == [(2, "bad")]
    if raw != b"\\ud800":
        found = read(label_file([["bad", "TEXT", "role", "r", "c"]]).replace(b"TEXT", raw))
        assert [(row.row, row.id) for row in found.refused] == [(2, "bad")]


def test_empty_lines_and_rows_of_empty_cells_are_no_rows() -> None:
    """Spreadsheets leave such rows below the table."""
    assert len(rows_of(b"item,rater,label\n\na,b,c\n,,\n\n")) == 1
    assert len(rows_of(b'{"item": "a", "rater": "b", "label": "c"}\n\n  \n')) == 1


@pytest.mark.parametrize(
    ("file", "why"),
    [
        (b"", "empty"),
        (b"id,rater,label\n", "no column 'item'; it has id, rater, label"),
        (b"item,ann,bo\na,must,nice\n", "no column 'rater'"),
        (b"item,rater,label,label\na,b,c,d\n", "two columns 'label'"),
        (b'item,rater,label\na,b,"c', "line 2"),
        ("item,rater,label\na,b,\u00c4\u00f6\u00dc\u00df\u00e9\n".encode("mac-roman"), "not UTF-8"),
    ],
)
def test_a_file_that_is_no_such_table_is_refused_whole(file: bytes, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        read(file)


def test_the_apostrophe_is_taken_off_where_a_spreadsheet_wrote_it() -> None:
    """A comment in jsonl was never guarded, so an apostrophe there is the person's own."""
    (row,) = rows_of(label_file([["a", "", "", "b", "c", "", "", "'=1+1"]], columns=LONG))
    assert row.comment == "=1+1"
    (row,) = rows_of(jsonl({"item": "a", "rater": "b", "label": "c", "comment": "'=1+1"}))
    assert row.comment == "'=1+1"


# --- Who answered twice -----------------------------------------------------------------------------------------------

TIMED = ("item", "rater", "label", "time")
EARLY, LATE = "2026-01-02T03:04:05Z", "2026-01-02T03:04:06Z"


def test_of_two_timed_answers_by_one_rater_the_latest_counts_and_it_is_said() -> None:
    found = read(label_file([["a", "7", "new", LATE], ["a", "7", "old", EARLY], ["b", "7", "x", EARLY]], columns=TIMED))
    assert [(row.row, row.label) for row in found.rows] == [(2, "new"), (4, "x")]
    assert (found.dropped, found.understood) == (
        {"repeated": 1},
        ("Dropped: 1 answered again later by the same person (row 3).",),
    )


def test_two_raters_in_one_second_are_both_there() -> None:
    """G12."""
    assert len(rows_of(label_file([["a", "7", "x", EARLY], ["a", "8", "y", EARLY]], columns=TIMED))) == 2


def test_where_no_time_decides_both_stay_for_the_import_to_refuse() -> None:
    assert len(rows_of(label_file([["a", "7", "x", EARLY], ["a", "7", "y", EARLY]], columns=TIMED))) == 2
    assert len(rows_of(label_file([["a", "7", "x", EARLY], ["a", "7", "y", ""]], columns=TIMED))) == 2
    in_rounds = label_file([["a", "7", "x", EARLY, "1"], ["a", "7", "y", LATE, "2"]], columns=(*TIMED, "round"))
    assert len(rows_of(in_rounds)) == 2


def test_a_judge_s_answers_are_never_merged() -> None:
    found = read(label_file([["a", "7", "x", EARLY], ["a", "7", "y", LATE]], columns=TIMED), of="judge")
    assert len(found.rows) == 2


# --- What stands beside a label ---------------------------------------------------------------------------------------


def test_why_somebody_cannot_judge_and_how_sure_they_are_are_read() -> None:
    columns = ("item", "rater", "label", "cannot", "confidence")
    first, second = rows_of(label_file([["a", "7", "", "'=too short", ""], ["a", "8", "x", "", "3"]], columns=columns))
    assert (first.label, first.cannot, first.confidence) == ("", "=too short", None)
    assert (second.label, second.cannot, second.confidence) == ("x", "", 3)
    found = read(label_file([["a", "7", "x", "", "4"]], columns=columns))
    assert found.refused[0].why == "the confidence '4' is none of 1, 2 and 3"


# --- Other columns, other files ---------------------------------------------------------------------------------------


def test_columns_may_be_called_otherwise() -> None:
    how = How(columns={"item": "id", "rater": "annotator", "label": "sentiment"})
    file = b"id,annotator,sentiment,item\n0001,7,pos,x\n"
    (row,) = read(file, how=how).rows
    assert (row.item, row.rater, row.label) == ("0001", "7", "pos")
    with pytest.raises(Unreadable, match="no column 'annotator'"):
        read(b"id,sentiment\n1,pos\n", how=how)
    with pytest.raises(WrongUse, match="no column 'labels'"):
        How(columns={"labels": "x"})


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "gb18030"])
def test_the_encoding_is_found(encoding: str) -> None:
    """G3."""
    file = "item,rater,label,comment\n一,小李,合适,这条记忆和对话有关系\n".encode(encoding)
    (row,) = read(file).rows
    assert (row.item, row.rater, row.label, row.comment) == ("一", "小李", "合适", "这条记忆和对话有关系")


def test_an_excel_file_is_a_table_and_its_whole_numbers_have_no_point() -> None:
    """G11, X11."""
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    for cells in (["item", "rater", "label"], ["50060e8007123400", 7, 4.0], ["b", None, "4,5"], ["c", "7", "4,5"]):
        sheet.append(cells)
    page = io.BytesIO()
    book.save(page)
    found = read(page.getvalue())
    assert [(row.row, row.item, row.rater, row.label) for row in found.rows] == [
        (2, "50060e8007123400", "7", "4"),
        (4, "c", "7", "4,5"),
    ]
    assert [(row.row, row.id, row.why) for row in found.refused] == [(3, "b", "the rater is empty")]


def test_a_json_list_is_a_table_and_a_rater_that_became_a_fraction_is_whole_again() -> None:
    """G11: what pandas writes where a column of whole numbers has a blank."""
    file = json.dumps([{"item": "a", "rater": 7.0, "label": "x"}, {"item": "a", "rater": None, "label": "x"}]).encode()
    found = read(file)
    assert [(row.row, row.rater) for row in found.rows] == [(1, "7")]
    assert [(row.row, row.why) for row in found.refused] == [(2, "the rater is empty")]
