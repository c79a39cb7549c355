"""The log as a table: who did what when, in UTC, with the item, memory and decision that each event speaks of."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from sqlmodel import Session

from annotation import event_details, events
from annotation.events import Filters, Told
from annotation.timestamps import written
from exports.writers import Columns, FreeText, csv

MEDIA_TYPE = csv.MEDIA_TYPE
OF_DETAIL = ("item", "memory", "question", "label", "reason")
COLUMNS: Columns = dict.fromkeys(("time", "who", "project", "event", *OF_DETAIL, "detail"), str)
FREE_TEXT = ("who", "event", "memory", "reason", "detail")
NUMBER = re.compile(r"-?[0-9]+")  # a label that is one is no formula


def stream(session: Session, filters: Filters) -> Iterator[bytes]:
    """The events that the filters let through, the latest first, in pieces of csv. Nobody's name: the command line.

    `detail` holds what has no column of its own, as JSON.
    """
    return csv.table(_rows(session, filters), columns=COLUMNS)


def _rows(session: Session, filters: Filters) -> Iterator[Mapping[str, Any]]:
    for part in events.in_parts(session, filters):
        for told in event_details.readable(session, part):
            row = _row(told)
            yield {name: FreeText(cell) if cell and _is_free(name, cell) else cell for name, cell in row.items()}


def _is_free(name: str, cell: Any) -> bool:
    """Whether somebody has written the cell as they liked: the label of a question that takes a text, too."""
    return name in FREE_TEXT or (name == "label" and not NUMBER.fullmatch(str(cell)))


def _row(told: Told) -> Mapping[str, Any]:
    rest = {name: value for name, value in told.detail.items() if name not in OF_DETAIL}
    return {
        "time": written(told.at),
        "who": told.who,
        "project": told.project,
        "event": told.kind,
        **{name: told.detail.get(name) for name in OF_DETAIL},
        "detail": json.dumps(rest, ensure_ascii=False) if rest else "",
    }
