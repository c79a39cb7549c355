"""The apostrophe before what a spreadsheet would run: put there and taken off exactly."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.label_files import guarded, plain


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
