"""Deciding at the desk in real Chromium: by keyboard, and no decision is lost or overruled unseen."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from playwright.sync_api import Browser, Route, expect
from sqlmodel import select

from annotation import models as m
from annotation import store
from tests.browser.adjudicator import DESK, NASTY, at_the_desk, decide_elsewhere, decisions, disputed_study, settings
from tests.browser.desk import add_person, sign_in
from tests.serving import Server
from tests.studies import make_project, memory, record, take_labels, votes

pytestmark = pytest.mark.browser


@pytest.fixture
def study(sqlite_database: str) -> None:
    """Two items with everything to decide."""
    disputed_study()


# --- By keyboard ------------------------------------------------------------------------------------------------------


def test_items_are_decided_by_keyboard_one_after_the_other(study: None, server: Server, chromium: Browser) -> None:
    """K1, N3, E5: nothing is chosen beforehand; a digit chooses, a letter adopts, Enter saves and goes on."""
    with at_the_desk(chromium, server) as desk:
        desk.wait_for_item(1)
        assert desk.chosen == [None, None]
        expect(desk.far).to_have_text("4 to decide · 0 decided")
        expect(desk.active.locator(".chip")).to_have_text(["arater-1Must", "brater-2Irrelevant"])
        desk.press("a")
        expect(desk.rows.nth(1)).to_have_attribute("aria-current", "true")
        desk.press("2")
        desk.give_reason("Both help.")
        assert desk.chosen == ["must", "nice"]
        assert decisions() == []
        desk.press("Enter")
        desk.wait_for_item(2)
        expect(desk.status).to_have_text("2 decisions saved")
        expect(desk.far).to_have_text("2 to decide · 2 decided")
        expect(desk.reason).to_have_value("")
        assert desk.chosen == [None, None]
        desk.press("b", "ArrowUp", "b", "j", "1", "r")
        desk.page.keyboard.insert_text("Neither does.")
        desk.press("Enter")
        expect(desk.page.get_by_role("heading", name="Nothing waits for a decision.")).to_be_visible()
        expect(desk.page.get_by_text("Decided so far: 4.")).to_be_visible()
    assert decisions() == [("must", "Both help."), ("nice", "Both help."), *[("irr", "Neither does.")] * 2]


def test_nothing_is_saved_without_a_choice_and_a_reason(study: None, server: Server, chromium: Browser) -> None:
    """D6, N1: and what is missing is said and brought into focus."""
    with at_the_desk(chromium, server) as desk:
        desk.press("Enter")
        expect(desk.status).to_contain_text("Nothing is chosen here.")
        desk.press("3", "Enter")
        expect(desk.status).to_have_text("A decision needs a reason: one sentence is enough.")
        expect(desk.reason).to_be_focused()
        desk.page.keyboard.insert_text("It is asked for.")
        desk.press("Enter")
        expect(desk.status).to_have_text("1 is still to decide. Press Enter again to save the others.")
        expect(desk.rows.nth(1)).to_have_attribute("aria-current", "true")
        assert decisions() == []
        desk.press("Enter")
        desk.wait_for_item(2)
    assert decisions() == [("must", "It is asked for.")]


def test_a_row_may_have_a_reason_of_its_own(study: None, server: Server, chromium: Browser) -> None:
    with at_the_desk(chromium, server) as desk:
        desk.press("1", "1")
        desk.rows.nth(1).get_by_role("button", name="Reason for this one").click()
        desk.page.keyboard.insert_text("Only here.")
        desk.press("Escape")
        desk.give_reason("For the rest.")
        desk.press("Enter")
        desk.wait_for_item(2)
    assert decisions() == [("irr", "For the rest."), ("irr", "Only here.")]


def test_enter_of_an_input_method_confirms_the_text_and_saves_nothing(
    study: None, server: Server, chromium: Browser
) -> None:
    """E9."""
    with at_the_desk(chromium, server) as desk:
        desk.press("1", "1", "r")
        desk.page.keyboard.insert_text("因为")
        desk.reason.dispatch_event("keydown", {"key": "Enter", "isComposing": True, "bubbles": True, "composed": True})
        desk.reason.dispatch_event("keydown", {"key": "Enter", "keyCode": 229, "bubbles": True, "composed": True})
        expect(desk.reason).to_have_value("因为")
        desk.wait_for_item(1)
        assert decisions() == []
        desk.press("Enter")
        desk.wait_for_item(2)
    assert {reason for _, reason in decisions()} == {"因为"}


def test_single_letters_can_be_switched_off(study: None, server: Server, chromium: Browser) -> None:
    settings(single_keys=False)
    with at_the_desk(chromium, server) as desk:
        desk.press("a", "r", "l", "?", "u")
        assert desk.chosen == [None, None]
        expect(desk.board.locator(".panel")).to_have_count(0)
        desk.press("2")
        assert desk.chosen == ["nice", None]
        desk.press("ArrowUp", "Delete")
        assert desk.chosen == [None, None]


# --- Nothing is lost, nobody is overruled unseen ----------------------------------------------------------------------


def test_choices_and_reason_survive_a_reload_under_their_own_account(
    study: None, server: Server, chromium: Browser
) -> None:
    """L3: a colleague in the same browser finds nothing of them."""
    add_person("eve", "adjudicator")
    with at_the_desk(chromium, server) as desk:
        desk.press("2")
        desk.give_reason("Half done.")
        expect(desk.status).to_have_text("Kept in this browser, not saved yet")
        desk.page.reload()
        desk.wait_for_item(1)
        assert desk.chosen == ["nice", None]
        expect(desk.reason).to_have_value("Half done.")
        desk.page.goto(f"{server.url}/signout")
        desk.page.get_by_role("button", name="Sign out").click()
        desk.page.goto(server.url + DESK)
        sign_in(desk.page, "eve")
        desk.wait_for_item(1)
        assert desk.chosen == [None, None]
        expect(desk.reason).to_have_value("")
    assert decisions() == []


def test_a_decision_that_came_too_late_is_said_kept_in_view_and_not_stored(
    study: None, server: Server, chromium: Browser
) -> None:
    """N6: somebody else decides the same in the meantime; what still fits comes along to the current state."""
    with at_the_desk(chromium, server) as desk:
        desk.row("Plain.").get_by_text("Must").last.click()
        desk.row(NASTY).get_by_text("Nice").last.click()
        desk.give_reason("Too late.")
        decide_elsewhere("Plain.", "irr")
        desk.press("Enter")
        expect(desk.page.get_by_role("alert")).to_contain_text("decided in the meantime")
        expect(desk.status).to_have_text("Not saved")
        expect(desk.row("Plain.").locator("input:checked")).to_have_value("must")
        expect(desk.reason).to_have_value("Too late.")
        desk.page.get_by_role("button", name="Load what is decided now").click()
        expect(desk.status).to_contain_text("1 choice kept here no longer fits")
        expect(desk.row("Plain.").locator(".stands")).to_contain_text("Irrelevant · decided by another adjudicator")
        expect(desk.row(NASTY).locator("input:checked")).to_have_value("nice")
        assert decisions() == [("irr", "Elsewhere.")]
        desk.press("Enter")
        desk.wait_for_item(2)
    assert decisions() == [("irr", "Elsewhere."), ("nice", "Too late.")]


def test_choices_are_stored_whatever_comes_into_the_queue(study: None, server: Server, chromium: Browser) -> None:
    """Another item gets more disputes, and so comes first, while the adjudicator is typing."""
    with at_the_desk(chromium, server) as desk:
        desk.press("3", "3")
        desk.give_reason("It is asked for.")
        more = [record("i3", memory=memory(must=["One.", "Two."], nice=["Three."]))]
        make_project(more)
        take_labels(votes({"ann": "must", "bo": "irr"}, content=more))
        desk.press("Enter")
        desk.wait_for_item(2)
        expect(desk.far).to_have_text("5 to decide · 2 decided")
        desk.press("s")
        desk.wait_for_item(3)
    assert decisions() == [("must", "It is asked for.")] * 2


def test_whoever_decides_before_the_queue_is_counted_comes_to_no_decided_item(
    study: None, server: Server, chromium: Browser
) -> None:
    """The queue as it was last read still names the first item; what was decided since is seen all the same."""
    with at_the_desk(chromium, server) as desk:
        held: list[Route] = []

        def hold_the_first(route: Route) -> None:
            if held:
                route.continue_()
            else:
                held.append(route)

        desk.page.route("**/queue?*", hold_the_first)
        desk.press("3", "3")
        desk.give_reason("First.")
        desk.save_and_leave()
        desk.wait_for_item(2)
        desk.press("1", "1")
        desk.give_reason("Second.")
        desk.save_and_leave()
        expect(desk.page.get_by_text("Decided so far: 4.")).to_be_visible()
        held[0].continue_()


def test_a_lost_acknowledgement_and_a_killed_server_store_once(study: None, server: Server, chromium: Browser) -> None:
    """D1, E8, N1: "saved" is said after the server said so, and the same press is stored once."""
    with at_the_desk(chromium, server) as desk:
        lost: list[int] = []

        def lose_the_first(route: Route) -> None:
            answer = route.fetch()
            if lost:
                route.fulfill(response=answer)
            else:
                lost.append(answer.status)
                route.abort()

        desk.page.route("**/decide", lose_the_first)
        desk.press("3", "3")
        desk.give_reason("Once.")
        desk.press("Enter")
        desk.wait_for_item(2)
        assert lost == [200]
        desk.page.unroute("**/decide")
        server.kill()
        desk.press("1", "1")
        desk.give_reason("Later.")
        desk.press("Enter")
        expect(desk.status).to_contain_text("Not saved yet")
        assert desk.board.get_attribute("data-item") == "2"
        server.start()
        expect(desk.page.get_by_text("Decided so far: 4.")).to_be_visible()
    assert decisions() == [*[("must", "Once.")] * 2, *[("irr", "Later.")] * 2]


def test_an_ended_sign_in_keeps_the_work_and_says_so(study: None, server: Server, chromium: Browser) -> None:
    with at_the_desk(chromium, server) as desk:
        desk.press("3", "3")
        desk.give_reason("Kept.")
        with store.writing() as session:
            for each in session.exec(select(m.SignIn)).all():
                each.revoked_at = datetime.now(UTC)
        desk.press("Enter")
        expect(desk.page.get_by_role("alert")).to_contain_text("Your sign-in has ended.")
        with desk.page.expect_popup() as opened:
            desk.page.get_by_role("link", name="Sign in again").click()
        sign_in(opened.value, "dana")
        desk.page.bring_to_front()
        desk.row("Plain.").get_by_text("Plain.").click()
        desk.press("Enter")
        desk.wait_for_item(2)
    assert decisions() == [("must", "Kept.")] * 2
