"""Label files of every kind through the one door: recognized, renamed, and never a traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.errors import AccordError, NotFound, Unreadable, WrongUse
from annotation.label_files import How, formats, read
from annotation.label_files.options import renamings
from tests.label_formats.files import annotation, chosen, line, lines, task
from tests.studies import label_file

LONG = label_file([["a", "m1", "role", "7", "must"], ["a", "", "", "8", "4,5"]])
WIDE = b"item;ann;bo\na;x;y\nb;;z\n"
JSONL = b'{"item": "a", "rater": 7, "label": "x"}\n{"item": "b", "rater": 8, "label": null}\n'
TASKS = json.dumps([task(annotation(7, chosen("mood", "joy", "pride")), item="i1", target="m1")]).encode()
FILES = {"table": LONG, "wide": WIDE, "jsonl": JSONL, "label-studio": TASKS, "prodigy": lines(line(label="X")).encode()}

PIECES = [b'"', b"\0", b"\xff\xfe", b"[" * 5000, b",", b"PK\x03\x04"]


def test_a_tool_s_file_gives_rows_like_any_other() -> None:
    found = read(TASKS)
    (row,) = found.rows
    assert (row.row, row.item, row.target) == (1, "i1", "m1")
    assert (row.question, row.rater, row.label) == ("mood", "7", "joy|pride")
    assert found.format == "label-studio"
    assert "An item is named by the field 'item'." in found.understood


def test_what_was_dropped_is_counted_and_said() -> None:
    found = read(json.dumps([task(annotation(7, was_cancelled=True), annotation(8, chosen("mood", "joy")))]).encode())
    assert (len(found.rows), found.dropped) == (1, {"cancelled": 1})
    assert "Dropped: 1 cancelled by the annotator (row 1)." in found.understood


def test_labels_and_questions_may_become_others() -> None:
    how = How(labels={"joy": "glad"}, questions={"mood": "feeling"})
    assert [(row.question, row.label) for row in read(TASKS, how=how).rows] == [("feeling", "glad|pride")]
    found = read(LONG, how=How(labels={"4,5": "nice"}, questions={"": "role"}))
    assert [(row.question, row.label) for row in found.rows] == [("role", "must"), ("role", "nice")]


def test_renamings_are_written_old_is_new() -> None:
    assert renamings(["yes = must", "no=irr"]) == {"yes": "must", "no": "irr"}
    for wrong in (["yes"], ["=must"], ["yes="], ["yes=must", "yes=irr"]):
        with pytest.raises(WrongUse):
            renamings(wrong)


def test_doccano_names_its_file_after_the_rater() -> None:
    file = b'{"id": 1, "text": "a", "label": ["x"]}\n'
    assert [row.rater for row in read(file, how=How(file_name="ann.jsonl")).rows] == ["ann"]
    with pytest.raises(Unreadable, match="does not say who labelled"):
        read(file)


def test_a_format_can_be_forced_and_must_be_known() -> None:
    assert formats() == ["table", "wide", "label-studio", "prodigy", "argilla", "doccano"]
    assert read(TASKS, how=How(format_name="label-studio")).format == "label-studio"
    with pytest.raises(Unreadable, match="no column 'item'"):
        read(TASKS, how=How(format_name="table"))
    with pytest.raises(NotFound, match="There are: table, wide"):
        read(LONG, how=How(format_name="potato"))
    with pytest.raises(Unreadable, match="no column for a label"):
        read(TASKS, how=How(columns={"label": "mood"}))


def test_a_judge_s_file_is_never_that_of_a_tool() -> None:
    with pytest.raises(Unreadable, match="no column 'item'"):
        read(lines(line(label="X")).encode(), of="judge")


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("label_studio_6_annotators.json", 1007),
        ("prodigy_6_annotators.jsonl", 1008),
        ("labelstudio_csv_test.json", 0),
        ("labelstudio_csv_test_colliding_keys.json", 1),
        ("doccano_example.invalid.2.csv", None),
        ("doccano_example.utf16.csv", None),
        ("doccano_example_one_column_no_header.xlsx", None),
        ("doccano_example_out_of_order_columns.csv", None),
    ],
)
def test_each_real_file_is_read_or_refused_with_the_reason(name: str, rows: int | None, shared_data: Path) -> None:
    file = (shared_data / "import" / name).read_bytes()
    if rows is None:
        with pytest.raises(Unreadable, match="no column 'item'; it has"):
            read(file)
        return
    found = read(file)
    assert len(found.rows) == rows
    assert all(row.row and row.why for row in found.refused)


# --- Mangled files ----------------------------------------------------------------------------------------------------


def taken_or_refused(file: bytes, how: How) -> None:
    """Only results, or our own errors; and what is read can be stored."""
    try:
        found = read(file, how=how)
    except AccordError:
        return
    for row in found.rows:
        parts = (row.item, row.target, row.question, row.rater, row.label, row.comment, row.cannot)
        assert all("\0" not in part and part.encode("utf-8") is not None for part in parts)
        assert row.item.strip()
        assert row.rater.strip()
    for refused in found.refused:
        f"{refused.id}{refused.why}".encode()


@pytest.mark.parametrize("name", FILES)
@given(data=st.data())
def test_a_file_with_bytes_cut_out_or_put_in(name: str, data: st.DataObject) -> None:
    file = FILES[name]
    start = data.draw(st.integers(0, len(file)))
    end = data.draw(st.integers(start, len(file)))
    piece = data.draw(st.binary(max_size=6) | st.sampled_from(PIECES))
    mangled = file[:start] + piece + file[end:]
    taken_or_refused(mangled, How(format_name="wide" if name == "wide" else None, file_name="ann.jsonl"))


@pytest.mark.parametrize("name", [None, *formats()])
@given(file=st.binary(max_size=60))
def test_a_file_of_any_bytes(name: str | None, file: bytes) -> None:
    taken_or_refused(file, How(format_name=name, file_name="ann.jsonl"))
