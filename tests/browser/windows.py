"""Where does a browser test get its windows? From a browser that has read and compiled Streamlit's files before.

A context of its own for each window would load and compile these files anew, which takes four times as long as all else
that a screen costs. So a context stays, with one page at rest in it that keeps the files' process. A window is another
page of it: cookies and storage are empty when it opens, and what it leaves behind is cleared away.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page

from tests.serving import Server

FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-background-networking"]
PATIENCE_MS = 60_000
REST = "/healthz"  # of our own origin, so that the process is the right one, and without any script


@contextmanager
def window(chromium: Browser, server: Server) -> Iterator[Page]:
    """A page in which nobody is signed in and nothing is kept; two at a time know nothing of each other."""
    keeper = _at_rest(chromium, server)
    context = keeper.context
    try:
        keeper.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        yield _opened_by(keeper)
        _clear_away(keeper)
    except BaseException:
        context.close()  # what state it is in is not known
        raise


@contextmanager
def window_apart(chromium: Browser, **options: Any) -> Iterator[Page]:
    """A page of a context that nothing else uses: with a clock that is set, or with options that stay (touch)."""
    context = chromium.new_context(**options)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    yield page
    context.close()


def another_tab(page: Page) -> Page:
    """One more tab of the window."""
    return _opened_by(page.context.pages[0])


def _at_rest(chromium: Browser, server: Server) -> Page:
    """The one page of a context that no window is open in."""
    for context in chromium.contexts:
        if [page.url for page in context.pages] == [server.url + REST]:
            return context.pages[0]
    keeper = chromium.new_context().new_page()
    keeper.goto(server.url + REST)
    return keeper


def _opened_by(keeper: Page) -> Page:
    """A new page in the keeper's process; what it keeps for itself is empty, as that of the keeper."""
    with keeper.expect_popup() as opened:
        keeper.evaluate("address => void window.open(address)", REST)
    opened.value.set_default_timeout(PATIENCE_MS)
    return opened.value


def _clear_away(keeper: Page) -> None:
    for page in keeper.context.pages:
        if page is not keeper:
            page.close()
    keeper.context.set_offline(False)
    keeper.context.clear_cookies()
