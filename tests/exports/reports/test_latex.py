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


def test_all_ten_signs_that_mean_something_to_latex_are_printed() -> None:
    """The TeXbook, chapter 7: backslash, braces, dollar, ampersand, hash, caret, underscore, percent, tilde."""
    signs = "\\{}$&#^_%~"
    assert len(signs) == 10
    source = literal(" ".join(signs))
    assert source == r"\textbackslash{} \{ \} \$ \& \# \textasciicircum{} \_ \% \textasciitilde{}"
    assert printed(source) == " ".join(signs)


def test_a_word_too_long_for_a_line_may_be_broken_and_a_short_one_not() -> None:
    address = "https://example.org/a_long_path/that/ends--nowhere"
    source = literal(f"see {address} there")
    assert source.count(r"\allowbreak{}") == 3
    assert printed(source) == f"see {address} there"
    assert r"\allowbreak" not in literal("a_word_of_thirty-two_characters_")


def test_the_name_of_a_column_of_figures_is_set_in_two_lines_where_it_is_long() -> None:
    row = ("r", Figure("1"), Figure("2"), Figure("3"))
    source = as_latex(
        Document(
            "T", "S", (Section("A", (Table("C", ("a b c", "n", "Krippendorff's alpha", "x_1 y_2 z_3"), (row,)),)),)
        )
    )
    assert r"a b c & n & \shortstack[r]{Krippendorff's\\alpha} & \shortstack[r]{x\_1 y\_2\\z\_3} \\" in source
    (table,) = latex(source).tables
    assert table[0] == ("a b c", "n", "Krippendorff's alpha", "x_1 y_2 z_3")


def test_a_row_counts_as_many_lines_as_its_text_takes() -> None:
    rows = tuple((f"r{place}", "word " * 60, Figure("0.5", "0.4 to 0.6")) for place in range(10))
    source = as_latex(Document("T", "S", (Section("A", (Table("C", ("a", "b", "c"), rows),)),)))
    assert re.findall(r"\\caption\{(.*)\}", source) == ["C (1/2)", "C (2/2)"]


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
    assert re.findall(r"\\caption\{(.*)\}", source) == [f"C ({part}/4)" for part in range(1, 5)]
    assert source.count(r"{@{}lp{0.5\linewidth}r@{}}") == 4
    (table,) = latex(source).tables
    assert len(table) == 51
    assert table[-1] == ("r49", " ".join(["long"] * 10), "0.5 (0.4 to 0.6)")
