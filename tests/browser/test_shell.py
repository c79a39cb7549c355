"""The shell in real Chromium: signing in, going about, under the content security policy."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from annotation import store
from annotation.imports import importing
from annotation.people import accounts
from tests.browser.desk import sign_in
from tests.browser.windows import window
from tests.pages.study import SAMPLE, furnish
from tests.passwords import hash_quickly
from tests.serving import Server

pytestmark = pytest.mark.browser


@pytest.fixture
def house(sqlite_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The small study with people of each role."""
    hash_quickly(monkeypatch)
    furnish(datetime.now(UTC))


@pytest.fixture
def page(house: None, server: Server, chromium: Browser) -> Iterator[Page]:
    with window(chromium, server) as page:
        yield page


def complaints(page: Page) -> list[str]:
    """Every error in the page's console from now on; what Streamlit asks for below a page's own path is not there."""
    heard: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        probe = re.search(r"/\w+/_stcore/(health|host-config)$", message.location.get("url", ""))
        if message.type == "error" and not probe:
            heard.append(f"{message.text} ({message.location.get('url')})")

    page.on("console", listen)
    page.on("pageerror", lambda error: heard.append(str(error)))
    return heard


def test_an_annotator_signs_in_and_reaches_the_board_under_the_policy(server: Server, page: Page) -> None:
    heard = complaints(page)
    page.goto(f"{server.url}/label?project=demo")
    expect(page).to_have_url(f"{server.url}/signin?next=/label%3Fproject%3Ddemo")
    sign_in(page, "ann")
    expect(page).to_have_url(f"{server.url}/label?project=demo")
    expect(page.get_by_text("0 of 12 done")).to_be_visible()
    page.goto(server.url)
    page.get_by_role("link", name="Start").click()
    expect(page).to_have_url(f"{server.url}/label?project=demo")
    expect(page.get_by_text("0 of 12 done")).to_be_visible()
    assert heard == []
    with store.writing() as session:
        accounts.sign_out_everywhere(session, account_id=1, now=datetime.now(UTC))
    page.reload()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_a_researcher_goes_about_under_the_policy_and_signs_out(server: Server, page: Page) -> None:
    heard = complaints(page)
    page.goto(server.url)
    sign_in(page, "rui")
    page.get_by_role("link", name="Look at the progress").click()
    expect(page.get_by_role("heading", level=1, name="Progress")).to_be_visible()
    for screen in ("Assign", "Agreement", "Export", "Settings", "Progress", "Projects", "Log"):
        line = ".st-key-masthead" if screen in ("Projects", "Log") else ".st-key-project-line"
        page.locator(line).get_by_role("link", name=screen).click()
        expect(page.get_by_role("heading", level=1, name=screen)).to_be_visible()
        expect(page).to_have_title(f"{screen} · Accord")
    page.get_by_role("link", name="Sign out").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page).to_have_url(f"{server.url}/signin")
    page.goto(f"{server.url}/progress")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    assert heard == []


def test_the_chosen_project_stays_between_screens_and_an_unknown_one_is_said(server: Server, page: Page) -> None:
    """Else a researcher would read and download another project's figures."""
    with store.writing() as session:
        importing.import_items(session, SAMPLE.read_bytes(), slug="second", title="Second", now=datetime.now(UTC))
    page.goto(f"{server.url}/export?project=nosuch")
    sign_in(page, "rui")
    expect(page.get_by_text("There is no project “nosuch”.")).to_be_visible()
    expect(page.get_by_role("link", name="CSV")).to_have_count(0)
    page.goto(f"{server.url}/progress?project=second")
    expect(page.get_by_role("heading", name="Progress")).to_be_visible()
    expect(page.get_by_text("Targets to label")).to_be_visible()
    page.locator(".st-key-project-line").get_by_role("link", name="Export").click()
    expect(page).to_have_url(f"{server.url}/export?project=second")
    expect(page.get_by_role("link", name="CSV").first).to_have_attribute("href", "/download/second/labels.csv")
