"""A person at the adjudicator's desk: what they see and the keys that they press, in real Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.desk import signed_in
from tests.serving import Server

DESK = "/adjudicate?project=study"


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

    @property
    def chosen(self) -> list[str | None]:
        """What is checked in each row."""
        return [
            row.locator("input:checked").get_attribute("value") if row.locator("input:checked").count() else None
            for row in self.rows.all()
        ]


@contextmanager
def at_the_desk(chromium: Browser, server: Server, name: str = "dana", *, at: str = DESK) -> Iterator[Adjudicator]:
    """Somebody who has signed in and sees an item at the desk."""
    with signed_in(chromium, server, name, at=at) as page:
        desk = Adjudicator(page)
        desk.wait_for_item()
        yield desk
