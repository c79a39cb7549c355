"""Marks in a text: written in order, counted in code points."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from label_formats.errors import BadRow
from label_formats.spans import in_code_points, written

TEXTS = st.text(alphabet="ab 😀記é\u200d", min_size=1, max_size=12)


@given(TEXTS, st.data())
def test_utf16_and_code_points_give_the_same_words(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    before, through = (len(text[:place].encode("utf-16-le")) // 2 for place in (start, end))
    for begin, stop in ((start, end), (before, through)):
        first, last = in_code_points(begin, stop, quoted=text[start:end], texts=[text])
        assert text[first:last] == text[start:end]


def test_without_the_words_the_count_is_taken_as_code_points() -> None:
    assert in_code_points(2, 4, quoted="", texts=["abcdef"]) == (2, 4)
    assert in_code_points(2, 4, quoted="line\\nend", texts=["line\nend"]) == (2, 4)


def test_words_that_stand_elsewhere_are_refused() -> None:
    with pytest.raises(BadRow, match="marks 'ab' at 3-5"):
        in_code_points(3, 5, quoted="ab", texts=["ab cd"])


@given(st.lists(st.tuples(st.sampled_from(["", "t1", "t10"]), st.integers(0, 5), st.integers(6, 9))))
def test_the_order_of_the_marks_does_not_matter(spans: list[tuple[str, int, int]]) -> None:
    assert written(spans) == written(reversed(spans))
    assert (written(spans) == "none") == (not spans)
