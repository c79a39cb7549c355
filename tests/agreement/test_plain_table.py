"""Does a table that is read at once say what it says row by row?"""

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agreement import label_file
from agreement.errors import UnreadableFile
from agreement.label_file import LabelFile, read_label_file

HEAD = b"item,rater,label\n"


def by_row(content: bytes) -> LabelFile | str:
    """The same file read row by row; why it is refused, where it is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(label_file, "read_at_once", lambda *_, **__: None)
        return read(content)


def read(content: bytes) -> LabelFile | str:
    try:
        return read_label_file(content, names={})
    except UnreadableFile as error:
        return str(error)


def same(content: bytes) -> bool:
    found, expected = read(content), by_row(content)
    if isinstance(found, str) or isinstance(expected, str):
        return found == expected
    pd.testing.assert_frame_equal(found.table, expected.table, check_index_type=False)
    return found.refused == expected.refused


@pytest.mark.parametrize(
    "content",
    [
        HEAD + b"i1,a,y\ni2,b,n\n",
        HEAD + b"i1,a,y\ni2,b,n",
        b"\xef\xbb\xbf" + HEAD + b"i1,a,y\n",
        HEAD.replace(b"\n", b"\r\n") + b"i1,a,y\r\ni2,b,n\r\n",
        HEAD + b"i1,a,y\n\ni2,b,n\n",
        HEAD + b"i1,a,y\n,,\n , ,\ni2,b,n\n",
        HEAD + b"i1,a\ni2,b,n\n",
        HEAD + b'i1,a,"y, but"\n',
        HEAD + b"i1,a,y\0\n",
        HEAD + b",,\n , ,\n",
        HEAD + b"i9,a,y\ni10,a,n\ni11,b,y\n",
        HEAD + b"i10,a,y\ni9,a,n\ni9,b,y\n",
        HEAD + "\u3000,\u00a0, \ni1,a,y\n".encode(),
        HEAD + b"i1,a,NA\ni2,b,null\ni3,c,\n",
        HEAD + b"0001,a,1.0\n432111314109063038,b,true\n",
        HEAD + "安,b,是\n".encode(),
        HEAD + b"caf\xe9,a,y\n",
        b"item,item,label\ni1,a,y\n",
        b" item ,rater,label\ni1,a,y\n",
        b"item;rater;label\ni1;a;1,5\n",
        b"item\trater\tlabel\ni1\ta\t y \n",
        b"item\ni1\n\ni2\n",
        HEAD,
        b"",
        HEAD + b"i1,a,y\ri2,b,n\r",
    ],
)
def test_both_ways_give_the_same_rows_numbers_and_refusals(content: bytes) -> None:
    assert same(content)


CELLS = st.text(alphabet=',;\t\n\r "\0ab\N{NO-BREAK SPACE}\N{IDEOGRAPHIC SPACE}安', max_size=40)


@settings(max_examples=300, deadline=None)
@given(CELLS, st.sampled_from(["item,rater,label\n", "item\trater\n", "item\n", ""]))
def test_whatever_the_file_holds_both_ways_agree(text: str, head: str) -> None:
    assert same((head + text).encode())


@pytest.mark.parametrize("n_items", [3, 700, 2100])
def test_items_that_stand_together_and_items_that_come_again_are_numbered_alike(n_items: int) -> None:
    """Beyond the rows that are looked at first: runs of one item, and whole lists of items one after the other."""
    together = "".join(f"item{item},{rater},y\n" for item in range(n_items) for rater in "abc")
    again = "".join(f"item{item},{rater},y\n" for rater in "abc" for item in range(n_items))
    late = together + "item0,d,y\n"
    assert all(same(HEAD + rows.encode()) for rows in (together, again, late))
