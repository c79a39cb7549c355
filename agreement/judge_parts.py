"""Which sets and spans does a judge give that no person gave? They are labels too, or it could never say another."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

import pandas as pd

from agreement.errors import BadScale
from agreement.parts import as_set, canonical
from agreement.ratings import Ratings
from agreement.scale import Scale, is_missing


def with_labels_of(
    tables: Iterable[pd.DataFrame],
    ratings: Ratings,
    *,
    names: Mapping[str, str] | None = None,
    declared: Collection[str] | None = None,
) -> Ratings:
    """The ratings on a scale that also holds the sets or spans of these tables, behind people's own.

    A set may consist only of the `declared` names, or where none are, of those that people have used: a judge's prose
    is no name. Ratings of other levels stay as they are. `names` says which answers mean which label.
    """
    if not ratings.scale.has_parts:
        return ratings
    texts = [text for table in tables for text in _answers(table, ratings.question)]
    found = [(names or {}).get(text, text) for text in texts]
    return replace(ratings, scale=_with_labels(ratings.scale, found, declared))


def _answers(table: pd.DataFrame, question: str) -> list[str]:
    """The different answers to the question."""
    rows = table[table["question"].astype("str").fillna("") == question] if "question" in table else table
    return [str(text).strip() for text in rows["label"].astype("str").fillna("").unique()]


def _with_labels(scale: Scale, texts: Iterable[str], declared: Collection[str] | None) -> Scale:
    used = frozenset(declared) if declared else frozenset[str]().union(*map(as_set, scale.labels))
    found = dict.fromkeys(scale.labels)
    for text in texts:
        if is_missing(text):
            continue
        try:
            label = canonical(scale.level, text)
        except BadScale:  # read as unparsed later on, with its row
            continue
        if scale.level == "spans" or as_set(label) <= used:
            found[label] = None
    return replace(scale, labels=tuple(found))
