"""Words marked by touch: on a tablet the ends of a selection are dragged, and a button marks what is selected."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.desk import BOARD, let_in
from tests.browser.kinds import Kinds, kinds_study, labels_of, question
from tests.browser.windows import window_apart
from tests.serving import Server

pytestmark = pytest.mark.browser

WORDS = question("words", kind="quote", of=["dialogue", "query"])
SELECT = """(element, [start, end]) => {
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    document.getSelection().setBaseAndExtent(text, start, text, end); }"""


def test_words_are_marked_by_touch(server: Server, chromium: Browser) -> None:
    kinds_study(WORDS)
    with window_apart(chromium, viewport={"width": 900, "height": 1100}, has_touch=True, is_mobile=True) as page:
        let_in(page, server, "ann")
        page.goto(server.url + BOARD)
        board = Kinds(page)
        board.wait_for_item()
        query = page.locator(".board [data-piece=query]")
        mark = page.get_by_role("button", name="Mark these words")
        query.tap()
        expect(mark).to_have_count(0)
        query.evaluate(SELECT, [0, 4])
        expect(mark).to_be_in_viewport(ratio=1)
        query.evaluate(SELECT, [0, 10])
        expect(mark).to_have_count(1)
        assert board.chips("words") == [], "nothing is marked while the ends are still being dragged"
        box = mark.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        mark.tap()
        expect(board.ask("words").locator(".piece-chip")).to_have_count(1)
        assert board.chips("words") == ["Query What shall ✕"]
        expect(mark).to_have_count(0)
        board.button("Submit").tap()
        expect(page.get_by_text("Your item is done. Thank you.")).to_be_visible()
    assert labels_of()["words"] == "query:0-10"
