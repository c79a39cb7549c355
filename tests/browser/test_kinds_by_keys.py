"""Every kind of question answered by keyboard alone: what is asked, what the keys do, what is stored."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.desk import BOARD, signed_in
from tests.browser.kinds import CAUSE, EVERY_KIND, FAMILY, TONES, USED, Kinds, kinds_study, labels_of, stored_answers
from tests.browser.work import requests_to
from tests.serving import Server

pytestmark = pytest.mark.browser


def test_an_item_with_every_kind_is_labelled_by_keyboard(server: Server, chromium: Browser) -> None:
    """Question by question; what depends on an answer is asked after it; offsets count code points, emoji whole."""
    kinds_study(*EVERY_KIND)
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        board = Kinds(page)
        board.wait_for_item()
        expect(page.locator(".board .count")).to_have_text("0 of 3 answered")
        expect(board.asks).to_have_count(4)
        board.type("Shift+Digit3", "2", "Shift+Digit2")  # about the answer just given, never about the next one
        expect(page.locator(".board .count")).to_have_text("1 of 4 answered")
        board.is_at("words")  # it is asked now, and next
        board.type("Space", "PageUp", "PageUp", "PageUp", "PageUp")  # from the query to the first turn
        expect(board.active.locator(".spoken")).to_contain_text(FAMILY)
        board.type("Shift+ArrowRight", "Enter", "PageDown", "ArrowRight", "Enter")
        assert board.chips("words") == [f"Turn 1 {FAMILY} Nuts ✕", "Turn 2 星期天 ✕"]
        board.type("Enter")  # nothing new is under the cursor: that was all
        board.is_at("tones")
        board.type("3", "1", "2", "2", "Enter")
        board.is_at("pieces")
        board.type("Space", "ArrowUp", "Space", "ArrowUp", "Space", "Enter")
        board.is_at("cause")
        board.type("Space")
        page.keyboard.insert_text("  the nuts, j and k ")
        board.type("Shift+Enter")
        page.keyboard.insert_text("坚果")
        board.type("Enter")
        expect(page.locator(".board .count")).to_have_text("4 of 4 answered")
        board.send()
    assert stored_answers()["", "used"] == ("yes", None, 2)
    assert labels_of() == {
        "used": "yes",
        "words": "t1:0-12|t2:2-5",
        "tones": "warm|stern",
        "pieces": "t1|t2",
        "cause": "the nuts, j and k \n坚果",
    }


def test_what_is_not_asked_any_more_is_not_sent_and_comes_back(server: Server, chromium: Browser) -> None:
    kinds_study(*EVERY_KIND)
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        board = Kinds(page)
        board.wait_for_item()
        board.type("2", "Space", "Enter", "Enter", "k", "k")
        board.is_at("used")
        board.type("1")  # not used: no words are asked for
        board.is_at("tones")
        expect(board.ask("words")).to_be_hidden()
        board.type("k", "2")
        assert board.chips("words") == ["Query What ✕"]  # as before
        board.type("Control+z", "Control+z")
        expect(board.ask("used").locator("input:checked")).to_have_value("yes")
        board.type("k", "k", "1", "0", "0", "Enter")
        expect(page.get_by_text("Your item is done. Thank you.")).to_be_visible()
    assert labels_of() == {"used": "no", "tones": "none", "pieces": "none"}


def test_cannot_judge_is_an_answer_with_a_reason(server: Server, chromium: Browser) -> None:
    """It counts as answered, has no label, and can be taken back; what depends on the label is not asked."""
    kinds_study(*EVERY_KIND[:2], {**TONES, "cannot_judge": True}, CAUSE)
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        board = Kinds(page)
        board.wait_for_item()
        board.type("x", "Escape", "x", "2")
        expect(board.ask("used")).to_contain_text("Cannot judge: ambiguous")
        board.is_at("tones")
        expect(page.locator(".board .count")).to_have_text("1 of 2 answered")
        board.type("x", "4")
        page.keyboard.insert_text("in another language")
        board.type("Enter")
        board.is_at("cause")
        board.type("x")  # a question that does not offer it
        expect(board.tray).to_be_empty()
        board.type("k", "k", "Delete")
        expect(page.locator(".board .count")).to_have_text("1 of 2 answered")
        board.type("Control+z")
        expect(board.ask("used")).to_contain_text("Cannot judge: ambiguous")
        board.send()
    assert stored_answers() == {
        ("", "used"): (None, "ambiguous", None),
        ("", "tones"): (None, "in another language", None),
    }


def test_answers_of_every_kind_come_back_after_a_reload(server: Server, chromium: Browser) -> None:
    """From the server's draft; and a draft of the older form, labels alone, from this browser."""
    kinds_study(*EVERY_KIND)
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        board = Kinds(page)
        board.wait_for_item()
        sent = requests_to(page, "draft")
        board.type("2", "0", "1", "Enter", "0", "Space")
        page.keyboard.insert_text("because")
        board.wait_for_draft()
        assert '"label":"none"' in sent[-1]
        page.evaluate("localStorage.clear()")
        page.reload()
        board.wait_for_item()
        expect(board.ask("words").get_by_role("button", name="No such words")).to_have_attribute("aria-pressed", "true")
        expect(board.ask("cause").get_by_role("textbox")).to_have_value("because")
        assert board.chips("pieces") == []
        older = """() => { const key = Object.keys(localStorage).find((name) => name.startsWith("accord:draft:"));
            const draft = JSON.parse(localStorage.getItem(key));
            localStorage.setItem(key, JSON.stringify({...draft, synced: false,
                answers: [["tones", "dry"], ["used", "lost"]].map(([question, label]) =>
                    ({target: "", question, label}))})); }"""
        board.type("k", "Delete")
        board.wait_for_draft()
        page.evaluate(older)
        page.reload()
        board.wait_for_item()
        expect(board.ask("tones").locator("input:checked")).to_have_value("dry")
        expect(board.ask("used").locator("input:checked")).to_have_count(0)


def test_an_enter_of_an_input_method_stays_in_the_text(server: Server, chromium: Browser) -> None:
    """E9; and D3: what is typed counts although the field was never left."""
    kinds_study(USED, {**CAUSE, "required": True})
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        board = Kinds(page)
        board.wait_for_item()
        sent = requests_to(page, "submit")
        board.type("1", "e")
        field = board.ask("cause").get_by_role("textbox")
        expect(field).to_be_focused()
        page.keyboard.insert_text("nihao")
        for event in ({"key": "Enter", "isComposing": True}, {"key": "Enter", "keyCode": 229}):
            field.evaluate("(field, event) => field.dispatchEvent(new KeyboardEvent('keydown', event))", event)
        expect(field).to_be_focused()
        assert sent == []
        board.button("Submit").click()
        expect(page.get_by_text("Your item is done. Thank you.")).to_be_visible()
    assert labels_of() == {"used": "no", "cause": "nihao"}
