"""Can a file be read at once, column by column? Where nothing is in it that a spreadsheet and we could read otherwise.

A million rows read one by one take seconds. A table without quotes, blank lines and broken rows says the same either
way; whatever else is in a file is read row by row, where each bad row is refused with its number and its reason.
"""

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pandas as pd

if TYPE_CHECKING:
    import pyarrow

FIRST_ROW = 2  # as a spreadsheet counts: the header is row 1


def read_at_once(content: bytes, *, header: list[str], delimiter: str) -> pd.DataFrame | None:
    """The table of a delimited text in UTF-8 under its row numbers, all text; None where it must be read row by row."""
    import pyarrow
    from pyarrow import csv

    if b'"' in content or b"\0" in content or _has_lone_return(content) or len(set(header)) < len(header):
        return None
    texts = dict.fromkeys(header, pyarrow.large_string())
    try:
        table = csv.read_csv(
            pyarrow.BufferReader(content),
            read_options=csv.ReadOptions(column_names=header, skip_rows=1),
            parse_options=csv.ParseOptions(delimiter=delimiter, quote_char=False, ignore_empty_lines=False),
            convert_options=csv.ConvertOptions(column_types=texts, strings_can_be_null=False),
        )
    except pyarrow.ArrowInvalid:  # a row of another length, or bytes that are no text: the slow way says which
        return None
    kept = np.flatnonzero(~_blank_rows(table))
    columns = {name: pd.array(table.column(name), dtype="str") for name in header}
    read = pd.DataFrame(columns, index=pd.RangeIndex(FIRST_ROW, FIRST_ROW + table.num_rows))
    return read if len(kept) == len(read) else read.iloc[kept]


def _has_lone_return(content: bytes) -> bool:
    return b"\r" in content and content.count(b"\r") != content.count(b"\r\n")


def _blank_rows(table: "pyarrow.Table") -> npt.NDArray[np.bool_]:
    """The rows that hold nothing; the others keep their numbers."""
    from pyarrow import compute

    blank = np.ones(table.num_rows, dtype=np.bool_)
    for column in table.columns:
        if not blank.any():
            break
        is_space = compute.or_(compute.utf8_is_space(column), compute.equal(column, ""))
        blank &= is_space.to_numpy()
    return blank
