"""A sensitive item on the labelling board: nothing of it is there before the warning was read."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect
from sqlmodel import select

from annotation import models as m
from annotation import store
from tests.browser.board import panel, sensitive, study
from tests.browser.desk import BOARD, Desk, signed_in
from tests.serving import Server
from tests.studies import number_of, record

pytestmark = pytest.mark.browser


def test_nothing_of_a_sensitive_item_is_there_until_it_is_asked_for(server: Server, chromium: Browser) -> None:
    study([record("i1"), record("i2")])
    sensitive("Talk of illness. **Take care.**")
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        expect(page.get_by_role("heading", name="This item may be distressing.")).to_be_visible()
        expect(page.locator(".board .plain")).to_contain_text("Talk of illness. **Take care.**")
        for words in ("Sunday", "allergic", "Otto", "kayak"):
            assert words not in page.locator(".board").evaluate("board => board.outerHTML")
        desk = Desk(page)
        for key in ("1", "Enter", "Delete", "m", "/", "Control+z", "j"):
            desk.press(key)
        assert number_of(m.Submission) == number_of(m.Draft) == 0
        page.get_by_role("button", name="Show the item").click()
        first = desk.wait_for_item()
        desk.answer("nice")
        desk.press("Enter")
        expect(page.get_by_role("heading", name="This item may be distressing.")).to_be_visible()
        assert desk.board.get_attribute("data-assignment") != first
        desk.press("l")  # nor in the list of one's items
        expect(panel(page, "list")).to_be_visible()
        assert "Sunday" not in panel(page, "list").inner_text()
    assert number_of(m.Submission) == 1


def test_a_sensitive_item_can_be_skipped_unseen(server: Server, chromium: Browser) -> None:
    """J4: skipped is neither done nor lost."""
    study([record("i1")])
    sensitive()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        page.get_by_role("button", name="Skip it").click()
        expect(page.locator(".board .plain")).to_contain_text("skipped")
    with store.reading() as session:
        given = session.exec(select(m.Assignment)).one()
        assert (given.state, given.skip_reason) == ("skipped", "distressing")
