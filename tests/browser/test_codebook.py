"""A researcher tries a protocol's board, writes a codebook and looks at its board before it is saved, in Chromium."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from sqlmodel import select

from annotation import models as m
from annotation import store
from tests.browser.desk import add_person, signed_in
from tests.serving import Server
from tests.studies import make_project, number_of

pytestmark = pytest.mark.browser


def label_all_by_keyboard(page: Page) -> None:
    """Give every memory on the board its second label, and submit."""
    expect(page.locator(".board[data-view=item]")).to_be_visible()
    for _ in range(page.locator(".board .row").count()):
        page.keyboard.press("2")
    page.keyboard.press("Enter")


def test_a_protocols_board_is_tried_from_the_gallery_and_nothing_is_stored(
    sqlite_database: str, server: Server, chromium: Browser
) -> None:
    add_person("rui", "researcher")
    with signed_in(chromium, server, "rui", at="/gallery") as page:
        page.locator('a[href="/gallery?board=stratmem-roles"]').click()
        expect(page.get_by_text("A preview: nothing is stored").first).to_be_visible()
        label_all_by_keyboard(page)
        expect(page.get_by_text("That would be saved now. This is a preview: nothing is stored.")).to_be_visible()
        page.locator(".board .home").click()
        expect(page.get_by_role("heading", name="Gallery")).to_be_visible()
    assert number_of(m.Judgment) == number_of(m.Draft) == 0


def test_the_board_of_a_codebook_is_looked_at_before_it_is_saved(
    sqlite_database: str, server: Server, chromium: Browser
) -> None:
    add_person("rui", "researcher")
    make_project()
    with signed_in(chromium, server, "rui", at="/codebook?project=study") as page:
        page.get_by_text("Change it").click()
        text = page.get_by_role("textbox", name="The codebook as YAML")
        expect(text).to_have_value(re.compile("name: stratmem-roles"))
        text.fill(text.input_value().replace("en: Nice", "en: Welcome").replace("key: must", "key: irr"))
        text.press("Control+Enter")
        expect(page.get_by_text("the label 'irr' is there twice")).to_be_visible()
        text.fill(text.input_value().replace("key: irr", "key: must").replace("key: must", "key: irr", 1))
        text.press("Control+Enter")
        expect(page.get_by_text("role: labels in other words: nice.")).to_be_visible()
        with page.expect_popup() as opened:
            page.get_by_role("link", name="Look at its board in a new tab").click()
        board = opened.value
        expect(board.get_by_text("Welcome").filter(visible=True).first).to_be_visible()
        expect(board.get_by_text(re.compile("^Question [123]\\?$"))).to_be_visible()  # an item of the project
        board.close()
        page.get_by_role("button", name="Save as version 2").click()
        expect(page.get_by_text("Version 2 is saved.")).to_be_visible()
    with store.reading() as session:
        assert session.exec(select(m.Codebook.version)).all() == [1, 2]
