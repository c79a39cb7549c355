"""The log as a table: who did what when, in UTC, with the item, memory and decision that each event speaks of."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from sqlmodel import Session

from annotation import event_details, events
from annotation.drafts import written
from annotation.events import Filters, Told
from exports.writers import csv

MEDIA_TYPE = csv.MEDIA_TYPE
OF_DETAIL = ("item", "memory", "question", "label", "reason")
COLUMNS = ("time", "who", "project", "event", *OF_DETAIL, "detail")
FREE_TEXT = ("who", "event", "memory", "reason", "detail")


def stream(session: Session, filters: Filters) -> Iterator[str]:
    """The events that the filters let through, the latest first, in pieces of csv. Nobody's name: the command line.

    `detail` holds what has no column of its own, as JSON.
    """
    return csv.table(_rows(session, filters), columns=COLUMNS, free_text=FREE_TEXT)


def _rows(session: Session, filters: Filters) -> Iterator[Mapping[str, Any]]:
    for part in events.in_parts(session, filters):
        for told in event_details.readable(session, part):
            yield _row(told)


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
