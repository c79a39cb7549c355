"""A person at the labelling screen: what they see and the keys that they press, in real Chromium."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache

from playwright.sync_api import Browser, Locator, Page, expect

from annotation import store
from annotation.people import accounts
from tests import studies
from tests.browser.windows import window
from tests.passwords import QUICK
from tests.serving import Server

PASSWORD = "correct horse"
KEYS = {"irr": "1", "nice": "2", "must": "3"}
BOARD = "/label?project=study"
TARGETS = "rows => rows.map((row) => row.dataset.target ?? '')"
CHOSEN = "rows => rows.map((row) => row.querySelector('input:checked')?.value ?? null)"
DRAFT_SAVED = re.compile(r"^Draft saved \d\d:\d\d$")

Given = dict[tuple[int, str], str]  # labels by assignment and target key


def add_person(name: str, role: str) -> None:
    """An account that can sign in with the password of these tests."""
    studies.add_people(name, role=role, password_hash=_password_hash())


@cache
def _password_hash() -> str:
    return QUICK.hash(PASSWORD)


def token_of(name: str) -> str:
    """A new sign-in of this person, as it is kept in a browser's cookie."""
    with store.writing() as session:
        account = accounts.named(session, [name])[0]
        return accounts.start(session, account_id=account.id or 0, now=datetime.now(UTC))


def let_in(page: Page, server: Server, name: str) -> None:
    """Sign this person in without the form."""
    page.context.add_cookies([{"name": "accord_session", "value": token_of(name), "url": server.url}])


@contextmanager
def signed_in(chromium: Browser, server: Server, name: str, *, at: str = "/") -> Iterator[Page]:
    """A window in which this person is signed in and sees `at`."""
    with window(chromium, server) as page:
        let_in(page, server, name)
        page.goto(server.url + at)
        yield page


@contextmanager
def through_the_form(chromium: Browser, server: Server, name: str, *, at: str = "/") -> Iterator[Page]:
    """A window in which this person has signed in through the form and been sent to `at`."""
    with window(chromium, server) as page:
        page.goto(server.url + at)
        sign_in(page, name)
        yield page


def sign_in(page: Page, name: str) -> None:
    """Fill the form and send it."""
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(lambda url: "/signin" not in url)


class Desk:
    """The labelling board in a page; it counts the keys that were pressed on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.keys = 0
        self.board = page.locator(".board")
        self.status = page.locator(".board .status")
        self.notice = page.locator(".board .notice")
        self.tray = page.locator(".board .tray")
        self.panel = page.locator(".board .panel")

    def wait_for_item(self, *, other_than: str | None = None) -> str:
        """Wait until an item is drawn, another one than `other_than`; its assignment."""
        found = self.page.locator(".board[data-view=item]")
        if other_than is not None:
            found = self.page.locator(f".board[data-view=item]:not([data-assignment='{other_than}'])")
        expect(found).to_be_visible()
        return found.get_attribute("data-assignment") or ""

    def wait_for(self, assignment: str) -> None:
        """Wait until this item is on the screen and takes keys."""
        drawn = f".board[data-view=item][data-assignment='{assignment}']:not([data-locked])"
        expect(self.page.locator(drawn)).to_be_visible()

    def wait_for_draft(self) -> None:
        """Wait until the server holds what is on the screen."""
        expect(self.status).to_have_text(DRAFT_SAVED)

    def button(self, name: str) -> Locator:
        """A button of the board."""
        return self.board.get_by_role("button", name=name, exact=True)

    def wait_for_end(self) -> None:
        """Wait for the sentence that all items are done."""
        expect(self.page.get_by_text("items are done. Thank you.")).to_be_visible()

    @property
    def texts(self) -> list[str]:
        """The texts of the rows, in the order shown."""
        return self.page.locator(".board .row .text").all_inner_texts()

    @property
    def target_keys(self) -> list[str]:
        """The keys of the rows, in the order shown."""
        found: list[str] = self.page.locator(".board .row").evaluate_all(TARGETS)
        return found

    @property
    def chosen(self) -> list[str | None]:
        """What is chosen in each row."""
        found: list[str | None] = self.page.locator(".board .row").evaluate_all(CHOSEN)
        return found

    def press(self, key: str) -> None:
        """Press one key, wherever the focus is."""
        self.keys += 1
        self.page.keyboard.press(key)

    def answer(self, label: str | Callable[[str], str], *, first: int | None = None) -> Given:
        """Answer the rows that have no answer yet, from the top, one key each.

        The label is the same for all, or made from each text.
        """
        assignment = int(self.board.get_attribute("data-assignment") or 0)
        given = {}
        rows = zip(self.target_keys, self.texts, self.chosen, strict=True)
        for key, text in [(key, text) for key, text, chosen in rows if chosen is None][:first]:
            given[assignment, key] = label if isinstance(label, str) else label(text)
            self.press(KEYS[given[assignment, key]])
        return given
