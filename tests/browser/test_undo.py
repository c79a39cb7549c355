"""Taking answers back in real Chromium: clear, undo, redo, and opening a done item again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.desk import BOARD, Desk, signed_in
from tests.browser.work import draft, eventually, given, labels, requests_to, study
from tests.serving import Server

pytestmark = pytest.mark.browser


def test_an_answer_is_cleared_by_delete_and_by_backspace(server: Server, chromium: Browser) -> None:
    study()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        current = desk.wait_for_item()
        desk.answer("nice")
        desk.press("Delete")
        desk.press("ArrowUp")
        desk.press("Backspace")
        assert desk.chosen == ["nice", None, None]
        expect(page.locator(".board .count")).to_have_text("1 of 3 answered")
        desk.press("Enter")
        expect(desk.status).to_have_text("2 memories have no answer yet")
        eventually(lambda: list((draft(current) or {}).values()) == ["nice"])
        expect(desk.status).to_have_text("2 memories have no answer yet")  # it stays until the next key
        desk.press("ArrowDown")
        desk.wait_for_draft()
    assert given(current).revision == 0


def test_changes_are_undone_and_redone_one_by_one(server: Server, chromium: Browser) -> None:
    study()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        desk.wait_for_item()
        for key in ("1", "2", "ArrowUp", "3", "ArrowUp", "Delete"):
            desk.press(key)
        seen = [desk.chosen]
        for _ in range(4):
            desk.press("Control+z")
            seen.append(desk.chosen)
        steps = [["irr", None], ["irr", "must"], ["irr", "nice"], ["irr", None], [None, None]]
        assert [chosen[:2] for chosen in seen] == steps
        for _ in range(4):
            desk.press("Control+Shift+Z")
        assert desk.chosen == seen[0]
        desk.button("Undo").click()
        assert desk.chosen == seen[1]
        expect(page.locator(".board .row[aria-current=true]")).to_have_count(1)
        desk.press("Control+y")
        assert desk.chosen == seen[0]


def test_undo_belongs_to_the_item_on_the_screen(server: Server, chromium: Browser) -> None:
    study()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        current = desk.wait_for_item()
        desk.answer("nice")
        desk.press("Enter")
        desk.wait_for_item(other_than=current)
        desk.press("Control+z")
        assert desk.chosen == [None] * 3
    assert [*labels(current).values()] == [["nice"]] * 3


def test_a_done_item_whose_answer_is_taken_back_asks_once_and_is_open_again(server: Server, chromium: Browser) -> None:
    """J7: the answer is blank again, and the history keeps that it was there."""
    study()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        current = desk.wait_for_item()
        first = desk.target_keys[0]
        desk.answer("nice")
        desk.press("Enter")
        desk.wait_for_item(other_than=current)
        desk.press("u")
        desk.wait_for(current)
        desk.press("Delete")
        sent = requests_to(page, "submit")
        desk.press("Enter")
        question = "1 answer is taken back and this item is open again. Press Enter once more."
        expect(desk.status).to_have_text(question)
        assert sent == []
        desk.press("Enter")
        expect(desk.status).to_have_text("Saved")
        expect(page.locator(".board .done")).to_have_text("0 of 3 done")
        assert desk.wait_for_item() == current  # open again, so it is the next one
        assert desk.chosen == [None, "nice", "nice"]
        assert (given(current).state, given(current).revision) == ("open", 2)
        assert labels(current)[first] == ["nice", None]
        desk.press("3")
        desk.press("Enter")
        desk.wait_for_item(other_than=current)
    assert labels(current)[first] == ["nice", None, "must"]
    assert (given(current).state, given(current).revision) == ("done", 3)
