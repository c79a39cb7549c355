"""Finding the reader of a file: by what it holds, or by name."""

from __future__ import annotations

import pytest

from annotation import readers
from annotation.errors import NotFound, Unreadable
from annotation.readers import stratmem
from tests.studies import as_file, record


def test_a_stratmem_file_is_recognized() -> None:
    for file in (as_file([record()]), b"\xef\xbb\xbf" + as_file([record()]), b"\n " + as_file([record()])):
        assert readers.find(file).NAME == stratmem.NAME


@pytest.mark.parametrize(
    ("file", "why"),
    [
        (b"", "The file is empty"),
        (b" \n", "The file is empty"),
        (b"id,rater\n1,a\n", "No column says what to show. Name one, such as query=COLUMN. Columns: id, rater."),
        (b"[]", "The list in the file is empty"),
        (b'[{"id": "a", ', "not JSON: line 1, column 14: "),
        (b'{"id": "a", "z": [1,\n', "No line of the file is a record, so that it may be broken off. Line 1: "),
        (b"PK\x03\x04\x14\0\x06", "an archive .* damaged"),
        (b'{"memory": {"must": []}}', "No column says what to show. .* Columns: memory.must."),
        (b"\xff\xfe[\0", "not JSON"),
        (b"\x89PNG\r\n\x1a\n\xff\xfe", "not UTF-8"),
    ],
)
def test_a_file_that_is_nothing_is_refused_with_the_reason(file: bytes, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        readers.find(file).read(file)


@pytest.mark.parametrize("file", [b'[{"id": 1, "query": "a"}]', b"id,query\n1,a\n"])
def test_what_no_benchmarks_reader_recognizes_is_read_by_its_columns(file: bytes) -> None:
    reader = readers.find(file)
    assert reader.NAME in ("jsonl", "table")
    assert [item.id for item in reader.read(file).items] == ["1"]


@pytest.mark.parametrize("file", [b'[{"id": "a", "te', b'{"id": "a"}\n'])
def test_json_is_never_read_as_a_table(file: bytes) -> None:
    with pytest.raises(Unreadable, match="is JSON, no table"):
        readers.find(file, format_name="table").read(file)


def test_a_named_format_is_not_doubted() -> None:
    assert readers.find(b"[]", format_name="stratmem").NAME == "stratmem"


def test_an_unknown_format_is_refused_with_those_there_are() -> None:
    with pytest.raises(NotFound, match="stratmem"):
        readers.find(b"[]", format_name="excel")


def test_the_names_are_those_of_the_modules() -> None:
    assert readers.names() == ["enpmr", "hlme", "jsonl", "outputs", "stratmem", "table"]
