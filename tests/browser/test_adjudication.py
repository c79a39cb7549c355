"""An adjudication from end to end, in real Chromium: sent back, corrected, decided, accepted by rule and undone."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect
from sqlmodel import col, select

from annotation import models as m
from annotation import store
from tests.browser.adjudicator import Adjudicator, at_the_desk, labelled_study
from tests.browser.desk import BOARD, Desk, signed_in
from tests.serving import Server

pytestmark = pytest.mark.browser

STATES = "rows => rows.map((row) => row.dataset.state)"


def serious(desk: Adjudicator) -> list[str]:
    found = Axe().run(desk.page).response["violations"]
    return [each["id"] for each in found if each["impact"] in ("serious", "critical")]


def made() -> list[tuple[str | None, str | None, bool]]:
    with store.reading() as session:
        rows = session.exec(
            select(m.Decision.label, m.Decision.error_kind, m.Decision.for_guideline).order_by(col(m.Decision.id))
        )
        return list(rows.all())


def test_an_item_goes_back_comes_again_is_decided_and_the_rest_is_accepted_by_rule_and_undone(
    sqlite_database: str, server: Server, chromium: Browser
) -> None:
    """K7, N6, J6, N12."""
    labelled_study("ann", "bo", against="chen")
    with at_the_desk(chromium, server) as desk:
        desk.wait_for_item(1)
        expect(desk.far).to_have_text("6 to decide · 0 decided")
        send_back(desk)
        correct(chromium, server)
        desk.page.reload()
        decide_with_why(desk)
        assert made() == [("nice", "guideline", True)]
        accept_and_undo(desk)
        assert "ann" not in desk.page.content()
    assert [label for label, *_ in made()] == ["nice", *["must"] * 4, *[None] * 4]


def send_back(desk: Adjudicator) -> None:
    """Send the item to the one who stands alone, with a reason."""
    desk.press("w")
    people = desk.page.get_by_role("complementary", name="Annotators")
    expect(people.locator(".person")).to_have_text(
        ["rater-1doneSend back", "rater-2doneSend back", "rater-3doneSend back"]
    )
    people.locator(".person").nth(2).get_by_role("button", name="Send back").click()
    desk.page.keyboard.insert_text("Look at the last turn.")
    assert serious(desk) == []
    people.get_by_role("button", name="Send back").last.click()
    expect(people.get_by_text("Sent back to rater-3.")).to_be_visible()
    expect(desk.board.get_by_text("1 annotator has still to finish this item.")).to_be_visible()
    expect(desk.far).to_have_text("4 to decide · 0 decided")


def correct(chromium: Browser, server: Server) -> None:
    """The annotator reads why, and corrects one of the two answers."""
    with signed_in(chromium, server, "chen", at=BOARD) as theirs:
        board = Desk(theirs)
        board.wait_for_item()
        returned = theirs.get_by_role("note")
        expect(returned).to_contain_text("Look at the last turn.")
        assert "rater" not in returned.inner_text() + board.board.locator(".targets").inner_text()
        assert board.chosen == ["irr", "irr"]
        board.press("3")
        board.press("Enter")
        board.wait_for_end()


def decide_with_why(desk: Adjudicator) -> None:
    """Decide what is left of it, by keys; a reload loses nothing."""
    desk.wait_for_item(1)
    assert desk.rows.evaluate_all(STATES) == ["disputed", "agreed"]
    desk.press("2", "e", "e", "n")
    why = desk.active.get_by_label("Why they differ")
    expect(why).to_have_value("guideline")
    mark = desk.active.get_by_role("button", name="The guideline needs this")
    expect(mark).to_have_attribute("aria-pressed", "true")
    desk.give_reason("It is asked for.")
    desk.page.reload()
    desk.wait_for_item(1)
    expect(why).to_have_value("guideline")
    desk.press("Enter")
    desk.wait_for_item(2)


def accept_and_undo(desk: Adjudicator) -> None:
    """Narrow the queue, look how many a rule would decide, decide them, and take it back."""
    desk.press("f")
    sieve = desk.page.get_by_role("complementary", name="Filter")
    expect(sieve.get_by_text("4 to see; items: 2")).to_be_visible()
    sieve.get_by_label("Label 1").select_option("nice")
    expect(sieve.get_by_text("0 to see; items: 0")).to_be_visible()
    sieve.get_by_label("Label 1").select_option("must")
    expect(sieve.get_by_text("4 to see; items: 2")).to_be_visible()
    sieve.get_by_role("button", name="How many would it be?").click()
    expect(sieve.get_by_text("4 would be decided.")).to_be_visible()
    expect(sieve.locator(".plan-lines li")).to_have_text(["4 × Must"])
    assert serious(desk) == []
    assert len(made()) == 1, "a preview decides nothing"
    sieve.get_by_role("button", name="Decide these 4").click()
    expect(desk.status).to_have_text("4 decided by the rule")
    expect(desk.far).to_have_text("0 to decide · 5 decided")
    sieve.get_by_role("button", name="Undo all of it").click()
    expect(desk.status).to_have_text("4 decisions taken back")
    expect(desk.far).to_have_text("4 to decide · 1 decided")
