"""Markdown shows texts as they stand, whatever signs they have and wherever they stand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exports.reports.document import Document, Section, Table
from exports.reports.markdown import as_markdown, literal
from tests.exports.reports.reading import markdown

LATIN = st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1).filter(str.strip)


@given(LATIN, LATIN)
def test_any_text_is_shown_as_it_stands(text: str, other: str) -> None:
    """Read by markdown-it, which follows CommonMark and has GitHub's tables."""
    table = Table(text, (other, text), ((text, other), (other, text)), other)
    seen = markdown(as_markdown(Document(text, other, (Section(text, (other, table)),))))
    one, two = " ".join(text.split()), " ".join(other.split())
    assert seen.texts == [one, two, one, two, one, two]
    assert seen.tables == [[(two, one), (one, two), (two, one)]]


@pytest.mark.parametrize("text", ["https://example.org/a", "www.example.org"])
def test_a_bare_address_is_no_link(text: str) -> None:
    """GitHub links what has `://` or begins with `www.`, as its specification says (6.9, autolinks)."""
    assert "://" not in literal(text).replace("\\://", "")
    assert "www." not in literal(text)


def test_numbers_stay_readable_in_the_source() -> None:
    assert literal("0.786 (0.752 to 0.823), −0.1, 33.8 %") == "0.786 (0.752 to 0.823), −0.1, 33.8 %"


def test_what_only_github_reads_is_escaped_too() -> None:
    """Formulas between dollars, strikethrough, and issues by number are not in CommonMark, which the reader follows."""
    assert literal("$x$ ~~a~~ #1 > b") == r"\$x\$ \~\~a\~\~ \#1 \> b"
