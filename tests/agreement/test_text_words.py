"""Is a text that is there twice never missed?"""

import pyarrow
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.text_words import all_differ


def texts(*several: str) -> pyarrow.LargeStringArray:
    return pyarrow.array(several, pyarrow.large_string())


@given(st.lists(st.text(alphabet="ab安", max_size=12), min_size=1, max_size=12))
def test_what_is_said_to_differ_differs(several: list[str]) -> None:
    if all_differ(texts(*several)):
        assert len(set(several)) == len(several)


@pytest.mark.parametrize("n", [1, 7, 8, 9, 16, 32])
def test_texts_of_any_length_up_to_four_words_are_told_apart(n: int) -> None:
    assert all_differ(texts(*(f"{number:0{n}d}"[-n:] for number in range(10)), "", "x"))
    assert not all_differ(texts("a" * n, "b" * n, "a" * n))


def test_longer_texts_are_left_to_be_looked_up() -> None:
    assert not all_differ(texts("a" * 33, "b" * 33))


def test_a_part_of_a_longer_column_is_that_part() -> None:
    every = texts("same", "one", "other", "same")
    assert all_differ(every.slice(0, 3))
    assert not all_differ(every)
