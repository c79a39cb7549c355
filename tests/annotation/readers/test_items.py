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
        (b"id,text\n1,a\n", "stratmem"),
        (b"[]", "The list in the file is empty"),
        (b'[{"id": "a", ', "not JSON: line 1, column 14: "),
        (b"PK\x03\x04\x14\0\x06", "Excel files .* cannot be read"),
        (b'{"memory": {"must": []}}', "stratmem"),
        (b"\xff\xfe[\0", "not UTF-8"),
    ],
)
def test_an_unknown_file_is_refused_with_the_reason_or_what_can_be_read(file: bytes, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        readers.find(file)


def test_a_named_format_is_not_doubted() -> None:
    assert readers.find(b"[]", format_name="stratmem").NAME == "stratmem"


def test_an_unknown_format_is_refused_with_those_there_are() -> None:
    with pytest.raises(NotFound, match="stratmem"):
        readers.find(b"[]", format_name="excel")


def test_the_names_are_those_of_the_modules() -> None:
    assert readers.names() == ["stratmem"]
