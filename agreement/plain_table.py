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
    index: pd.Index = pd.RangeIndex(FIRST_ROW, FIRST_ROW + table.num_rows)
    blank = _blank_rows(table)
    if blank.any():
        table, index = table.filter(~blank), index[~blank]
    return Coded({name: cache(partial(_column, table, name)) for name in header}, index)


def _has_lone_return(content: bytes) -> bool:
    return b"\r" in content and content.count(b"\r") != content.count(b"\r\n")


def _blank_rows(table: "pyarrow.Table") -> npt.NDArray[np.bool_]:
    """The rows that hold nothing; the others keep their numbers."""
    from pyarrow import compute

    blank = np.ones(table.num_rows, dtype=np.bool_)
    for column in sorted(table.columns, key=lambda column: column.nbytes):  # the cheapest to look at says it soonest
        if not blank.any():
            break
        is_space = compute.or_(compute.utf8_is_space(column), compute.equal(column, ""))
        blank &= is_space.to_numpy()
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
    found = texts.dictionary_encode()
    codes = found.indices.to_numpy().astype(np.int64, copy=False)
    return Column(codes, pd.Index(pd.array(found.dictionary, dtype="str")))
