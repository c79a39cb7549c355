"""Wide tables of labels: a column for each rater, read only where they are asked for."""

from __future__ import annotations

import pytest

from annotation.errors import Unreadable
from annotation.label_files import How, LabelFile, read

WIDE = How(format_name="wide")


def of(text: str, how: How = WIDE) -> LabelFile:
    return read(text.encode(), how=how)


def test_each_cell_is_a_label_of_the_rater_of_its_column() -> None:
    """A11: never read as a table of counts."""
    found = of("item,target,question,7,bo,comment\n0001,m1,role,must,,why\n")
    assert [(row.row, row.item, row.target, row.question, row.rater, row.label) for row in found.rows] == [
        (2, "0001", "m1", "role", "7", "must"),
        (2, "0001", "m1", "role", "bo", ""),
    ]
    assert {row.comment for row in found.rows} == {"why"}
    assert (found.format, found.understood) == ("wide", ("Each of these columns is a rater: 7, bo.",))


def test_a_wide_table_is_never_guessed() -> None:
    with pytest.raises(Unreadable, match="no column 'rater'"):
        of("item,ann,bo\na,must,nice\n", How())


def test_a_column_of_the_items_may_be_called_otherwise() -> None:
    found = of("id,ann\n7,x\n", How(format_name="wide", columns={"item": "id"}))
    assert [(row.item, row.rater) for row in found.rows] == [("7", "ann")]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("item\na\n", "is not wide"),
        ("item,rater,label\na,b,c\n", "is not wide"),
        ("id,ann\na,b\n", "no column 'item'"),
        ("item,ann,ann\na,b,c\n", "two columns 'ann'"),
    ],
)
def test_a_table_that_is_not_wide_is_refused_whole(text: str, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        of(text)


def test_a_bad_row_is_refused_whole_with_its_number() -> None:
    """J8 among them: a decimal comma moves the cells of its row, even where the last ones are blank."""
    found = of("item,ann,bo\na,x,y\nb,4,5,\n,x,y\nc,x\nd,x,a\0b\ne,x,y\n")
    assert [row.item for row in found.rows] == ["a", "a", "e", "e"]
    assert [(row.row, row.id) for row in found.refused] == [(3, "b"), (4, ""), (5, "c"), (6, "d")]
