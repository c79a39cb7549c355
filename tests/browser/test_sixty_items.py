"""One annotator labels sixty real items by keyboard, as a person does: not straight on, and not without mishap.

They go back, skip, flag, write notes, correct, reload twice, and the server starts anew in the middle. At the end the
database holds exactly what was typed, in order, with its history.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from sqlmodel import col, select

from annotation import assignment, store
from annotation import models as m
from annotation.imports import importing
from tests.browser.desk import BOARD, KEYS, Desk, add_person, signed_in
from tests.serving import Server

pytestmark = pytest.mark.browser

ITEMS = 60
SKIPPED_FOR = {7: "1", 23: "3", 41: "2"}  # the item's number: the key of the reason
REASONS = {"1": "hard", "2": "broken", "3": "distressing"}
FLAGGED = (4, 30, 52)
NOTED = {3: "Who is Mel?", 19: "Two memories say the same.", 44: "日期不对"}
RELOADED_AT = (11, 37)
RESTARTED_AT = 26
CORRECTED_AT = (15, 48)  # there, the item before is put right
CHANGED_MIND_AT = (9, 33)  # there, an answer is given, taken back, and given otherwise, before it is submitted


@dataclass
class Typed:
    """What was typed on one item: the labels of each submission by target, the note, the flag, the skip."""

    submissions: list[dict[str, str]] = field(default_factory=list)
    note: str = ""
    flagged: bool = False
    skipped: str = ""


class Person:
    """Labels by keyboard and remembers what was typed."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.typed: dict[str, Typed] = {}
        self.order: list[str] = []

    def label(self, number: int) -> None:
        """One item with whatever happens on it; the next one is on the screen after it."""
        current = self.desk.wait_for_item()
        typed = self.typed.setdefault(current, Typed())
        self._marks(typed, number)
        if number in CHANGED_MIND_AT:
            self._change_mind()
        self.desk.answer(_label_of, first=2 if number in RELOADED_AT else None)
        if number in RELOADED_AT:
            self.desk.page.reload()
            assert self.desk.wait_for_item() == current
            self.desk.answer(_label_of)
        self._submit(current)

    def skip(self, number: int) -> None:
        """Put the item on the screen aside, with its first answer given."""
        current = self.desk.wait_for_item()
        self.desk.answer("must", first=1)
        self.desk.press("s")
        self.desk.press(SKIPPED_FOR[number])
        self.typed[current] = Typed(skipped=REASONS[SKIPPED_FOR[number]])
        self.desk.wait_for_item(other_than=current)

    def correct_the_item_before(self) -> None:
        """Back, another label for the first row, and on to where it was."""
        before = self.order[-1]
        here = self.desk.wait_for_item()
        self.desk.press("u")
        self.desk.wait_for(before)
        was = self.desk.chosen[0]
        self.desk.press(KEYS["nice" if was != "nice" else "irr"])
        self._submit(before)
        self.desk.wait_for(here)

    def return_to_a_skipped_item(self) -> None:
        """From the end page, by Enter on its first button; the answer that was there is there."""
        page = self.desk.page
        page.get_by_role("button", name="Open the first one").press("Enter")
        current = self.desk.wait_for_item()
        assert self.desk.chosen.count("must") == 1
        self.desk.answer(_label_of)
        self.typed[current].skipped = ""
        self._submit(current, then="end")

    def _marks(self, typed: Typed, number: int) -> None:
        if number in FLAGGED:
            self.desk.press("f")
            typed.flagged = True
        if number in NOTED:
            self.desk.press("n")
            self.desk.page.keyboard.insert_text(NOTED[number])
            self.desk.press("Escape")
            typed.note = NOTED[number]

    def _change_mind(self) -> None:
        """1, undone; 3, cleared: nothing of it is submitted."""
        for key in ("1", "Control+z", "3", "ArrowUp", "Delete"):
            self.desk.press(key)

    def _submit(self, current: str, *, then: str = "item") -> None:
        chosen = [label or "" for label in self.desk.chosen]
        self.typed[current].submissions.append(dict(zip(self.desk.target_keys, chosen, strict=True)))
        self.order.append(current)
        self.desk.press("Enter")
        if then == "item":
            expect(self.desk.board).not_to_have_attribute("data-assignment", current)
        else:
            expect(self.desk.page.locator(".board .plain[data-kind=done]")).to_be_visible()


def _label_of(text: str) -> str:
    return ("irr", "nice", "must")[len(text) % 3]


@pytest.fixture
def study(sqlite_database: str, shared_data: Path) -> None:
    """The first sixty published items, all for ann."""
    path = shared_data / "stratmem" / "StratMemBench.json"
    if not path.exists():
        pytest.skip("the published StratMem-Bench file (../shared/data/stratmem) is not here")
    records = json.loads(path.read_text(encoding="utf-8"))[:ITEMS]
    add_person("ann", "annotator")
    now = datetime.now(UTC)
    with store.writing() as session:
        importing.import_items(session, json.dumps(records).encode(), slug="study", now=now)
        assignment.assign(session, slug="study", annotators=["ann"], overlap=1, seed=5, now=now)


def test_the_database_holds_exactly_what_was_typed(study: None, server: Server, chromium: Browser) -> None:
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        person = Person(Desk(page))
        for number in range(1, ITEMS + 1):
            if number in SKIPPED_FOR:
                person.skip(number)
                continue
            if number in CORRECTED_AT:
                person.correct_the_item_before()
            if number == RESTARTED_AT:
                server.kill()
                server.start()
            if number == ITEMS:
                label_the_last(person)
            else:
                person.label(number)
        expect(page.get_by_text("3 skipped items wait")).to_be_visible()
        person.return_to_a_skipped_item()
        expect(page.locator(".board .done")).to_have_text("58 of 60 done · 2 skipped")
    assert submitted() == [(current, person.typed[current].submissions) for current in distinct(person.order)]
    assert order_of_submissions() == person.order
    assert marks() == {
        current: ("skipped" if typed.skipped else "done", typed.skipped, typed.flagged, typed.note)
        for current, typed in person.typed.items()
    }
    assert history_of_judgments() == expected_judgments(person)


def label_the_last(person: Person) -> None:
    """The sixtieth: after it the end page comes, and no other item."""
    current = person.desk.wait_for_item()
    person.typed[current] = Typed()
    person.desk.answer(_label_of)
    person._submit(current, then="end")


def distinct(order: list[str]) -> list[str]:
    return list(dict.fromkeys(order))


def expected_judgments(person: Person) -> dict[tuple[str, str], list[str]]:
    """The labels of each target in the order typed; a label that a later submission repeats is no new judgment."""
    found: dict[tuple[str, str], list[str]] = {}
    for current, typed in person.typed.items():
        for labels in typed.submissions:
            for key, label in labels.items():
                said = found.setdefault((current, key), [])
                if said[-1:] != [label]:
                    said.append(label)
    return found


def history_of_judgments() -> dict[tuple[str, str], list[str | None]]:
    """Every judgment in the database by assignment and target, oldest first."""
    found: dict[tuple[str, str], list[str | None]] = {}
    with store.reading() as session:
        rows = session.exec(
            select(m.Submission.assignment_id, m.Target.key, m.Judgment.label)
            .select_from(m.Judgment)
            .join(m.Target)
            .join(m.Submission, col(m.Submission.id) == m.Judgment.submission_id)
            .order_by(col(m.Judgment.id))
        ).all()
    for assignment_id, key, label in rows:
        found.setdefault((str(assignment_id), key), []).append(label)
    return found


def submitted() -> list[tuple[str, list[dict[str, str]]]]:
    """The full answers after each submission, by assignment in the order of their first one."""
    now: dict[str, dict[str, str]] = {}
    found: dict[str, list[dict[str, str]]] = {}
    with store.reading() as session:
        rows = session.exec(
            select(m.Submission.id, m.Submission.assignment_id, m.Target.key, m.Judgment.label)
            .select_from(m.Submission)
            .join(m.Judgment, col(m.Judgment.submission_id) == m.Submission.id)
            .join(m.Target)
            .order_by(col(m.Submission.id))
        ).all()
    for number in dict.fromkeys(row[0] for row in rows):
        mine = [row for row in rows if row[0] == number]
        current = str(mine[0][1])
        now.setdefault(current, {}).update({key: label or "" for _, _, key, label in mine})
        found.setdefault(current, []).append(dict(now[current]))
    return list(found.items())


def order_of_submissions() -> list[str]:
    with store.reading() as session:
        rows = session.exec(select(m.Submission.assignment_id).order_by(col(m.Submission.id))).all()
    return [str(assignment_id) for assignment_id in rows]


def marks() -> dict[str, tuple[str, str, bool, str]]:
    """State, reason, flag and note of every assignment."""
    with store.reading() as session:
        rows = session.exec(select(m.Assignment)).all()
    return {str(row.id): (row.state, row.skip_reason or "", row.flagged, row.note) for row in rows}
