"""The log as a file: every event that was asked for, with times in UTC, and nothing that a spreadsheet would run."""

from __future__ import annotations

import csv
from datetime import timedelta, timezone
from io import StringIO

import pytest

from annotation import events, store
from annotation.events import Filters
from exports import log
from tests import studies
from tests.studies import NOW, SLUG


def rows(filters: Filters) -> list[dict[str, str]]:
    with store.reading() as session:
        return list(csv.DictReader(StringIO(b"".join(log.stream(session, filters)).decode("utf-8-sig"))))


def test_an_event_is_a_row_and_its_time_is_utc(database: str) -> None:
    studies.make_project()
    people = studies.add_people("rui", role="researcher")
    there = NOW.astimezone(timezone(timedelta(hours=8))) + timedelta(minutes=1)
    with store.writing() as session:
        detail = {"item": "i1", "note": "=1+1", "label": "must"}
        events.record(session, "noted", now=there, account_id=people["rui"], project_id=1, detail=detail)
    (first, *others) = rows(Filters(project=SLUG))
    assert first == {
        "time": "2026-01-02T03:05:05Z",
        "who": "rui",
        "project": SLUG,
        "event": "noted",
        "item": "i1",
        "memory": "",
        "question": "",
        "label": "must",
        "reason": "",
        "detail": '{"note": "=1+1"}',
    }
    assert [(each["event"], each["who"]) for each in others] == [("items imported", ""), ("project made", "")]


def test_what_a_spreadsheet_would_run_is_guarded(sqlite_database: str) -> None:
    with store.writing() as session:
        events.record(session, "odd", now=NOW, detail={"reason": "=HYPERLINK(1)"})
    assert [each["reason"] for each in rows(Filters())] == ["'=HYPERLINK(1)"]


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_parts_leave_nothing_out_and_say_nothing_twice(sqlite_database: str, size: int) -> None:
    with store.writing() as session:
        for number in range(3):
            events.record(session, f"e{number}", now=NOW)
    with store.reading() as session:
        found = [told.kind for part in events.in_parts(session, Filters(), size=size) for told in part]
    assert found == ["e2", "e1", "e0"]
