"""Moving about in real Chromium: back and forward, corrections and their history, and the list of one's own items."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from annotation import models as m
from tests.browser.desk import BOARD, Desk, signed_in
from tests.browser.work import given, labels, requests_to, study
from tests.serving import Server
from tests.studies import close_round, number_of

pytestmark = pytest.mark.browser


def label(desk: Desk, name: str) -> str:
    """Label the item on the screen with one label and submit it; its assignment."""
    current = desk.wait_for_item()
    desk.answer(name)
    desk.press("Enter")
    desk.wait_for_item(other_than=current)
    return current


def test_back_and_forward_show_what_is_stored_at_each_step(server: Server, chromium: Browser) -> None:
    """E1: answer, Next, Back, Next."""
    study()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        first = label(desk, "nice")
        second = desk.wait_for_item()
        desk.press("3")
        desk.press("u")
        desk.wait_for(first)
        assert desk.chosen == ["nice"] * 3
        expect(desk.status).to_have_text("This item is done; you can still correct it.")
        desk.button("Forward").click()
        desk.wait_for(second)
        assert desk.chosen == ["must", None, None]
        desk.press("u")
        desk.wait_for(first)
        desk.press("Shift+U")
        desk.wait_for(second)
        assert desk.chosen == ["must", None, None]
    assert [given(first).revision, given(second).revision] == [1, 0]


def test_a_done_item_is_corrected_and_its_history_is_kept(server: Server, chromium: Browser) -> None:
    """J6, N2: a wrong key submitted is put right; one current value, every value in the history."""
    study()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        first = label(desk, "irr")
        for key, name in (("3", "must"), ("2", "nice")):
            desk.press("u")
            desk.wait_for(first)
            expect(page.locator(".board .submit")).to_have_text("Go onEnter")
            desk.press(key)
            expect(page.locator(".board .submit")).to_have_text("Save the correctionEnter")
            desk.press("Enter")
            desk.wait_for_item(other_than=first)
            expect(desk.status).to_have_text("Saved")
            assert [given(first).state, desk.chosen] == ["done", [None] * 3]
            assert labels(first)[corrected(first)][-1] == name
        desk.press("u")
        desk.wait_for(first)
        desk.button("History").click()
        expect(desk.panel.locator(".history > li")).to_have_count(3)
        expect(desk.panel.locator(".history > li").first).to_contain_text("Revision 3")
        expect(desk.panel.locator(".history > li").first.locator(".said")).to_have_text(["Must → Nice"])
        page.keyboard.press("Escape")
        expect(desk.panel).to_have_count(0)
        desk.press("Enter")  # nothing is changed, so nothing is saved again
        desk.wait_for_item(other_than=first)
    assert labels(first)[corrected(first)] == ["irr", "must", "nice"]
    assert given(first).revision == 3


def corrected(assignment: str) -> str:
    """The target whose label was submitted more than once."""
    return max(labels(assignment).items(), key=lambda each: len(each[1]))[0]


def test_a_reload_in_the_middle_of_a_correction_comes_back_to_it(server: Server, chromium: Browser) -> None:
    study()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        first = label(desk, "irr")
        desk.press("u")
        desk.wait_for(first)
        desk.press("3")
        page.reload()
        desk.wait_for(first)
        assert desk.chosen == ["must", "irr", "irr"]
        desk.press("Enter")
        current = desk.wait_for_item(other_than=first)
        page.reload()
        assert desk.wait_for_item() == current


def test_the_list_shows_where_each_item_stands_and_opens_it_by_keyboard(server: Server, chromium: Browser) -> None:
    study(items=5)
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        first = label(desk, "irr")
        skipped = desk.wait_for_item()
        desk.press("s")
        desk.press("1")
        drafted = desk.wait_for_item(other_than=skipped)
        desk.press("f")
        desk.press("1")
        desk.wait_for_draft()
        desk.press("l")
        filters = desk.panel.locator(".filters button")
        expect(filters).to_have_text(["All 5", "Open 2", "Draft 1", "Done 1", "Skipped 1", "Flagged 1"])
        rows = desk.panel.locator(".item-row")
        expect(rows.locator(".state")).to_have_text(["done", "skipped", "draft", "open", "open"])
        expect(rows.nth(2)).to_contain_text("flagged")
        expect(rows.nth(2)).to_be_focused()
        expect(rows.nth(0)).to_contain_text("Question")
        filters.nth(4).press("Enter")
        expect(rows).to_have_count(1)
        filters.nth(0).press("Enter")
        rows.nth(2).focus()
        desk.press("Home")
        expect(rows.nth(0)).to_be_focused()
        desk.press("ArrowDown")
        desk.press("ArrowUp")
        desk.press("Enter")
        desk.wait_for(first)
        desk.press("l")
        expect(rows.nth(0)).to_have_attribute("aria-current", "true")
        rows.nth(2).click()
        desk.wait_for(drafted)
        assert desk.chosen == ["irr", None, None]


def test_a_list_of_seven_hundred_items_opens_and_is_walked_through(server: Server, chromium: Browser) -> None:
    study(items=700)
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        current = desk.wait_for_item()
        desk.press("l")
        rows = desk.panel.locator(".item-row")
        expect(rows).to_have_count(700)
        expect(rows.first).to_be_focused()
        desk.press("End")
        expect(rows.last).to_be_focused()
        expect(rows.last).to_be_in_viewport()
        desk.press("Enter")
        desk.wait_for_item(other_than=current)
        assert given(desk.wait_for_item()).position == given(current).position + 699


def test_moving_sends_what_is_unsent_and_answers_to_no_other_item(server: Server, chromium: Browser) -> None:
    study()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        first = label(desk, "irr")
        second = desk.wait_for_item()
        drafts = requests_to(page, "draft")
        desk.press("3")
        desk.press("u")
        desk.wait_for(first)
        assert [f'"assignment":{second}' in each for each in drafts] == [True]
        assert desk.chosen == ["irr"] * 3
    assert number_of(m.Submission) == 1


def test_a_done_item_of_a_closed_round_can_be_read_and_not_changed(server: Server, chromium: Browser) -> None:
    study()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        label(desk, "irr")
        close_round()
        page.reload()
        expect(page.get_by_text("This round is closed. It takes no more answers.")).to_be_visible()
        page.get_by_role("button", name="Your items").click()
        desk.panel.locator(".item-row").first.click()
        expect(desk.notice).to_contain_text("This round is closed.")
        assert desk.chosen == ["irr"] * 3
        desk.press("3")
        assert desk.chosen == ["irr"] * 3
        expect(desk.button("Flag")).to_have_attribute("aria-disabled", "true")
