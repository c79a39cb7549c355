"""Row by row: what counts, what is dropped and what is refused, so that one bad row does not hide the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from label_formats.answers import Dropped, Refused
from label_formats.errors import BadRow
from label_formats.json_records import Record, known_row

T = TypeVar("T")


@dataclass(frozen=True)
class Sorted(Generic[T]):
    """What the rows of a file hold, in its order."""

    kept: list[T]
    dropped: list[Dropped]
    refused: list[Refused]


def sort_out(
    records: Sequence[Record],
    one: Callable[[int, Mapping[str, Any]], Iterable[T | Dropped | Refused]],
    *,
    shown: Callable[[Mapping[str, Any]], str],
) -> Sorted[T]:
    """What `one` finds in each row; a row for which it raises BadRow is refused whole, under the id `shown`."""
    found: Sorted[T] = Sorted([], [], [])
    for row, record in records:
        try:
            parts = list(one(row, known_row(record)))
        except BadRow as error:
            found.refused.append(Refused(row, shown(record) if isinstance(record, Mapping) else "", str(error)))
            continue
        for part in parts:
            if isinstance(part, Dropped):
                found.dropped.append(part)
            elif isinstance(part, Refused):
                found.refused.append(part)
            else:
                found.kept.append(part)
    return found
