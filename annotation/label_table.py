"""The long table of labels as numbers: every different text once, and for each row which of them stands in it.

A million labels are some tens of megabytes so; as texts of their own they would be hundreds.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

COLUMNS = ("item", "target", "question", "rater", "label")


class LabelTable:
    """A table that is filled row by row."""

    def __init__(self) -> None:
        self._codes = [array("i") for _ in COLUMNS]
        self._texts: list[dict[str, int]] = [{} for _ in COLUMNS]

    def __len__(self) -> int:
        """How many rows it has."""
        return len(self._codes[0])

    def add(self, item: str, target: str, question: str, rater: str, label: str) -> None:
        """One row more."""
        for codes, texts, text in zip(self._codes, self._texts, (item, target, question, rater, label), strict=True):
            codes.append(texts.setdefault(text, len(texts)))

    def texts(self) -> pd.DataFrame:
        """The table, each column as text."""
        import pandas as pd

        columns = zip(COLUMNS, self._numbers(), self._texts, strict=True)
        return pd.DataFrame({name: pd.array(list(each), dtype="string").take(codes) for name, codes, each in columns})

    def categories(self) -> pd.DataFrame:
        """The table, each column as categories in the order in which they came."""
        import pandas as pd

        texts = (pd.Index(list(each), dtype="str") for each in self._texts)
        columns = zip(COLUMNS, self._numbers(), texts, strict=True)
        return pd.DataFrame({name: pd.Categorical.from_codes(codes, each) for name, codes, each in columns})

    def rows_of(self, targets: pd.MultiIndex, question: str) -> npt.NDArray[np.int64]:
        """For each place of a question, in the order of the rows, where its item and target stand among these; or -1.

        The rows of a place follow one another. `targets` are those of `agreement.ratings`, which keep our numbers.
        """
        import numpy as np

        item, target, asked, *_ = self._numbers()
        keys = (item.astype(np.int64) * len(self._texts[1]) + target)[asked == self._texts[2].get(question, -1)]
        places = keys[np.diff(keys, prepend=-1) != 0]
        among = targets.codes[0].astype(np.int64) * len(self._texts[1]) + targets.codes[1]
        order = np.argsort(among, kind="stable")
        found = order[np.minimum(np.searchsorted(among, places, sorter=order), len(order) - 1)]
        return np.where(among[found] == places, found, -1)

    def _numbers(self) -> list[npt.NDArray[np.int32]]:
        import numpy as np

        return [np.frombuffer(codes, dtype=np.int32) for codes in self._codes]
