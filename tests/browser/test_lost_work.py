"""Work that is never lost, in real Chromium: whatever happens in the middle of an item, the answers are there after it.

Each ends with one plain sentence of what happened.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Browser, Route, expect
from sqlmodel import select

from annotation import models as m
from annotation import store
from annotation.people import accounts, idle
from tests.browser.desk import BOARD, Desk, let_in, sign_in, signed_in
from tests.browser.windows import another_tab, window_apart
from tests.browser.work import draft, end_sign_ins, given, labels, study, submissions
from tests.serving import Server
from tests.studies import close_round

pytestmark = pytest.mark.browser


def test_a_lost_network_for_a_while_holds_nothing_up(server: Server, chromium: Browser) -> None:
    """E7, E8: labelling goes on without a network, Submit waits for it, and everything is stored once."""
    study()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        current = desk.wait_for_item()
        desk.press("3")
        desk.wait_for_draft()
        page.context.set_offline(True)
        with page.expect_request("**/draft"):
            desk.press("2")
        with page.expect_request("**/draft"):
            pass  # it is tried again, calmly
        expect(desk.status).to_have_text("Draft kept in this browser")
        desk.press("1")
        assert desk.chosen == ["must", "nice", "irr"]
        desk.press("u")  # nowhere to go without a network, and nothing is thrown away
        assert desk.chosen == ["must", "nice", "irr"]
        desk.press("Enter")
        expect(desk.status).to_contain_text("Not saved yet")
        page.context.set_offline(False)
        desk.wait_for_item(other_than=current)
        expect(desk.status).to_have_text("Saved")
    assert len(submissions()) == 1
    assert {label for [label] in labels(current).values()} == {"irr", "must", "nice"}


def test_a_draft_that_the_server_does_not_take_is_sent_again(server: Server, chromium: Browser) -> None:
    study()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        current = desk.wait_for_item()
        broken: list[int] = []

        def answer(route: Route) -> None:
            if len(broken) < 2:
                broken.append(500)
                route.fulfill(status=500, json={"error": "unexpected", "message": "broken"})
            else:
                route.continue_()

        page.route("**/draft", answer)
        desk.press("1")
        desk.wait_for_draft()
        assert len(broken) == 2
        expect(desk.notice).to_be_empty()
    assert draft(current) is not None


def leave_alone(name: str) -> None:
    """Let this person have done nothing for longer than a sign-in holds without use."""
    with store.writing() as session:
        account = accounts.find(session, name)
        for row in session.exec(select(m.SignIn)).all():
            if account is not None and row.account_id == account.id:
                row.used_at = datetime.now(UTC) - idle.limit()


@pytest.mark.parametrize("end", [end_sign_ins, leave_alone])
def test_a_sign_in_that_ended_is_noticed_at_the_draft(
    server: Server, chromium: Browser, end: Callable[[str], None]
) -> None:
    """E7: said before Submit is pressed; coming back signed in sends what was kept. Left idle, it ends as well."""
    study()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        current = desk.wait_for_item()
        end("ann")
        desk.press("3")
        expect(desk.notice).to_contain_text("Your sign-in has ended. Nothing is lost")
        desk.press("2")
        assert desk.chosen == ["must", "nice", None]
        other = another_tab(page)
        other.goto(f"{server.url}/signin")
        sign_in(other, "ann")
        page.bring_to_front()
        page.evaluate("dispatchEvent(new Event('focus'))")
        desk.wait_for_draft()
        expect(desk.notice).to_be_empty()
        assert draft(current) == dict(zip(desk.target_keys, ["must", "nice"], strict=False))


def test_a_round_that_closes_in_the_middle_keeps_the_answers_in_the_browser(server: Server, chromium: Browser) -> None:
    study()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        current = desk.wait_for_item()
        desk.press("3")
        desk.wait_for_draft()
        close_round()
        desk.press("2")
        expect(desk.notice).to_contain_text("This round is closed. It takes no more answers. Nothing is lost")
        assert desk.chosen == ["must", "nice", None]
        assert len(desk.texts) == 3  # it stays readable
        desk.press("1")
        assert desk.chosen == ["must", "nice", None]  # and nobody is let type into the void
        reopen_round()
        page.reload()
        assert desk.wait_for_item() == current
        assert desk.chosen == ["must", "nice", None]
        desk.wait_for_draft()


def test_a_submission_after_the_round_was_closed_keeps_the_answers(server: Server, chromium: Browser) -> None:
    study()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        current = desk.wait_for_item()
        desk.answer("nice")
        close_round()
        desk.press("Enter")
        expect(desk.notice).to_contain_text("This round is closed. It takes no more answers. Nothing is lost")
        assert desk.chosen == ["nice"] * 3
    assert given(current).revision == 0


def test_another_account_in_another_tab_takes_nothing_over(server: Server, chromium: Browser) -> None:
    study("ann", "bo")
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        current = desk.wait_for_item()
        other = another_tab(page)
        other.goto(f"{server.url}/signin")
        other.context.clear_cookies()
        other.goto(f"{server.url}/signin")
        sign_in(other, "bo")
        page.bring_to_front()
        desk.press("3")
        expect(desk.notice).to_contain_text("These answers belong to another account than the one now signed in.")
        assert desk.chosen == ["must", None, None]
        desk.button("Load the current item").click()
        assert desk.wait_for_item(other_than=current)
        expect(desk.notice).to_contain_text("You are now signed in as bo. Unsent answers of ann stay in this browser.")
        assert set(desk.chosen) == {None}
        page.context.clear_cookies()
        page.goto(f"{server.url}/signin?next={BOARD}")
        sign_in(page, "ann")
        page.goto(server.url + BOARD)
        assert desk.wait_for_item() == current
        assert desk.chosen == ["must", None, None]


def test_a_note_typed_and_submit_clicked_at_once_is_stored(server: Server, chromium: Browser) -> None:
    """D3."""
    study()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        current = desk.wait_for_item()
        desk.answer("nice")
        desk.press("n")
        page.keyboard.type("Who is Otto?")
        desk.button("Submit").click()
        desk.wait_for_item(other_than=current)
    assert given(current).note == "Who is Otto?"
    assert given(current).state == "done"


def test_time_at_work_leaves_long_pauses_out(server: Server, chromium: Browser) -> None:
    """A pause counts as a minute at most."""
    study()
    with window_apart(chromium) as page:
        let_in(page, server, "ann")
        page.clock.install()
        page.goto(server.url + BOARD)
        desk = Desk(page)
        current = desk.wait_for_item()
        desk.press("1")
        page.clock.fast_forward("01:00:00")
        desk.press("1")
        page.clock.fast_forward("00:20")
        desk.press("1")
        desk.press("Enter")
        desk.wait_for_item(other_than=current)
    [saved] = submissions()
    assert saved.active_ms is not None
    assert 80_000 <= saved.active_ms < 30 * 60_000


def reopen_round() -> None:
    """Open the only round there is again."""
    with store.writing() as session:
        session.exec(select(m.Round)).one().closed_at = None
