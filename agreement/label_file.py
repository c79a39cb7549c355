"""What does a file of labels say? Bytes in (csv, tsv, jsonl or Excel, told apart by content), a long table of text out.

Nothing is turned into a number on the way, so that ids and labels stay what they are, and a row that cannot be read is
refused with its number: the row as a spreadsheet counts it, header included; in jsonl, the line.
"""

import csv
import io
import json
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import overload

import pandas as pd

from agreement.coded import Coded, Table
from agreement.errors import ColumnsMissing, UnreadableFile
from agreement.excel_file import excel_rows, is_excel
from agreement.plain_table import read_at_once
from agreement.ratings import COLUMNS, MAY_BE_ABSENT
from agreement.results import RefusedRow
from label_formats.errors import BadFile
from label_formats.text import UNSTORABLE, decode, printable

BESIDE_LABELS = ("round", "time", "comment")  # columns of a label file that are no rater's


@dataclass(frozen=True, eq=False)
class LabelFile:
    """The rows of a file, all text, by their number, and the rows that could not be read."""

    rows: Table
    refused: tuple[RefusedRow, ...]

    @property
    def table(self) -> pd.DataFrame:
        """The rows, each text of them made."""
        return self.rows.frame() if isinstance(self.rows, Coded) else self.rows


def read_label_file(content: bytes, *, names: Mapping[str, str]) -> LabelFile:
    """Read the bytes of a file of labels; `names` as in `long_table`.

    Raises UnreadableFile where this is no table of text at all.
    """
    whole = _whole(content.removeprefix(BOM_UTF8))
    if whole is not None:
        return LabelFile(whole, ())
    wanted = _wanted(names)
    good: dict[int, Mapping[str, str]] = {}
    refused = []
    for number, row, why in _rows(content, wanted):
        if not why and any(map(UNSTORABLE.search, row.values())):
            why = "it holds a character that is no text (a NUL, or half of a surrogate pair)"
        if why:
            name = printable(row.get(wanted["item"], ""))
            refused.append(RefusedRow(number, name, why))
        else:
            good[number] = row
    if not good:
        found = f"row {refused[0].row}: {refused[0].why}" if refused else "it has no row besides its header"
        raise UnreadableFile(f"no row of the file can be read ({found})")
    return LabelFile(pd.DataFrame(list(good.values()), index=list(good), dtype="str").fillna(""), tuple(refused))


def _rows(content: bytes, wanted: Mapping[str, str]) -> Iterator[tuple[int, dict[str, str], str]]:
    """Each row's number, its texts by column, and what is wrong with it."""
    if is_excel(content):
        yield from excel_rows(content, wanted=[wanted["item"], wanted["rater"], wanted["label"]])
        return
    words = _decoded(content)
    yield from _json_rows(words, wanted) if words.lstrip().startswith(("{", "[")) else _records(words)


def _whole(content: bytes) -> Coded | None:
    """The table, where it can be read at once and has a row."""
    line = content[: content.find(b"\n")]
    try:
        header, delimiter = _first_line(line.decode())
    except UnicodeDecodeError:
        return None
    table = read_at_once(content, header=header, delimiter=delimiter)
    return None if table is None or not len(table) else table


def _decoded(content: bytes) -> str:
    try:
        return decode(content)
    except BadFile as error:
        raise UnreadableFile(*error.args) from error


def _json_rows(text: str, wanted: Mapping[str, str]) -> Iterator[tuple[int, dict[str, str], str]]:
    """Each object's line, or its place in a list, its texts, and what is wrong with it."""
    for number, row, why in _json_list(text) if text.lstrip().startswith("[") else _json_lines(text):
        if why:
            yield number, {}, why
            continue
        if not isinstance(row, dict):
            yield number, {}, "it is no JSON object"
            continue
        texts = {name.strip(): _as_text(value) for name, value in row.items() if not isinstance(value, dict | list)}
        nested = [name for name in wanted.values() if name in row and name not in texts]
        yield number, texts, f"its {nested[0]!r} is a list or an object, not a text" if nested else ""


def _json_lines(text: str) -> Iterator[tuple[int, object, str]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                yield number, _json(line), ""
            except (ValueError, RecursionError) as error:
                yield number, None, f"it is no JSON ({error})"


def _json_list(text: str) -> Iterator[tuple[int, object, str]]:
    try:
        rows = _json(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableFile(f"the file is no list in JSON ({error})") from error
    if isinstance(rows, list):  # what begins as a list and can be read is one
        yield from ((number, row, "") for number, row in enumerate(rows, start=1))


def _json(text: str) -> object:
    """What a JSON text says, its numbers left as they are written."""
    found: object = json.loads(text, parse_int=str, parse_float=str, parse_constant=str)
    return found


def _as_text(value: object) -> str:
    if value is None:
        return ""
    return json.dumps(value) if isinstance(value, bool) else str(value)


def _first_line(line: str) -> tuple[list[str], str]:
    """The fields of the first line, and what stands between them."""
    delimiter = max(",\t;", key=line.count)
    return [name.strip() for name in line.split(delimiter)], delimiter


def _records(text: str) -> Iterator[tuple[int, dict[str, str], str]]:
    """Each record's number, its fields by column, and what is wrong with it."""
    delimiter = _first_line(text[: text.find("\n")])[1]
    records = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    header: list[str] = []
    try:
        for number, fields in enumerate(records, start=1):
            if number == 1:
                header = _header(fields)
            elif any(field.strip() for field in fields):
                yield number, *_by_column(header, fields)
    except csv.Error as error:
        raise UnreadableFile(f"line {records.line_num} of the file is broken: {error}") from error


def _header(fields: Sequence[str]) -> list[str]:
    names = [name.strip() for name in fields]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise UnreadableFile(f"two columns are called {twice[0]!r}: give each a name of its own")
    return names


def _by_column(header: Sequence[str], fields: Sequence[str]) -> tuple[dict[str, str], str]:
    row = dict(zip(header, fields, strict=False))
    if len(fields) != len(header):
        return row, f"it has {len(fields)} fields where the header has {len(header)}"
    return row, ""


@overload
def long_table(
    table: pd.DataFrame,
    *,
    names: Mapping[str, str],
    also: Sequence[str | None] = (),
    wide: bool,
    without_raters: bool = False,
) -> pd.DataFrame: ...


@overload
def long_table(
    table: Table,
    *,
    names: Mapping[str, str],
    also: Sequence[str | None] = (),
    wide: bool,
    without_raters: bool = False,
) -> Table: ...


def long_table(
    table: Table,
    *,
    names: Mapping[str, str],
    also: Sequence[str | None] = (),
    wide: bool,
    without_raters: bool = False,
) -> Table:
    """The table with the columns of ratings (and `also` the cluster's and suchlike), each row still under its number.

    `names` says which of the table's columns is the `item`, `target`, `question`, `rater` or `label`; those that it
    leaves out go by their own name, and target and question may be absent, and the rater in a table `without_raters`.
    With `wide`, every other column is a rater. Whether a table is long or wide is never guessed: ColumnsMissing says
    what was found.
    """
    wanted = _wanted(names)
    may_be_absent = {*MAY_BE_ABSENT, *(["rater"] if without_raters else [])}
    needed = [column for column in COLUMNS if column in names or column not in may_be_absent]
    absent = [wanted[column] for column in needed if wanted[column] not in table.columns]
    if wide:
        absent = [name for name in absent if name not in (wanted["rater"], wanted["label"])]
    if absent:
        raise ColumnsMissing(
            absent,
            table.columns,
            "Other names are given with --item, --target, --question, --rater and --label; a table with one column for"
            " each rater is read with --wide.",
        )
    if wide:
        table = _melted(table.frame() if isinstance(table, Coded) else table, wanted, also)
    chosen = {column: name for column, name in wanted.items() if name in table.columns}
    for name in filter(None, also):
        if name not in chosen and name not in table.columns:
            raise ColumnsMissing([name], table.columns, "--cluster and --occasion name columns of the file.")
        chosen.setdefault(name, name if name in table.columns else chosen[name])
    if isinstance(table, Coded):
        return table.chosen(chosen)
    return pd.DataFrame({column: table[name] for column, name in chosen.items()})


def _wanted(names: Mapping[str, str]) -> dict[str, str]:
    return {column: names.get(column, column) for column in COLUMNS}


def _melted(table: pd.DataFrame, wanted: Mapping[str, str], also: Sequence[str | None]) -> pd.DataFrame:
    """One row for each cell of a wide table, in the order of reading."""
    long = [wanted[column] for column in ("rater", "label") if wanted[column] in table.columns]
    if long:
        raise UnreadableFile(f"the table has a column {long[0]!r}, as long tables have: leave --wide out or rename it")
    if "" in table.columns:
        raise UnreadableFile("a column has no name: name it after its rater, or remove it")
    beside = {wanted["item"], wanted["target"], wanted["question"], *also, *BESIDE_LABELS}
    ids = [name for name in table.columns if name in beside]
    cells = table.melt(id_vars=ids, var_name=wanted["rater"], value_name=wanted["label"], ignore_index=False)
    return cells.sort_index(kind="stable")
