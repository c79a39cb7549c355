"""What does each row of a long table say? Every column as numbers, each text of it looked at once.

A million rows hold few different texts, so that what is asked of a text (is it blank, is it missing, is it declared) is
asked of the different ones, and rows are compared as numbers.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt
import pandas as pd

from agreement.coded import Column, Ints, Table, column_of
from agreement.errors import ColumnsMissing
from agreement.scale import is_missing, natural_order

COLUMNS = ("item", "target", "question", "rater", "label")
MAY_BE_ABSENT = ("target", "question")

Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Rows:
    """The columns of a table of labels, and whether each row holds a label that is given.

    `names` are the table's own numbers of the rows.
    """

    columns: Mapping[str, Column]
    names: pd.Index
    given: Bools
    occasion: str | None

    def __len__(self) -> int:
        return len(self.given)

    def column(self, name: str) -> Column:
        """One column."""
        return self.columns[name]

    def number(self, place: int) -> int:
        """The table's number of the row."""
        return int(self.names[place])

    def text(self, name: str, place: int) -> str:
        """What stands in a row."""
        column = self.columns[name]
        return str(column.texts[column.codes[place]])

    def only(self, chosen: Bools) -> "Rows":
        """These rows alone."""
        if chosen.all():
            return self
        columns = {name: Column(column.codes[chosen], column.texts) for name, column in self.columns.items()}
        return replace(self, columns=columns, names=self.names[chosen], given=self.given[chosen])

    def blank(self, name: str) -> list[int]:
        """The rows in which the column is empty."""
        column = self.columns[name]
        blank = _place_of("", column.texts)
        return [] if blank is None else [int(place) for place in np.flatnonzero(column.codes == blank)]

    def is_question(self, question: str) -> Bools:
        """The rows of one question."""
        column = self.columns["question"]
        place = _place_of(question, column.texts)
        if place is None:
            return np.zeros(len(self), dtype=np.bool_)
        if len(column.texts) == 1:
            return np.ones(len(self), dtype=np.bool_)
        return np.asarray(column.codes == place, dtype=np.bool_)

    def texts_in(self, name: str, chosen: Bools) -> list[str]:
        """The different texts of the column in these rows."""
        column = self.columns[name]
        if len(column.texts) == 1:
            return [str(column.texts[0])] if chosen.any() else []
        used = np.zeros(len(column.texts), dtype=np.bool_)
        used[column.codes if chosen.all() else column.codes[chosen]] = True
        return [str(text) for text in column.texts[used]]

    @cached_property
    def targets(self) -> tuple[Ints, int]:
        """A number for each row's target, from 0, by question, item and target; and how many targets there are."""
        return dense(together([self.columns[name] for name in ("question", "item", "target")]))

    @property
    def n_items(self) -> int:
        """How many items the rows are about."""
        return len(self.texts_there("item"))

    def texts_there(self, name: str) -> Ints:
        """Which texts of a column any row has, by their numbers."""
        column = self.columns[name]
        used = np.zeros(len(column.texts), dtype=np.bool_)
        used[column.codes] = True
        return np.flatnonzero(used)

    def positions(self, name: str, among: Sequence[str]) -> Ints:
        """Where each row's text stands among these, -1 where it is none of them."""
        column = self.columns[name]
        places = pd.Index(list(among), dtype="str").get_indexer(column.texts).astype(np.int64, copy=False)
        return moved(column.codes, places)

    def sorted_column(self, name: str) -> tuple[Ints, int]:
        """The column with its texts numbered as they sort, and how many there are."""
        column = self.columns[name]
        used, n = dense(column.codes)
        first = np.empty(n, dtype=np.int64)
        first[used] = column.codes
        rank = np.empty(n, dtype=np.int64)
        rank[np.argsort(column.texts[first].to_numpy(dtype=object), kind="stable")] = np.arange(n)
        return rank[used], n

    def index_of(self, names: Sequence[str], places: Ints) -> pd.MultiIndex:
        """What these columns hold in these rows."""
        columns = [self.columns[name] for name in names]
        return pd.MultiIndex(
            levels=[column.texts for column in columns],  # type: ignore[misc]
            codes=[column.codes[places] for column in columns],  # type: ignore[misc]
            names=list(names),
            verify_integrity=False,
        )

    def second_labels(self, chosen: Bools) -> Iterator[tuple[int, int]]:
        """Those of these rows in which a rater labels a target again (on the same occasion), with the first of each."""
        cells = self._cells(with_occasion=True)
        if _all_different(cells, chosen):
            return
        places = np.flatnonzero(chosen)
        key = pd.Series(cells[places])
        again = key.duplicated()
        if again.any():
            first = key.groupby(key).transform(lambda same: same.index[0])
            for at in np.flatnonzero(again).tolist():
                yield int(places[at]), int(places[first[at]])

    def turns(self, chosen: Bools) -> Ints:
        """Whether each of these rows is its rater's first label of its target (0), second (1) …; 0 for other rows."""
        turn = np.zeros(len(self), dtype=np.int64)
        if self.occasion is None:
            return turn
        places = np.flatnonzero(chosen)
        column = self.columns[self.occasion]
        order = {text: rank for rank, text in enumerate(natural_order(column.texts))}
        rank = np.array([order[text] for text in column.texts], dtype=np.int64)[column.codes[places]]
        cells = pd.Series(self._cells(with_occasion=False)[places])
        sort = np.lexsort((rank, cells.to_numpy()))
        turn[places[sort]] = cells.iloc[sort].groupby(cells.iloc[sort]).cumcount().to_numpy()
        return turn

    def _cells(self, *, with_occasion: bool) -> Ints:
        """One number for each question, target and rater (and occasion)."""
        names = ["rater"]
        if with_occasion and self.occasion is not None:
            names.append(self.occasion)
        targets, n_targets = self.targets
        return together([self.columns[name] for name in names], within=(targets, n_targets))


def read_rows(table: Table, *, cluster: str | None, occasion: str | None, anonymous: bool) -> Rows:
    """The columns that matter; labels lose the white space around them. Raises ColumnsMissing."""
    wanted = list(dict.fromkeys([*COLUMNS, *filter(None, (cluster, occasion))]))
    absent = [name for name in wanted if name not in table.columns]
    may_be_absent = {*MAY_BE_ABSENT, *(["rater"] if anonymous else [])}
    if not set(absent) <= may_be_absent:
        raise ColumnsMissing([name for name in absent if name not in may_be_absent], map(str, table.columns))
    n = len(table)
    columns = {name: _blank(n) if name in absent else column_of(table, name) for name in wanted}
    if "rater" in absent:
        columns["rater"] = _places_in_row(columns)
    columns["label"] = _stripped(columns["label"])
    label = columns["label"]
    is_given = np.array([not is_missing(text) for text in label.texts], dtype=np.bool_)
    given = np.ones(n, dtype=np.bool_) if is_given.all() else is_given[label.codes]
    return Rows(columns, table.index, given, occasion)


def dense(codes: Ints) -> tuple[Ints, int]:
    """The numbers closed up, in their order, from 0, and how many different ones there are."""
    if not len(codes):
        return codes, 0
    highest = int(codes.max())
    if highest > 4 * len(codes) + 1000:
        return _dense_by_sorting(codes)
    used = np.zeros(highest + 1, dtype=np.bool_)
    used[codes] = True
    if used.all():
        return codes, highest + 1
    return (np.cumsum(used, dtype=np.int64) - 1)[codes], int(used.sum())


def _dense_by_sorting(codes: Ints) -> tuple[Ints, int]:
    """Of equal numbers that stand together only the first is sorted."""
    first = np.flatnonzero(np.diff(codes, prepend=codes[0] - 1))
    values, found = np.unique(codes[first], return_inverse=True)
    return np.repeat(found.astype(np.int64, copy=False), np.diff(first, append=len(codes))), len(values)


def together(columns: Sequence[Column], *, within: tuple[Ints, int] | None = None) -> Ints:
    """One number for each row, the same for rows only that are equal in all of these columns.

    `within` are numbers that they have to be equal in too, and how many different ones there are.
    """
    several = [column for column in columns if len(column.texts) > 1] or columns[:1]
    if within is None:
        (key, used), several = (several[0].codes, max(len(several[0].texts), 1)), several[1:]
    else:
        key, used = within
    for column in several:
        if used > np.iinfo(np.int64).max // max(len(column.texts), 1):  # no room for one more: number them afresh
            key, used = dense(key)
        key = key * len(column.texts) + column.codes
        used *= len(column.texts)
    return key


def moved(codes: Ints, places: Ints) -> Ints:
    """Where each number goes that goes to one of these places."""
    return codes if np.array_equal(places, np.arange(len(places))) else places[codes]


def _all_different(keys: Ints, chosen: Bools) -> bool:
    """Whether no two of these rows have one key, where that can be counted at once; else it is left open."""
    if not len(keys) or int(keys.max()) > 4 * len(keys) + 1000:
        return False
    return bool(np.bincount(keys if chosen.all() else keys[chosen]).max(initial=0) <= 1)


def _place_of(text: str, among: "pd.Index[str]") -> int | None:
    """Where the text stands among different ones."""
    found = np.flatnonzero(np.asarray(among == text, dtype=np.bool_))
    return int(found[0]) if len(found) else None


def _blank(n: int) -> Column:
    return Column(np.zeros(n, dtype=np.int64), pd.Index([""], dtype="str"))


def _stripped(column: Column) -> Column:
    codes, texts = pd.factorize(column.texts.str.strip())
    return Column(moved(column.codes, codes.astype(np.int64, copy=False)), pd.Index(texts, dtype="str"))


def _places_in_row(columns: Mapping[str, Column]) -> Column:
    """Raters who are not known: the first label of a target is of the first place, and so on."""
    cells = pd.Series(together([columns[name] for name in ("question", "item", "target")]))
    place = cells.groupby(cells).cumcount().to_numpy().astype(np.int64, copy=False)
    return Column(place, pd.Index([str(number + 1) for number in range(int(place.max(initial=-1)) + 1)], dtype="str"))
