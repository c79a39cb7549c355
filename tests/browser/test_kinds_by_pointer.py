"""Every kind of question answered with the mouse: marked words, picked turns, boxes, chips and buttons."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.desk import BOARD, signed_in
from tests.browser.kinds import EVERY_KIND, FAMILY, FEELING, Kinds, kinds_study, labels_of, question, stored_answers
from tests.serving import Server

pytestmark = pytest.mark.browser


def drag(page: Page, text: Locator, start: int, end: int) -> None:
    """Select these letters of an element (places as a script counts them) with the mouse."""
    place = """(element, at) => { const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT); let left = at;
        while (walk.nextNode() && left > walk.currentNode.length) left -= walk.currentNode.length;
        const range = document.createRange(); range.setStart(walk.currentNode, left); range.collapse(true);
        const {left: x, top, height} = range.getBoundingClientRect(); return [x, top + height / 2]; }"""
    text.scroll_into_view_if_needed()
    page.mouse.move(*text.evaluate(place, start))
    page.mouse.down()
    page.mouse.move(*text.evaluate(place, end), steps=4)
    page.mouse.up()


def test_an_item_with_every_kind_is_labelled_by_mouse(server: Server, chromium: Browser) -> None:
    kinds_study(*EVERY_KIND)
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        board = Kinds(page)
        board.wait_for_item()
        board.ask("used").locator(".choice[data-label=yes]").click()
        board.ask("used").get_by_role("button", name="sure", exact=True).click()
        turn = page.locator(".board [data-piece=t1]")
        drag(page, turn, len(FAMILY.encode("utf-16-le")) // 2 + 1, 16)  # the words are not asked for yet
        assert board.chips("words") == []
        board.ask("words").locator(".own-question").click()
        drag(page, turn, 0, 16)
        expect(board.ask("words").locator(".piece-chip")).to_have_count(1)
        drag(page, page.locator(".board [data-piece=query]"), 0, 5)
        assert board.chips("words") == ["Query What ✕", f"Turn 1 {FAMILY} Nuts ✕"]
        board.ask("words").get_by_role("button", name="Take away: Query: What").click()
        for label in ("warm", "dry", "warm"):
            board.ask("tones").locator(f".choice[data-label={label}]").click()
        board.ask("pieces").locator(".own-question").click()
        page.locator(".board .turn").nth(2).click()
        page.locator(".board .memory").first.click()
        expect(page.locator(".board [data-picked]")).to_have_count(2)
        page.locator(".board .turn").nth(2).click()
        expect(board.ask("pieces").locator(".piece-chip")).to_have_count(1)
        board.ask("cause").get_by_role("textbox").fill("nuts")
        board.button("SubmitEnter" if board.button("SubmitEnter").count() else "Submit").click()
        expect(page.get_by_text("Your item is done. Thank you.")).to_be_visible()
    assert stored_answers()["", "used"] == ("yes", None, 3)
    found = labels_of()
    assert (found["words"], found["tones"], found["cause"]) == ("t1:0-12", "dry", "nuts")
    assert str(found["pieces"]).startswith("m")


def test_one_label_of_many_is_found_by_typing_or_by_looking(server: Server, chromium: Browser) -> None:
    """All labels stand under their groups; letters narrow them; nothing is chosen before or put first."""
    several = question("moods", kind="several", groups=FEELING["groups"], labels=FEELING["labels"], required=False)
    kinds_study(FEELING, several)
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        board = Kinds(page)
        board.wait_for_item()
        field = board.ask("feeling").get_by_role("combobox")
        expect(field).to_have_attribute("aria-expanded", "false")
        board.type("Space")
        options = board.ask("feeling").get_by_role("option")
        expect(options).to_have_count(10)
        assert board.ask("feeling").locator(".option-title").all_inner_texts() == ["Dark", "Bright"]
        expect(board.ask("feeling").locator(".option[data-at], .option[aria-selected=true]")).to_have_count(0)
        page.keyboard.type("AN")
        assert options.all_inner_texts() == ["Anger", "Annoyance"]
        board.type("ArrowDown", "Escape")  # leaves it as it was
        expect(field).to_have_value("")
        board.type("e", "ArrowDown", "ArrowRight", "ArrowDown")
        expect(field).to_have_attribute("aria-activedescendant", "option-0-pride")
        board.type("Enter")
        expect(field).to_have_value("Pride")
        board.is_at("moods")
        board.type("Space")
        for words in ("jo", "trust", "jo"):
            page.keyboard.type(words)
            board.type("Enter")
        board.ask("moods").get_by_role("option", name="Hope").click()
        expect(board.ask("moods").locator(".piece-chip")).to_have_count(2)
        board.type("Escape", "k")
        field.click()
        board.ask("feeling").get_by_role("option", name="Trust").click()
        expect(field).to_have_value("Trust")
        board.is_at("feeling")
        board.send()
    assert labels_of() == {"feeling": "trust", "moods": "hope|trust"}
