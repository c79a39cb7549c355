"""A person at the adjudicator's desk: what they see and the keys that they press, in real Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from playwright.sync_api import Browser, Locator, Page, expect
from sqlmodel import col, select

from annotation import models as m
from annotation import store
from annotation.desk import adjudication
from annotation.people import accounts
from tests import studies
from tests.browser.desk import CHOSEN, add_person, signed_in
from tests.serving import Server
from tests.studies import make_project, memory, record, take_labels, votes

DESK = "/adjudicate?project=study"
NASTY = "<img src=x onerror=alert(1)> spent $40, saved $60 **bold**"


class Adjudicator:
    """The desk in a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.board = page.locator(".board[data-desk]")
        self.status = self.board.locator(".status")
        self.reason = page.get_by_role("textbox", name="Reason", exact=True)
        self.rows = self.board.locator(".row")
        self.active = self.board.locator(".row[aria-current=true]")
        self.far = self.board.locator(".done")

    def wait_for_item(self, number: int | None = None) -> None:
        """Wait until an item is drawn: this one, if a number is given."""
        which = f"[data-item='{number}']" if number is not None else ""
        expect(self.page.locator(f".board[data-view=item]{which}:not([data-locked])")).to_be_visible()

    def row(self, text: str) -> Locator:
        """The row of a memory."""
        return self.rows.filter(has=self.page.get_by_text(text, exact=True))

    def press(self, *keys: str) -> None:
        """Press keys one after the other, wherever the focus is."""
        for key in keys:
            self.page.keyboard.press(key)

    def give_reason(self, words: str) -> None:
        """Write the reason by keyboard and go back to the rows."""
        self.press("r")
        expect(self.reason).to_be_focused()
        self.page.keyboard.insert_text(words)
        self.press("Escape")

    def save_and_leave(self) -> None:
        """Save by Enter and wait until the item is gone. Where it stays, the failure tells what the desk says of it."""
        number = self.board.get_attribute("data-item")
        self.press("Enter")
        try:
            expect(self.page.locator(f".board[data-item='{number}']")).to_have_count(0)
        except AssertionError as stayed:
            said, why = self.status.inner_text(), self.board.locator(".notice").inner_text()
            stayed.add_note(f"item {number} stayed; chosen: {self.chosen}; status line: {said!r}; notice: {why!r}")
            raise

    @property
    def chosen(self) -> list[str | None]:
        """What is checked in each row."""
        found: list[str | None] = self.rows.evaluate_all(CHOSEN)
        return found


@contextmanager
def at_the_desk(chromium: Browser, server: Server, name: str = "dana", *, at: str = DESK) -> Iterator[Adjudicator]:
    """Somebody who has signed in and sees an item at the desk."""
    with signed_in(chromium, server, name, at=at) as page:
        desk = Adjudicator(page)
        desk.wait_for_item()
        yield desk


def disputed_study() -> None:
    """Two items on which two imported people differ everywhere: K1, a tie is nobody's."""
    content = [
        record("i1", memory=memory(must=[NASTY], irr=["Plain."])),
        record("i2", memory=memory(must=["Other."], irr=["Else."])),
    ]
    make_project(content)
    add_person("dana", "adjudicator")
    add_person("rui", "researcher")
    take_labels(votes({NASTY: "must", "bo": "irr"}, content=content))


def decide_elsewhere(text: str, label: str) -> None:
    """Decide as another adjudicator."""
    add_person("eve", "adjudicator")
    with store.writing() as session:
        eve = accounts.named(session, ["eve"])[0]
        item = session.exec(select(m.Item).where(m.Item.source_id == "i1")).one()
        key = next(each["key"] for each in item.content["memories"] if each["text"] == text)
        target = session.exec(select(m.Target).where(m.Target.item_id == item.id, m.Target.key == key)).one()
        adjudication.decide(
            session,
            account_id=eve.id or 0,
            slug="study",
            target_id=target.id or 0,
            question="role",
            label=label,
            reason="Elsewhere.",
            now=datetime.now(UTC),
        )


def decisions() -> list[tuple[str | None, str]]:
    """Label and reason of every decision."""
    with store.reading() as session:
        return list(session.exec(select(m.Decision.label, m.Decision.reason).order_by(col(m.Decision.id))).all())


def settings(**chosen: object) -> None:
    with store.writing() as session:
        session.exec(select(m.Project)).one().settings = chosen


def labelled_study(*names: str, against: str) -> None:
    """Three items with two memories each that these people label `must`, and one person more `irr`."""
    content = [record(f"i{n}", memory=memory(must=[f"One {n}."], irr=[f"Two {n}."])) for n in (1, 2, 3)]
    make_project(content)
    for name in (*names, against):
        add_person(name, "annotator")
    add_person("dana", "adjudicator")
    studies.assign(*names, against)
    with store.reading() as session:
        ids = {each.name: each.id or 0 for each in session.exec(select(m.Account)).all()}
    for name in (*names, against):
        studies.label_all(ids[name], "irr" if name == against else "must")
