"""Which rows hold a set or spans, and is each of them one? At the door, so that equal ones become equal labels."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from agreement.coded import Column
from agreement.errors import BadScale
from agreement.parts import as_set, canonical
from agreement.rating_rows import Bools, Rows
from agreement.scale import Level, has_parts


def with_canonical_labels(
    rows: Rows, *, levels: Mapping[str, Level], labels: Mapping[str, Sequence[str]]
) -> tuple[Rows, dict[int, str]]:
    """The rows with the sets and spans of each such question in their canonical text, and why some are refused.

    `labels` are by question the names of which a set may consist, where they are declared.
    """
    why: dict[int, str] = {}
    for question, level in levels.items():
        if has_parts(level):
            names = labels.get(question) if level == "set" else None
            rows, refused = _with_canonical(rows, rows.given & rows.is_question(question), level, names)
            why |= refused
    return rows, why


def _with_canonical(
    rows: Rows, chosen: Bools, level: Level, names: Sequence[str] | None
) -> tuple[Rows, dict[int, str]]:
    column = rows.column("label")
    texts = [str(text) for text in column.texts]
    places = {text: code for code, text in enumerate(texts)}
    moved = np.arange(len(texts))
    wrong: dict[int, str] = {}
    for code in np.unique(column.codes[chosen]).tolist():
        try:
            text = canonical(level, texts[code])
            _check_names(text, level, names)
        except BadScale as error:
            wrong[code] = str(error)
        else:
            moved[code] = places.setdefault(text, len(places))
    codes = np.where(chosen, moved[column.codes], column.codes).astype(np.int64)
    refused = np.flatnonzero(chosen & np.isin(column.codes, list(wrong))).tolist()
    columns = {**rows.columns, "label": Column(codes, pd.Index(list(places), dtype="str"))}
    return replace(rows, columns=columns), {place: wrong[int(column.codes[place])] for place in refused}


def _check_names(text: str, level: Level, names: Sequence[str] | None) -> None:
    strange = sorted(as_set(text) - {name.strip() for name in names}) if names is not None and level == "set" else []
    if strange:
        raise BadScale(f"the set {text!r} holds {strange[0]!r}, which is none of: {', '.join(names or ())}")
