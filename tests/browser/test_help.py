"""Help at hand on the labelling board: guideline, meanings, keys, settings, pace, breaks, and the warning."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from sqlmodel import select

from annotation import assignment, settings, store
from annotation import models as m
from annotation.settings import ProjectSettings
from tests.browser.desk import Desk, add_person, let_in, signed_in
from tests.browser.windows import window_apart
from tests.serving import Server
from tests.studies import NOW, SLUG, make_project, number_of, record, records

pytestmark = pytest.mark.browser

BOARD = "/label?project=study"
HOSTILE = (
    "# Rules\n\nSee **this** <img src=x onerror=alert(1)> and [x](javascript:alert(1)) or [y](https://example.org).\n"
)


def study(content: list[dict[str, Any]] | None = None, **book: Any) -> None:
    """A study given to ann; `book` replaces parts of its codebook."""
    make_project(content)
    add_person("ann", "annotator")
    with store.writing() as session:
        assignment.assign(session, slug=SLUG, annotators=["ann"], overlap=1, seed=1, now=datetime.now(UTC))
        row = session.exec(select(m.Codebook)).one()
        row.body = {**row.body, **book}


def panel(page: Page, name: str) -> Any:
    return page.locator(f".board .panel[data-panel={name}]")


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


# --- Settings ---------------------------------------------------------------------------------------------------------


def test_single_letter_keys_can_be_switched_off_for_this_person_everywhere(server: Server, chromium: Browser) -> None:
    study(questions=lettered())
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        desk.wait_for_item()
        assert caps(page) == ["x", "y"]
        switch(page, "Single-letter keys")
        assert caps(page) == ["1", "2"]
        for key in "xyjkufnslgm/?":
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


# --- The warning ------------------------------------------------------------------------------------------------------


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


# --- Small steps ------------------------------------------------------------------------------------------------------


def active(page: Page) -> str | None:
    """The slot that has the keyboard."""
    place = "board => board.getRootNode().activeElement?.dataset.slot ?? null"
    found: str | None = page.locator(".board").evaluate(place)
    return found


def caps(page: Page) -> list[str]:
    """The keys drawn on the labels of the active row."""
    faces = page.locator(".board .choices[data-active] .face").all()
    drawn = "face => getComputedStyle(face, '::before').content.split('/')[0].replaceAll('\"', '').trim()"
    return [face.evaluate(drawn) for face in faces]


def switch(page: Page, name: str) -> None:
    """Turn one of the settings over, wait until it is kept, and close them."""
    page.get_by_role("button", name="Settings").click()
    page.locator(".board .setting", has_text=name).first.locator("input").click()
    expect(panel(page, "settings")).to_contain_text("Kept.")
    page.keyboard.press("Escape")
    expect(panel(page, "settings")).to_have_count(0)


def work(page: Page, *, seconds: int) -> None:
    """A sign of life, and so much time after it."""
    page.locator(".board").dispatch_event("pointermove")
    page.clock.run_for(seconds * 1000)


def sensitive(words: str = "") -> None:
    """Put every item behind a warning."""
    with store.writing() as session:
        settings.save(session, slug=SLUG, settings=ProjectSettings(content_warning=words), account_id=None, now=NOW)
        settings.mark_sensitive(session, slug=SLUG, which="all", account_id=None, now=NOW)


def lettered() -> list[dict[str, Any]]:
    """One question whose labels have letters as keys."""
    labels = [{"key": "no", "hotkey": "x", "text": {"en": "No"}}, {"key": "yes", "hotkey": "y", "text": {"en": "Yes"}}]
    return [{"key": "role", "about": "memory", "level": "nominal", "text": {"en": "Does it help?"}, "labels": labels}]
