"""What a person can choose on the labelling board: single-letter keys, progress and pace, and a reminder of breaks."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from annotation import settings, store
from annotation.settings import ProjectSettings
from tests.browser.board import active, caps, panel, study, switch
from tests.browser.desk import BOARD, Desk, let_in, signed_in
from tests.browser.windows import window_apart
from tests.serving import Server
from tests.studies import NOW, SLUG, records

pytestmark = pytest.mark.browser

# --- Single-letter keys -----------------------------------------------------------------------------------------------


def test_single_letter_keys_can_be_switched_off_for_this_person_everywhere(server: Server, chromium: Browser) -> None:
    study(questions=lettered())
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        desk.wait_for_item()
        assert caps(page) == ["w", "y"]
        switch(page, "Single-letter keys")
        assert caps(page) == ["1", "2"]
        for key in "wyxbejkufnslgm/?":
            desk.press(key)
        assert desk.chosen == [None, None, None]
        assert page.locator(".board :is(.panel, .finder)").count() == 0
        assert active(page) == "0"
        for key in ("2", "ArrowUp", "Delete", "Control+z"):
            desk.press(key)
        assert desk.chosen == ["yes", None, None]
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        Desk(page).wait_for_item()
        page.get_by_role("button", name="Keys").click()
        expect(panel(page, "keys")).to_contain_text("Single-letter keys are off")
        assert "u" not in panel(page, "keys").locator("kbd").all_inner_texts()


def test_a_project_may_switch_single_letter_keys_off(server: Server, chromium: Browser) -> None:
    study()
    with store.writing() as session:
        settings.save(session, slug=SLUG, settings=ProjectSettings(single_keys=False), account_id=None, now=NOW)
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        desk.wait_for_item()
        desk.press("f")
        expect(page.get_by_role("button", name="Flag")).to_have_attribute("aria-pressed", "false")
        desk.press("g")
        assert page.locator(".board .panel").count() == 0
        switch(page, "Pace")  # another choice leaves this one to the project
        page.reload()
        desk.wait_for_item()
        desk.press("g")
        assert page.locator(".board .panel").count() == 0


def lettered() -> list[dict[str, Any]]:
    """One question whose labels have letters as keys."""
    labels = [{"key": "no", "hotkey": "w", "text": {"en": "No"}}, {"key": "yes", "hotkey": "y", "text": {"en": "Yes"}}]
    return [{"key": "role", "about": "memory", "level": "nominal", "text": {"en": "Does it help?"}, "labels": labels}]


# --- Progress, pace and breaks ----------------------------------------------------------------------------------------


def test_progress_and_pace_can_be_hidden_and_the_pace_is_said_calmly(server: Server, chromium: Browser) -> None:
    study(records(5))
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        page.set_viewport_size({"width": 1600, "height": 900})
        desk = Desk(page)
        current = desk.wait_for_item()
        pace = page.locator(".board .pace")
        for _ in range(3):
            expect(pace).to_be_empty()
            desk.answer("irr")
            desk.press("Enter")
            current = desk.wait_for_item(other_than=current)
        expect(pace).to_contain_text("an hour")
        expect(page.locator(".board .done")).to_be_visible()
        for width in (1400, 1110):
            page.set_viewport_size({"width": width, "height": 800})
            expect(pace).to_be_in_viewport(ratio=1)
            expect(page.locator(".board .sign-out")).to_be_in_viewport(ratio=1)
        switch(page, "Pace")
        expect(pace).to_be_empty()
        switch(page, "Progress")
        expect(page.locator(".board .done")).to_be_hidden()
        page.reload()
        desk.wait_for_item()
        expect(pace).to_be_empty()
        expect(page.locator(".board .done")).to_be_hidden()
        switch(page, "Pace")
        expect(pace).to_contain_text("an hour")


def test_a_choice_that_could_not_be_kept_is_said(server: Server, chromium: Browser) -> None:
    study()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        Desk(page).wait_for_item()
        page.route("**/preferences", lambda route: route.abort())
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Pace").uncheck()
        expect(panel(page, "settings")).to_contain_text("could not be kept for your next visit")


def test_a_break_is_called_to_mind_after_the_minutes_that_were_set_and_locks_nothing(
    server: Server, chromium: Browser
) -> None:
    study()
    with window_apart(chromium) as page:
        let_in(page, server, "ann")
        page.clock.install()
        page.goto(server.url + BOARD)
        desk = Desk(page)
        desk.wait_for_item()
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Remind me of a break").select_option("20")
        expect(panel(page, "settings")).to_contain_text("Kept.")
        page.keyboard.press("Escape")
        line = page.locator(".board .breaks")
        for _ in range(19 * 2):
            work(page, seconds=30)
        expect(line).to_be_empty()
        for _ in range(3):
            work(page, seconds=30)
        expect(line).to_contain_text("You have worked for 20 minutes")
        desk.press("3")  # nothing is locked
        assert desk.chosen[0] == "must"
        line.get_by_role("button").click()
        expect(line).to_be_empty()
        assert active(page) == "1"


def test_who_pauses_is_not_told_to_pause(server: Server, chromium: Browser) -> None:
    study()
    with window_apart(chromium) as page:
        let_in(page, server, "ann")
        page.clock.install()
        page.goto(server.url + BOARD)
        Desk(page).wait_for_item()
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Remind me of a break").select_option("20")
        expect(panel(page, "settings")).to_contain_text("Kept.")
        page.keyboard.press("Escape")
        for _ in range(15 * 2):
            work(page, seconds=30)
        page.clock.run_for(7 * 60_000)
        for _ in range(10 * 2):
            work(page, seconds=30)
        expect(page.locator(".board .breaks")).to_be_empty()


def work(page: Page, *, seconds: int) -> None:
    """A sign of life, and so much time after it."""
    page.locator(".board").dispatch_event("pointermove")
    page.clock.run_for(seconds * 1000)
