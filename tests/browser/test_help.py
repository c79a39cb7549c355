"""Help at hand on the labelling board: the guideline, the meanings of labels, and the keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.board import active, caps, panel, study
from tests.browser.desk import BOARD, Desk, signed_in
from tests.serving import Server

pytestmark = pytest.mark.browser

HOSTILE = (
    "# Rules\n\nSee **this** <img src=x onerror=alert(1)> and [x](javascript:alert(1)) or [y](https://example.org).\n"
)


# --- The guideline ----------------------------------------------------------------------------------------------------


def test_the_guideline_stands_beside_the_rows_and_the_keys_go_on_working(server: Server, chromium: Browser) -> None:
    """I8: Markdown is drawn, HTML is words, and only web addresses are links."""
    study(guideline={"en": HOSTILE})
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        desk.wait_for_item()
        desk.press("g")
        beside = panel(page, "guideline")
        expect(beside.locator("h3")).to_have_text("Rules")
        expect(beside.locator("strong")).to_have_text("this")
        expect(beside).to_contain_text("<img src=x onerror=alert(1)>")
        assert beside.locator("img").count() == 0
        assert [link.get_attribute("href") for link in beside.locator("a").all()] == ["https://example.org"]
        desk.press("3")
        assert desk.chosen == ["must", None, None]
        desk.press("Escape")
        expect(beside).to_have_count(0)
        assert active(page) == "1"


def test_the_guideline_is_open_again_where_it_was_left_open(server: Server, chromium: Browser) -> None:
    study()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        desk.wait_for_item()
        with page.expect_response("**/preferences"):
            page.get_by_role("button", name="Guideline").click()
        page.reload()
        desk.wait_for_item()
        expect(panel(page, "guideline")).to_contain_text("Judge each memory for this question only")
        assert active(page) == "0"  # it takes no focus from the rows
        desk.press("?")
        expect(panel(page, "guideline")).to_be_visible()
        desk.press("Escape")
        with page.expect_response("**/preferences"):
            desk.press("Escape")
        page.reload()
        desk.wait_for_item()
        expect(panel(page, "guideline")).to_have_count(0)


def test_a_guideline_that_does_not_come_is_said_and_can_be_asked_for_again(server: Server, chromium: Browser) -> None:
    study()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        desk.wait_for_item()
        page.route("**/guideline", lambda route: route.abort(), times=1)
        desk.press("g")
        expect(panel(page, "guideline")).to_contain_text("could not be loaded")
        page.get_by_role("button", name="Try now").click()
        expect(panel(page, "guideline")).to_contain_text("Judge each memory")


# --- Meanings and keys ------------------------------------------------------------------------------------------------


def test_the_meaning_of_a_label_is_there_folded_on_hover_on_focus_and_for_a_screen_reader(
    server: Server, chromium: Browser
) -> None:
    study()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        Desk(page).wait_for_item()
        must = "The answer is wrong or incomplete without it."
        radio = page.get_by_role("radio", name="Must").first
        assert page.locator(f"#{radio.get_attribute('aria-describedby')}").text_content() == must
        bubble = page.locator(".board .meaning")
        page.locator(".board .choice[data-label=must]").first.hover()
        expect(bubble).to_have_text(must)
        page.keyboard.press("Escape")
        expect(bubble).to_be_hidden()
        page.mouse.move(0, 0)
        page.keyboard.press("Tab")
        expect(bubble).to_have_text("Unrelated to this turn; mentioning it would be abrupt or off topic.")
        page.get_by_text("What the labels mean").click()
        expect(page.locator(".board .legend dd").last).to_be_visible()
        expect(page.locator(".board .legend dd").last).to_have_text(must)


def test_the_key_list_names_every_label_and_every_command(server: Server, chromium: Browser) -> None:
    study()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        desk.wait_for_item()
        desk.press("?")
        keys = panel(page, "keys")
        for words in (
            "Irrelevant",
            "The answer is wrong",
            "Skip the item",
            "Guideline",
            "Search in the dialogue",
            "Undo",
        ):
            expect(keys).to_contain_text(words)
        assert {"1", "2", "3", "u", "l", "f", "n", "s", "?", "g", "/", "m", "Enter"} <= set(
            keys.locator("kbd").all_inner_texts()
        )
        assert "key_" not in keys.inner_text()
        assert "undefined" not in keys.inner_text()
        desk.press("3")  # a modal list: its keys mean nothing behind it
        desk.press("Escape")
        expect(keys).to_have_count(0)
        assert desk.chosen == [None, None, None]
        desk.press("3")
        assert desk.chosen[0] == "must"


def test_the_active_row_shows_its_keys_on_the_labels(server: Server, chromium: Browser) -> None:
    study()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        desk.wait_for_item()
        assert caps(page) == ["1", "2", "3"]
        desk.press("ArrowDown")
        assert caps(page) == ["1", "2", "3"]
        assert page.locator(".board .choices[data-active]").get_attribute("data-slot") == "1"
