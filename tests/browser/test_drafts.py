"""Drafts in real Chromium: on the server soon after a pause, on another device at once, and never one over another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.desk import BOARD, Desk, signed_in
from tests.browser.windows import another_tab
from tests.browser.work import draft, eventually, given, requests_to, study, submissions
from tests.serving import Server

pytestmark = pytest.mark.browser

ELSEWHERE = "This item was also worked on in another tab or on another device."


@contextmanager
def two_devices(chromium: Browser, server: Server) -> Iterator[tuple[Desk, Desk]]:
    """One person at two browsers, with the same first item on both."""
    with signed_in(chromium, server, "ann", at=BOARD) as one, signed_in(chromium, server, "ann", at=BOARD) as other:
        first, second = Desk(one), Desk(other)
        first.wait_for_item()
        second.wait_for_item()
        yield first, second


def test_a_half_done_item_goes_on_on_another_device(server: Server, chromium: Browser) -> None:
    """D10."""
    study()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        here = Desk(page)
        current = here.wait_for_item()
        here.press("3")
        here.press("1")
        here.wait_for_draft()
        begun = dict(zip(here.target_keys[:2], ["must", "irr"], strict=True))
        assert draft(current) == begun
        with signed_in(chromium, server, "ann", at=BOARD) as other:
            there = Desk(other)
            assert there.wait_for_item() == current
            assert there.chosen == ["must", "irr", None]
            there.press("2")
            there.wait_for_draft()
        page.reload()
        here.wait_for_item()
        assert here.chosen == ["must", "irr", "nice"]  # all here was sent, so the server's is newer, without a question
        expect(here.notice).to_be_empty()
        here.press("Enter")
        here.wait_for_item(other_than=current)
    assert draft(current) is None
    assert len(submissions()) == 1


def test_labelling_sends_one_draft_after_a_pause_and_none_where_there_is_no_pause(
    server: Server, chromium: Browser
) -> None:
    study()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        current = desk.wait_for_item()
        drafts = requests_to(page, "draft")
        for key in ("1", "1", "1", "Enter"):
            desk.press(key)
        desk.wait_for_item(other_than=current)
        assert drafts == []
        for key in ("1", "ArrowUp", "2", "2"):
            desk.press(key)
        desk.wait_for_draft()
        assert len(drafts) == 1


def test_a_page_that_is_left_at_once_has_sent_its_draft(server: Server, chromium: Browser) -> None:
    study()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        current = desk.wait_for_item()
        desk.press("3")
        key = desk.target_keys[0]
        page.goto(f"{server.url}/healthz")
        eventually(lambda: draft(current) == {key: "must"})
        page.goto(server.url + BOARD)
        assert desk.wait_for_item() == current
        assert desk.chosen == ["must", None, None]
        expect(desk.notice).to_be_empty()


@pytest.mark.parametrize("choice", ["Use the other draft", "Keep this one"])
def test_where_two_devices_have_changed_an_item_the_person_chooses(
    choice: str, server: Server, chromium: Browser
) -> None:
    study()
    with two_devices(chromium, server) as (here, there):
        current = here.wait_for_item()
        here.page.context.set_offline(True)
        here.press("1")
        expect(here.status).to_have_text("Draft kept in this browser")
        there.press("3")
        there.wait_for_draft()
        here.page.context.set_offline(False)
        here.page.reload()
        assert here.wait_for_item() == current
        expect(here.notice).to_contain_text(ELSEWHERE)
        assert here.chosen == ["irr", None, None]
        assert draft(current) == {here.target_keys[0]: "must"}
        here.button(choice).click()
        expect(here.notice).to_be_empty()
        here.wait_for_draft()
        label = "must" if choice == "Use the other draft" else "irr"
        assert here.chosen == [label, None, None]
        assert draft(current) == {here.target_keys[0]: label}
        here.press("Control+z")  # one step back where the other was taken, and nothing to take back where it was not
        assert here.chosen == ["irr", None, None]


def test_two_tabs_on_one_item_are_told_apart_while_it_is_open(server: Server, chromium: Browser) -> None:
    study()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        old = Desk(page)
        current = old.wait_for_item()
        other = another_tab(page)
        other.goto(server.url + BOARD)
        new = Desk(other)
        new.wait_for_item()
        new.press("3")
        new.wait_for_draft()
        page.bring_to_front()
        old.press("1")
        expect(old.notice).to_contain_text(ELSEWHERE)
        assert old.chosen == ["irr", None, None]
        assert draft(current) == {old.target_keys[0]: "must"}
        old.button("Keep this one").click()
        old.wait_for_draft()
        assert draft(current) == {old.target_keys[0]: "irr"}


def test_a_late_draft_after_the_submission_is_ignored(server: Server, chromium: Browser) -> None:
    study()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        current = desk.wait_for_item()
        held: list[Route] = []
        page.route("**/draft", lambda route: held.append(route))
        with page.expect_request("**/draft"):
            desk.press("1")
        desk.press("1")
        desk.press("1")
        desk.press("Enter")
        desk.wait_for_item(other_than=current)
        with page.expect_response("**/draft") as late:
            held[0].continue_()
        assert late.value.status == 409
        expect(desk.status).to_have_text("Saved")
        expect(desk.notice).to_be_empty()
        assert desk.chosen == [None, None, None]
    assert draft(current) is None
    assert given(current).revision == 1


def test_what_was_never_sent_is_offered_after_a_submission_from_elsewhere(server: Server, chromium: Browser) -> None:
    """Two devices: the one without a network loses nothing, and overwrites nothing."""
    study()
    with two_devices(chromium, server) as (here, there):
        current = here.wait_for_item()
        here.page.context.set_offline(True)
        here.press("1")
        there.answer("must")
        there.press("Enter")
        there.wait_for_item(other_than=current)
        here.page.context.set_offline(False)
        expect(here.notice).to_contain_text("already submitted")
        here.page.reload()
        assert here.wait_for_item() != current
        here.press("u")
        here.wait_for(current)
        assert here.chosen == ["must"] * 3
        expect(here.notice).to_contain_text("This browser still holds other answers")
        here.button("Use the other draft").click()
        assert here.chosen == ["irr", None, None]
        here.press("Control+z")
        assert here.chosen == ["must"] * 3


def test_a_draft_whose_acknowledgement_was_lost_raises_no_question(server: Server, chromium: Browser) -> None:
    """E8: what the server holds is this browser's own."""
    study()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        current = desk.wait_for_item()
        lose_first_answer(page)
        desk.press("3")
        desk.wait_for_draft()
        expect(desk.notice).to_be_empty()
        assert draft(current) == dict(zip(desk.target_keys, ["must", "nice"], strict=False))


def lose_first_answer(page: Page) -> None:
    """The server has taken the first draft, and nobody hears of it."""
    lost: list[int] = []

    def answer(route: Route) -> None:
        response = route.fetch()
        if lost:
            route.fulfill(response=response)
        else:
            lost.append(response.status)
            page.keyboard.press("2")
            route.abort()

    page.route("**/draft", answer)
