"""Skip, flag and note in real Chromium: the annotator's word about an item, which is no judgment."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from annotation import models as m
from tests.browser.desk import BOARD, Desk, let_in, signed_in
from tests.browser.windows import window_apart
from tests.browser.work import draft, eventually, given, requests_to, study
from tests.serving import Server
from tests.studies import number_of

pytestmark = pytest.mark.browser


def test_an_item_is_skipped_with_a_reason_by_two_keys(server: Server, chromium: Browser) -> None:
    study(items=4)
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        for key, reason, words in (
            ("1", "hard", "too hard"),
            ("2", "broken", "broken item"),
            ("3", "distressing", "distressing"),
        ):
            current = desk.wait_for_item()
            desk.press("s")
            expect(desk.tray).to_contain_text("Why do you skip this item?")
            desk.press("Enter")  # it submits everywhere else; here it chooses nothing
            expect(desk.tray).to_contain_text("Nothing is skipped yet")
            desk.press(key)
            if reason != "distressing":
                expect(page.locator(".board .done")).to_contain_text(" skipped")
            desk.wait_for_item(other_than=current)
            expect(desk.status).to_contain_text(f"Skipped: {words}")
            assert (given(current).state, given(current).skip_reason) == ("skipped", reason)
        desk.button("Return").click()
        desk.wait_for(current)
        desk.press("Shift+U")
        current = desk.wait_for_item(other_than=current)
        desk.press("s")
        desk.press("4")
        desk.press("Enter")  # another reason wants words
        page.keyboard.type("Two people at once")
        assert given(current).state == "open"
        desk.press("Enter")
        expect(page.get_by_text("4 skipped items wait")).to_be_visible()
        assert (given(current).skip_reason, given(current).skip_words) == ("other", "Two people at once")


def test_a_skip_is_called_off_with_escape_and_its_digits_label_nothing(server: Server, chromium: Browser) -> None:
    study()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        current = desk.wait_for_item()
        desk.press("s")
        desk.press("7")
        desk.press("Escape")
        expect(desk.tray).to_be_empty()
        assert desk.chosen == [None] * 3
        desk.press("2")
        assert desk.chosen == ["nice", None, None]
    assert given(current).state == "open"


def test_skipped_items_are_no_judgments_and_wait_at_the_end(server: Server, chromium: Browser) -> None:
    """J4: skip 1 of 3: 2 done, 1 skipped; then return to it with its answers so far."""
    study()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        skipped = desk.wait_for_item()
        desk.press("3")
        desk.press("s")
        desk.press("1")
        current = desk.wait_for_item(other_than=skipped)
        desk.answer("nice")
        desk.press("Enter")
        desk.wait_for_item(other_than=current)
        desk.answer("nice")
        desk.press("Enter")
        expect(page.get_by_text("2 of 3 items are done.")).to_be_visible()
        expect(page.get_by_text("1 skipped item waits")).to_be_visible()
        expect(page.locator(".board .done")).to_have_text("2 of 3 done · 1 skipped")
        assert number_of(m.Judgment) == 6
        page.get_by_role("button", name="Open it").click()
        desk.wait_for(skipped)
        assert desk.chosen == ["must", None, None]
        desk.answer("irr")
        desk.press("Enter")
        desk.wait_for_end()
    assert (given(skipped).state, given(skipped).skip_reason) == ("done", None)


def test_a_flag_is_set_and_taken_off_by_one_key_also_on_a_done_item(server: Server, chromium: Browser) -> None:
    study()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        current = desk.wait_for_item()
        desk.press("f")
        expect(desk.button("Flag")).to_have_attribute("aria-pressed", "true")
        desk.answer("nice")
        desk.press("Enter")
        desk.wait_for_item(other_than=current)
        assert given(current).flagged
        expect(desk.button("Flag")).to_have_attribute("aria-pressed", "false")
        desk.press("u")
        desk.wait_for(current)
        expect(desk.button("Flag")).to_have_attribute("aria-pressed", "true")
        desk.press("f")
        eventually(lambda: not given(current).flagged)
    assert (given(current).state, given(current).revision, draft(current)) == ("done", 1, None)


def test_a_note_takes_lines_and_composed_words_and_control_enter_submits(server: Server, chromium: Browser) -> None:
    """E9: in the note, Enter is a new line or the input method's; letters and digits are text."""
    study()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        current = desk.wait_for_item()
        desk.answer("nice")
        sent = requests_to(page, "submit")
        desk.press("n")
        note = page.get_by_label("Note on this item")
        expect(note).to_be_focused()
        page.keyboard.type("s 1")
        desk.press("Enter")
        page.keyboard.insert_text("谁是奥托？")
        for event in ({"key": "Enter", "ctrlKey": True, "isComposing": True}, {"key": "Escape", "keyCode": 229}):
            note.evaluate(
                "(node, event) => node.dispatchEvent(new KeyboardEvent('keydown', "
                "{...event, bubbles: true, composed: true}))",
                event,
            )
        expect(note).to_have_value("s 1\n谁是奥托？")
        assert sent == []
        desk.press("Control+Enter")
        desk.wait_for_item(other_than=current)
        assert given(current).note == "s 1\n谁是奥托？"
        desk.press("u")
        desk.wait_for(current)
        desk.press("n")
        expect(note).to_have_value("s 1\n谁是奥托？")
        page.keyboard.type("!")
        desk.press("Escape")
        expect(desk.tray).to_be_empty()
        eventually(lambda: given(current).note.endswith("!"))
        expect(desk.status).to_contain_text("Note saved ")  # and no flag
    assert given(current).revision == 1


def test_letters_mean_nothing_where_single_keys_are_off(server: Server, chromium: Browser) -> None:
    study()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        desk.wait_for_item()
        page.request.post(
            f"{server.url}/board/study/preferences", data={"single_keys": False}, headers={"Origin": server.url}
        )
        page.reload()
        desk.wait_for_item()
        for key in ("f", "s", "n", "l", "j"):
            desk.press(key)
        expect(desk.tray).to_be_empty()
        expect(desk.button("Flag")).to_have_attribute("aria-pressed", "false")
        expect(page.locator(".board .row").first).to_have_attribute("aria-current", "true")
        desk.press("2")
        desk.press("Control+z")
        assert desk.chosen == [None] * 3


@pytest.mark.parametrize(("width", "height"), [(900, 700), (420, 800)])
def test_the_buttons_work_by_touch_and_on_a_narrow_screen(
    width: int, height: int, server: Server, chromium: Browser
) -> None:
    """At 900 pixels all stand in the bar; narrower, the quieter ones fold into one."""
    study()
    size = {"width": width, "height": height}
    with window_apart(chromium, viewport=size, has_touch=True, is_mobile=True) as page:
        let_in(page, server, "ann")
        page.goto(server.url + BOARD)
        desk = Desk(page)
        current = desk.wait_for_item()
        if width < 800:
            expect(desk.button("Flag")).to_be_hidden()
            desk.button("More").tap()
        box = desk.button("Flag").bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["x"] + box["width"] <= width
        desk.button("Flag").tap()
        eventually(lambda: given(current).flagged)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
