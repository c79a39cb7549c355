"""One's own account in real Chromium: from the masthead to a new password, and what other browsers see of it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import studies
from tests.browser.desk import PASSWORD, add_person, through_the_form
from tests.serving import Server

pytestmark = pytest.mark.browser
NEW = "another horse"


@pytest.fixture
def ready(server: Server) -> Server:
    studies.make_project()
    add_person("rui", "researcher")
    return server


def change_password(page: Page, old: str, new: str) -> None:
    page.get_by_label("Old password").fill(old)
    page.get_by_label("New password", exact=True).fill(new)
    page.get_by_label("New password again").fill(new)
    page.get_by_role("button", name="Change password").click()


def test_a_new_password_ends_the_other_browser_and_keeps_this_one(chromium: Browser, ready: Server) -> None:
    with (
        through_the_form(chromium, ready, "rui") as here,
        through_the_form(chromium, ready, "rui", at="/progress") as there,
    ):
        expect(there.get_by_role("heading", name="Progress")).to_be_visible()
        here.get_by_role("link", name="rui").click()
        expect(here.get_by_role("heading", name="Your account")).to_be_visible()
        expect(here.get_by_text(re.compile(r"Chrom(e|ium) on Linux"))).to_have_count(2)
        here.get_by_role("link", name="Change password").click()
        change_password(here, "no password of mine", NEW)
        expect(here.get_by_role("alert")).to_have_text("The old password is wrong.")
        change_password(here, PASSWORD, NEW)
        expect(here.get_by_role("status")).to_contain_text("Your password is changed.")
        expect(here.get_by_role("listitem")).to_have_count(1)
        here.get_by_role("link", name="Back to the start").click()
        expect(here.get_by_role("heading", name="Projects")).to_be_visible()
        there.get_by_role("link", name="Export").click()  # over the websocket that is still open
        expect(there.get_by_text("You are signed out.")).to_be_visible()


def test_one_other_sign_in_is_ended_by_its_button(chromium: Browser, ready: Server) -> None:
    with (
        through_the_form(chromium, ready, "rui", at="/account") as here,
        through_the_form(chromium, ready, "rui") as there,
    ):
        here.reload()
        expect(here.get_by_role("listitem").first).to_contain_text("this browser")
        here.get_by_role("button", name=re.compile("End the sign-in in Chrom")).click()
        expect(here.get_by_role("status")).to_have_text("That sign-in is ended.")
        expect(here.get_by_role("button", name=re.compile("End"))).to_have_count(0)
        there.goto(ready.url)
        expect(there.get_by_role("heading", name="Sign in")).to_be_visible()


def test_an_address_that_is_none_says_so_and_leads_back(chromium: Browser, ready: Server) -> None:
    with through_the_form(chromium, ready, "rui") as page:
        answer = page.goto(f"{ready.url}/progres")
        assert answer is not None
        assert answer.status == 404
        page.get_by_role("link", name="Back to the start").click()
        expect(page.get_by_role("heading", name="Projects")).to_be_visible()
