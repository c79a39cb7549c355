"""Can a file be read at once, column by column? Where nothing is in it that a spreadsheet and we could read otherwise.

A million rows read one by one take seconds. A table without quotes, blank lines and broken rows says the same either
way; whatever else is in a file is read row by row, where each bad row is refused with its number and its reason.
"""

from functools import cache, partial
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pandas as pd

from agreement.coded import Coded, Column

if TYPE_CHECKING:
    import pyarrow

LOOKED_AT = 1000  # rows
FIRST_ROW = 2  # as a spreadsheet counts: the header is row 1


def read_at_once(content: bytes, *, header: list[str], delimiter: str) -> Coded | None:
    """The table of a delimited text in UTF-8 under its row numbers, all text; None where it must be read row by row."""
    import pyarrow
    from pyarrow import csv

    if b'"' in content or b"\0" in content or _has_lone_return(content) or len(set(header)) < len(header):
        return None
    texts = dict.fromkeys(header, pyarrow.large_string())
    try:
        table = csv.read_csv(
            pyarrow.BufferReader(content),
            # With several threads the processor has a third more to do.
            read_options=csv.ReadOptions(column_names=header, skip_rows=1, use_threads=False),
            parse_options=csv.ParseOptions(delimiter=delimiter, quote_char=False, ignore_empty_lines=False),
            convert_options=csv.ConvertOptions(column_types=texts, strings_can_be_null=False),
        )
    except pyarrow.ArrowInvalid:  # a row of another length, or bytes that are no text: the slow way says which
        return None
    whole = Coded(
        {name: cache(partial(_column, table, name)) for name in header},
        pd.RangeIndex(FIRST_ROW, FIRST_ROW + table.num_rows),
    )
    blank = _blank_rows(whole, cheapest_first=sorted(header, key=lambda name: table.column(name).nbytes))
    return whole.only(~blank) if blank.any() else whole


def _has_lone_return(content: bytes) -> bool:
    return b"\r" in content and content.count(b"\r") != content.count(b"\r\n")


def _blank_rows(table: Coded, *, cheapest_first: list[str]) -> npt.NDArray[np.bool_]:
    """The rows that hold nothing; the others keep their numbers."""
    blank = np.ones(len(table), dtype=np.bool_)
    for name in cheapest_first:
        column = table.column(name)
        is_space = np.asarray(column.texts.str.strip() == "", dtype=np.bool_)
        if not is_space.any():
            return np.zeros(len(table), dtype=np.bool_)
        blank &= is_space[column.codes]
    return blank


def _column(table: "pyarrow.Table", name: str) -> Column:
    """A column as it is counted: each different text once, where it first appears."""
    import pyarrow
    from pyarrow import compute

    pieces = table.column(name).combine_chunks()
    whole = pieces.combine_chunks() if isinstance(pieces, pyarrow.ChunkedArray) else pieces
    if not _in_runs(whole):
        return _encoded(whole)
    runs = compute.run_end_encode(whole, run_end_type=pyarrow.int64())
    heads = _encoded(runs.values)
    return Column(np.repeat(heads.codes, np.diff(runs.run_ends.to_numpy(), prepend=0)), heads.texts)


def _in_runs(texts: "pyarrow.Array") -> bool:
    """Whether equal texts stand together, as an item's do in most files; judged by the first rows."""
    from pyarrow import compute

    few = texts.slice(0, LOOKED_AT)
    return len(compute.run_end_encode(few).values) <= len(few) / 2


def _encoded(texts: "pyarrow.Array") -> Column:
    if _increase(texts):
        return Column(np.arange(len(texts)), pd.Index(pd.array(texts, dtype="str")))
    found = texts.dictionary_encode()
    codes = found.indices.to_numpy().astype(np.int64, copy=False)
    return Column(codes, pd.Index(pd.array(found.dictionary, dtype="str")))


def _increase(texts: "pyarrow.Array") -> bool:
    """Whether each text is longer than the one before it, or as long and greater: ids in their order (`m9`, `m10`)."""
    from pyarrow import compute

    length = compute.binary_length(texts).to_numpy()
    if (np.diff(length) < 0).any():
        return False
    greater = compute.greater(texts.slice(1), texts.slice(0, max(len(texts) - 1, 0))).to_numpy(zero_copy_only=False)
    return bool((greater | (np.diff(length) > 0)).all())
