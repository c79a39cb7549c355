"""The language of whoever asks: their choice first, then what the browser likes best (RFC 9110, 12.5.4)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from languages import LANGUAGES, NAMES, chosen


@pytest.mark.parametrize(
    ("header", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh"),
        ("en-US,en;q=0.9,zh-CN;q=0.8", "en"),
        ("fr, zh-TW;q=0.8, en;q=0.5", "zh"),
        ("zh;q=0.3, en;q=0.7", "en"),
        ("zh-Hant-HK", "zh"),
        ("zh;q=0, fr", "en"),
        ("*", "en"),
        ("de, fr;q=0.9", "en"),
    ],
)
def test_the_browser_s_best_liked_language_of_ours_counts(header: str | None, language: str) -> None:
    assert chosen(header=header) == language


def test_a_choice_goes_before_the_browser_and_an_earlier_choice_before_a_later_one() -> None:
    assert chosen("zh", "en", header="en") == "zh"
    assert chosen("", "zh", header="en") == "zh"
    assert chosen("", None, header="zh") == "zh"


def test_a_choice_that_is_no_language_of_ours_is_none() -> None:
    assert chosen("tlh", "../../etc", header="zh") == "zh"


@given(st.text(max_size=60))
def test_whatever_a_browser_sends_there_is_a_language(header: str) -> None:
    assert chosen(header=header) in LANGUAGES


def test_each_language_is_named_in_its_own_words() -> None:
    assert NAMES == {"en": "English", "zh": "中文"}
