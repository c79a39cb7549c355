"""What stands in a table, as numbers: of every column the different texts, and which of them each row has.

A million rows hold few different texts, so that what is asked of a text is asked of the different ones, and rows are
compared as numbers.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial

import numpy as np
import numpy.typing as npt
import pandas as pd

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Column:
    """A column of texts: the different ones, and which of them stands in each row."""

    codes: Ints
    texts: "pd.Index[str]"

    def as_text(self) -> "pd.Index[str]":
        """The text of every row."""
        return self.texts.take(self.codes)


@dataclass(frozen=True, eq=False)
class Coded:
    """A table whose columns are read only when they are asked for; `index` are the rows' own numbers."""

    readers: Mapping[str, Callable[[], Column]]
    index: pd.Index

    def __len__(self) -> int:
        return len(self.index)

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(self.readers)

    def column(self, name: str) -> Column:
        """One column."""
        return self.readers[name]()

    def chosen(self, columns: Mapping[str, str]) -> "Coded":
        """These columns alone, each by its new name."""
        return Coded({new: self.readers[old] for new, old in columns.items()}, self.index)

    def only(self, rows: npt.NDArray[np.bool_]) -> "Coded":
        """These rows alone."""
        return Coded({name: cache(partial(self._part, name, rows)) for name in self.readers}, self.index[rows])

    def _part(self, name: str, rows: npt.NDArray[np.bool_]) -> Column:
        column = self.column(name)
        return Column(column.codes[rows], column.texts)

    def frame(self) -> pd.DataFrame:
        """The whole table as texts."""
        return pd.DataFrame({name: self.column(name).as_text() for name in self.readers}).set_index(self.index)


Table = pd.DataFrame | Coded


def column_of(table: Table, name: str) -> Column:
    """One column of either, as text; nothing at all is a blank."""
    if isinstance(table, Coded):
        return table.column(name)
    texts = table[name]
    if isinstance(texts.dtype, pd.CategoricalDtype) and not texts.hasnans:
        codes = texts.cat.codes.to_numpy().astype(np.int64, copy=False)
        return Column(codes, pd.Index(texts.cat.categories, dtype="str"))
    codes, different = pd.factorize(texts.astype("str").fillna(""))
    return Column(codes.astype(np.int64, copy=False), pd.Index(different, dtype="str"))
