"""Is a file of labels read as it stands, and refused row by row where it cannot be?"""

import contextlib

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agreement.errors import ColumnsMissing, UnreadableFile
from agreement.label_file import LabelFile, long_table, read_label_file


def read(text: str) -> LabelFile:
    return read_label_file(text.encode(), names={})


def cells(table: pd.DataFrame) -> list[list[str]]:
    return [list(map(str, row)) for row in table.itertuples(index=False)]


@pytest.mark.parametrize("delimiter", [",", "\t", ";"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_tables_are_told_apart_by_content(delimiter: str, newline: str, mark: str) -> None:
    """G1: a byte order mark is no part of the first column's name."""
    lines = [["item", "rater", "label"], ["0001", "安", "yes, I think" if delimiter != "," else "yes"]]
    found = read(mark + "".join(delimiter.join(line) + newline for line in lines))
    assert list(found.table.columns) == ["item", "rater", "label"]
    assert cells(found.table) == [lines[1]]


def test_json_lines_keep_numbers_as_they_are_written() -> None:
    found = read('{"item": 432111314109063038, "rater": 7, "label": 4.0}\n\n{"item": "b", "rater": "x", "label": null}')
    assert cells(found.table) == [["432111314109063038", "7", "4.0"], ["b", "x", ""]]
    assert list(found.table.index) == [1, 3]


def test_ids_and_labels_stay_text() -> None:
    """G5, G11: eighteen digits beside a blank, leading zeros, NA as a word."""
    found = read("item,rater,label\n432111314109063038,7,01\n0001,,NA\n")
    assert cells(found.table) == [["432111314109063038", "7", "01"], ["0001", "", "NA"]]


def test_rows_are_numbered_as_a_spreadsheet_shows_them() -> None:
    found = read('item,rater,label\ni1,ann,"two\nlines"\n\ni2,ann,yes\n')
    assert list(found.table.index) == [2, 4]


def test_a_row_with_too_few_or_too_many_fields_is_refused() -> None:
    found = read("item,rater,label\ni1,ann\ni2,ann,yes,no\ni3,ann,yes\n")
    assert [(row.row, row.id) for row in found.refused] == [(2, "i1"), (3, "i2")]
    assert found.refused[0].why == "it has 2 fields where the header has 3"
    assert cells(found.table) == [["i3", "ann", "yes"]]


def test_lines_that_are_no_json_object_are_refused() -> None:
    found = read('{"item": "i1", "rater": "a", "label": "y"}\n{"item": \n[1]\n{"item": "i2", "label": ["y"]}')
    assert [row.row for row in found.refused] == [2, 3, 4]
    assert found.refused[-1].id == "i2"
    assert found.refused[-1].why == "its 'label' is a list or an object, not a text"


def test_a_list_beside_the_labels_is_left_alone() -> None:
    found = read('{"item": "i1", "rater": "a", "label": "y", "turns": [1, 2]}')
    assert cells(found.table) == [["i1", "a", "y"]]


def test_half_a_character_or_a_nul_refuses_its_row_and_no_other() -> None:
    """N10."""
    good = '{"item": "i1", "rater": "a", "label": "y"}\n'
    found = read(good + '{"item": "\\ud83d", "rater": "a", "label": "y"}')
    assert [(row.row, row.id) for row in found.refused] == [(2, "\N{REPLACEMENT CHARACTER}")]
    found = read("item,rater,label\ni1,a,y\ni2,a,y\0\n")
    assert [row.row for row in found.refused] == [3]
    assert cells(found.table) == [["i1", "a", "y"]]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("item,rater,label\nПривет,a,y".encode("cp1251"), r"not UTF-8 \(byte 18, line 2\)"),
        (b"", "no row besides its header"),
        (b"item,rater,label\n", "no row besides its header"),
        (b"item,rater,label\ni1\n", "row 2: it has 1 fields"),
        (b"item,item,label\n1,2,3\n", "two columns are called 'item'"),
        (b'item,rater,label\ni1,a,"y\n', "line 2 of the file is broken"),
    ],
)
def test_what_is_no_table_is_refused_with_the_reason(content: bytes, why: str) -> None:
    """G3 in kind: bytes that are not UTF-8 are never decoded to something else."""
    with pytest.raises(UnreadableFile, match=why):
        read_label_file(content, names={})


def frame(*columns: str) -> pd.DataFrame:
    return pd.DataFrame([["x"] * len(columns)], columns=list(columns), index=[2])


def test_columns_go_by_the_names_they_are_given() -> None:
    table = long_table(frame("id", "who", "label", "text"), names={"item": "id", "rater": "who"}, wide=False)
    assert list(table.columns) == ["item", "rater", "label"]


def test_a_column_that_is_named_must_be_there_and_target_and_question_need_not_be_otherwise() -> None:
    long_table(frame("item", "rater", "label"), names={}, wide=False)
    with pytest.raises(ColumnsMissing, match="no column 'memory'"):
        long_table(frame("item", "rater", "label"), names={"target": "memory"}, wide=False)


def test_a_table_without_rater_and_label_is_never_guessed_to_be_wide() -> None:
    with pytest.raises(ColumnsMissing, match=r"the columns found are: item, A, B\..* --wide"):
        long_table(frame("item", "A", "B"), names={}, wide=False)


def test_a_long_table_is_never_taken_for_a_wide_one() -> None:
    with pytest.raises(UnreadableFile, match="leave --wide out"):
        long_table(frame("item", "rater", "label"), names={}, wide=True)


def test_every_cell_of_a_wide_table_is_a_label_under_its_row() -> None:
    """A11: items are rows and raters columns; what else a label file may hold is nobody's label."""
    wide = pd.DataFrame(
        [["i1", "d1", "1", "", "10:00"], ["i2", "d1", "2", "2", "10:01"]],
        columns=["item", "dialogue", "ann", "bo b", "time"],
        index=[2, 3],
    )
    table = long_table(wide, names={}, also=("dialogue",), wide=True)
    assert cells(table[["item", "rater", "label", "dialogue"]]) == [
        ["i1", "ann", "1", "d1"], ["i1", "bo b", "", "d1"], ["i2", "ann", "2", "d1"], ["i2", "bo b", "2", "d1"],
    ]  # fmt: skip
    assert list(table.index) == [2, 2, 3, 3]


def test_a_column_without_a_name_is_no_rater() -> None:
    with pytest.raises(UnreadableFile, match="a column has no name"):
        long_table(frame("", "item", "ann"), names={}, wide=True)


def test_a_wide_table_without_its_item_column_is_refused_with_its_own_columns() -> None:
    with pytest.raises(ColumnsMissing, match=r"no column 'item'; the columns found are: id, A, B\."):
        long_table(frame("id", "A", "B"), names={}, wide=True)


ANY_TEXT = st.text(alphabet=st.sampled_from(list('{}[]",;\t\n\r\0: aé1\ufeff')), max_size=60)


@settings(max_examples=300, deadline=None)
@given(
    st.one_of(st.binary(max_size=60), ANY_TEXT.map(str.encode), ANY_TEXT.map(lambda text: b"item,x\n" + text.encode()))
)
def test_whatever_the_bytes_are_they_are_read_or_refused(content: bytes) -> None:
    with contextlib.suppress(UnreadableFile):
        read_label_file(content, names={})


def test_a_json_list_is_a_table_whose_rows_are_numbered_by_their_place() -> None:
    file = read('[{"item": "0001", "rater": 7, "label": 4.50}, 3,\n {"item": ["a"], "rater": 7, "label": "x"}]')
    assert file.table.to_dict("index") == {1: {"item": "0001", "rater": "7", "label": "4.50"}}
    assert [(row.row, row.why) for row in file.refused] == [
        (2, "it is no JSON object"),
        (3, "its 'item' is a list or an object, not a text"),
    ]
    for broken in ('[{"item": 1}', "[" * 100_000, "[]"):
        with pytest.raises(UnreadableFile):
            read(broken)


@pytest.mark.parametrize(
    ("encoding", "label"),
    [("gb18030", "无关记忆"), ("big5", "無關記憶"), ("cp1252", "naïve, señor"), ("utf-16-le", "记忆")],
)
def test_a_table_is_read_in_the_encoding_it_was_saved_in(encoding: str, label: str) -> None:
    """G3: as programs of the desktop save it, without a mark that says which."""
    content = f'item,rater,label\n1,a,"{label}"\n1,b,"{label}"\n'.encode(encoding)
    assert list(read_label_file(content, names={}).table["label"]) == [label, label]


def test_an_encoding_that_is_not_sure_is_refused_with_the_guess() -> None:
    with pytest.raises(UnreadableFile, match=r"It looks like GB18030 or Big5 .*not sure enough.*save it as UTF-8"):
        read_label_file("item,rater,label\n1,a,你".encode("gb18030"), names={})


def test_utf_16_with_its_mark_is_read_and_an_archive_is_told() -> None:
    """G3."""
    text = "item,rater,label\né,a,记忆\n"
    for encoding in ("utf-16", "utf-8-sig"):
        assert read_label_file(text.encode(encoding), names={}).table.to_dict("list") == {
            "item": ["é"],
            "rater": ["a"],
            "label": ["记忆"],
        }
    for content, why in (
        (b"PK\x03\x04...", "archive"),
        (b"\xff\xfea\0b", "begins as UTF-16-LE, but byte 3"),
    ):
        with pytest.raises(UnreadableFile, match=why):
            read_label_file(content, names={})
