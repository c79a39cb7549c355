"""The quick way of reading JSON gives what the standard library gives, or leaves it to that."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.readers import quick_json
from annotation.readers.json_rows import json_list, parsed

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


def same(value: object, other: object) -> bool:
    """Equal, and of the same kinds throughout: True is not 1, and 1 is not 1.0."""
    return repr(value) == repr(other)


@given(VALUES)
def test_the_value_is_the_one_that_the_standard_library_reads(value: object) -> None:
    text = json.dumps(value)
    assert same(parsed(text), json.loads(text))
    assert same(parsed(text), quick_json.slowly(text))


@pytest.mark.parametrize("digits", ["9223372036854775808", "18446744073709551616", "-9223372036854775809", "1" * 30])
def test_whole_numbers_of_more_than_64_bits_stay_whole(digits: str) -> None:
    assert same(parsed(digits), int(digits))
    assert same(json_list(f"[{digits}]".encode()), [int(digits)])


def test_a_long_number_is_seen_across_the_seam_of_two_looks() -> None:
    digits = "12345678901234567890123"
    text = "[" + " " * (quick_json.AT_ONCE - 12) + digits + " " * 50 + "]"
    assert same(json_list(text.encode()), [int(digits)])


def test_a_number_of_endless_digits_is_infinite() -> None:
    assert parsed("1" * 500) == math.inf


@pytest.mark.parametrize("text", ["NaN", '"\\ud800"', '"a\tb"', "1E400"])
def test_what_only_the_standard_library_takes_is_left_to_it(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        quick_json.quickly(text.encode())
    assert same(parsed(text), quick_json.slowly(text))


def test_a_list_in_another_encoding_is_still_read() -> None:
    for encoding in ("utf-8-sig", "utf-16", "gb18030"):
        assert json_list('["你好，请问今天几点开门？"]'.encode(encoding)) == ["你好，请问今天几点开门？"]


RECORDS = st.lists(st.dictionaries(st.text(max_size=3), VALUES, max_size=3), max_size=5)


@given(RECORDS, st.sampled_from([None, 2]))
def test_a_list_in_pieces_is_the_list_or_is_left_to_be_read_whole(
    records: list[dict[str, object]], indent: int
) -> None:
    file = json.dumps(records, indent=indent).encode()
    try:
        found = list(quick_json.in_pieces(file))
    except ValueError:
        return
    assert same(found, records)


@pytest.mark.parametrize(
    "inner", ['}, {"id": 2', "a, b", {"id": 1}, [{"id": 1}, {"id": 2}], [], "]", "\\", '"', [[{"id": 3}]]]
)
def test_what_looks_like_the_seam_of_two_records_within_one_divides_nothing(inner: object) -> None:
    records = [{"id": 1, "x": inner}, {"id": 2, "x": inner}, {"id": 3}]
    file = json.dumps(records).encode()
    try:
        found = list(quick_json.in_pieces(file))
    except ValueError:
        found = json_list(file)
    assert same(found, records)
    assert same(
        list(quick_json.in_pieces(json.dumps([{"id": 1}, {"id": 2}], indent=1).encode())), [{"id": 1}, {"id": 2}]
    )


@pytest.mark.parametrize(
    "file", [b"", b"[", b"[]", b'{"id": 1}', b'[{"id": 1}', b'[{"id": 1}] x', b'[{"id": 1}, 7, {"id": 2}]']
)
def test_what_is_no_list_of_records_is_not_read_in_pieces(file: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        list(quick_json.in_pieces(file))
