"""Label files: csv, tsv and jsonl read row by row, everything as text, and the apostrophe of spreadsheets."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.errors import Unreadable
from annotation.label_files import LabelRow, guarded, plain, read
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
        (b"", "no column 'item'; it has none"),
        (b"id,rater,label\n", "no column 'item'; it has id, rater, label"),
        (b"item,ann,bo\na,must,nice\n", "no column 'rater'"),
        (b"item,rater,label,label\na,b,c,d\n", "two columns 'label'"),
        (b'item,rater,label\na,b,"c', "line 2"),
        ("item,rater,label\na,b,\u00e9\n".encode("cp1252"), "not UTF-8"),
        ("item,rater,label\na,b,c\n".encode("utf-16"), "not UTF-8"),
    ],
)
def test_a_file_that_is_no_such_table_is_refused_whole(file: bytes, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        read(file)


# --- What a spreadsheet would run -----------------------------------------------------------------------------------


@given(st.text() | st.text(alphabet="'=+-@\t\ra"))
def test_the_apostrophe_comes_off_again_exactly(text: str) -> None:
    """X1."""
    assert plain(guarded(text)) == text


@given(st.text() | st.text(alphabet="'=+-@\t\ra"))
def test_nothing_guarded_begins_as_a_formula(text: str) -> None:
    """X1."""
    assert not guarded(text).startswith(("=", "+", "-", "@", "\t", "\r"))


@pytest.mark.parametrize("text", ["", "plain", "'quoted'", "it's", "1-1", " =1", "記憶"])
def test_a_text_that_no_spreadsheet_runs_is_left_alone(text: str) -> None:
    assert guarded(text) == plain(text) == text


def test_the_apostrophe_is_taken_off_where_a_spreadsheet_wrote_it() -> None:
    """A comment in jsonl was never guarded, so an apostrophe there is the person's own."""
    (row,) = rows_of(label_file([["a", "", "", "b", "c", "", "", "'=1+1"]], columns=LONG))
    assert row.comment == "=1+1"
    (row,) = rows_of(jsonl({"item": "a", "rater": "b", "label": "c", "comment": "'=1+1"}))
    assert row.comment == "'=1+1"
