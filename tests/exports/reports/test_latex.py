"""LaTeX to paste: every sign that LaTeX reads is printed, tables keep to their columns and a page, nothing stays open.

The signs are those of the TeXbook, chapter 7, and those that rows (`[`, `*` after a line's end), ligatures (`--`, `''`)
and languages (`"`) make something of.
"""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exports import reports
from exports.reports.document import Document, Figure, Section, Table
from exports.reports.latex import as_latex, literal
from tests.exports.reports.made import made
from tests.exports.reports.reading import latex, printed


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("50% of $x_1$ & #2", r"50\% of \$x\_1\$ \& \#2"),
        (r"\input{secret}", r"\textbackslash{}input\{secret\}"),
        ("a^b~c", r"a\textasciicircum{}b\textasciitilde{}c"),
        ("[2cm]", "{[}2cm{]}"),
        ("*", "{*}"),
        ("two--dashes, one-sided", "two-{}-dashes, one-sided"),
        ("''x''", "'{}'x'{}'"),
        ('"', r"{\char34}"),
        ("−0.5", "$-$0.5"),
        ("a\n\nb\tc", "a b c"),
        ("nul\0bell\a", "nulbell"),
    ],
)
def test_what_latex_would_read_is_printed(text: str, source: str) -> None:
    assert literal(text) == source


@given(st.text(st.characters(exclude_categories=["Cc", "Cs"])))
def test_any_text_is_printed_as_it_stands(text: str) -> None:
    """Read back by a table of commands of its own."""
    assert printed(literal(text)) == " ".join(text.split())


def test_whatever_is_opened_is_closed() -> None:
    source = reports.find("latex").write(made())
    bare = re.sub(r"\\[{}]", "", source)
    assert bare.count("{") == bare.count("}")
    assert bare.count("$") == 2 * bare.count("$-$") + 2 * bare.count(r"\$")
    for name in ("table", "tabular"):
        assert source.count(rf"\begin{{{name}}}") == source.count(rf"\end{{{name}}}") > 10


def test_a_long_table_is_parted_and_a_long_text_is_set_in_lines() -> None:
    rows = tuple((f"r{place}", "long " * 10, Figure("0.5", "0.4 to 0.6")) for place in range(50))
    source = as_latex(Document("T", "S", (Section("A", (Table("C", ("a", "b", "c"), rows),)),)))
    assert re.findall(r"\\caption\{(.*)\}", source) == ["C (1/3)", "C (2/3)", "C (3/3)"]
    assert source.count(r"{@{}lp{0.5\linewidth}r@{}}") == 3
    (table,) = latex(source).tables
    assert len(table) == 51
    assert table[-1] == ("r49", " ".join(["long"] * 10), "0.5 (0.4 to 0.6)")
