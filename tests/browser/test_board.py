"""The labelling board in real Chromium: few keys, literal texts, and no word of "saved" that is not true."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from sqlmodel import select

from annotation import assignment, store
from annotation import models as m
from annotation.people import accounts
from tests.browser.desk import Desk, add_person, sign_in, signed_in
from tests.browser.windows import another_tab
from tests.serving import Server
from tests.studies import make_project, memory, number_of, record

pytestmark = pytest.mark.browser

BOARD = "/label?project=study"
NASTY = [
    "spent $40, saved $60 and $x^2$",
    "<img src=x onerror=alert(1)> & &amp;",
    "**not bold** `code` [link](https://example.org) :smile: :red[x]",
    "قابلت Melanie في 2023",
    "👩‍👩‍👧‍👦 family",
]


def one_item(**changes: object) -> None:
    """A study of one item, given to ann."""
    make_project([record("i1", **changes)])
    hand_out()


def hand_out(*others: str) -> None:
    add_person("ann", "annotator")
    with store.writing() as session:
        assignment.assign(
            session, slug="study", annotators=["ann", *others], overlap=1 + len(others), seed=1, now=datetime.now(UTC)
        )


def test_nine_memories_take_ten_keys(server: Server, chromium: Browser) -> None:
    one_item(memory=memory(must=["A."], nice=["B.", "C.", "D."], irr=["E.", "F.", "G.", "H.", "I."]))
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        desk.wait_for_item()
        expect(page.locator(".board .done")).to_have_text("0 of 1 done")  # F5: items are counted, not memories
        desk.answer("nice")
        desk.press("Enter")
        expect(page.get_by_text("Your item is done. Thank you.")).to_be_visible()
        assert desk.keys == 10
    assert number_of(m.Judgment) == 9


def test_enter_with_an_answer_missing_sends_nothing_and_says_what_is_missing(server: Server, chromium: Browser) -> None:
    """D6: moving on from an empty form does not mark it done."""
    one_item()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        current = desk.wait_for_item()
        sent = posts(page)
        desk.press("Enter")
        expect(desk.status).to_have_text("3 memories have no answer yet")
        desk.press("2")
        desk.press("ArrowDown")
        desk.press("2")
        desk.press("Enter")
        expect(desk.status).to_have_text("1 memory has no answer yet")
        expect(page.locator(".board .row[aria-current=true]")).to_contain_text(desk.texts[1])
        assert desk.board.get_attribute("data-assignment") == current
        assert sent == []
    assert number_of(m.Submission) == 0


def test_enter_that_confirms_a_composed_word_does_not_submit(server: Server, chromium: Browser) -> None:
    """E9: an input method's Enter belongs to the input method."""
    one_item()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        desk.wait_for_item()
        sent = posts(page)
        desk.answer("irr")
        for event in ({"key": "Enter", "isComposing": True}, {"key": "Process", "keyCode": 229}):
            page.evaluate("event => dispatchEvent(new KeyboardEvent('keydown', event))", event)
        page.wait_for_timeout(300)
        assert sent == []
        desk.press("Enter")
        expect(page.get_by_text("Your item is done. Thank you.")).to_be_visible()
        assert len(sent) == 1


def test_texts_are_shown_as_they_are(server: Server, chromium: Browser) -> None:
    """I1, I3, I8: no formula, no HTML, no Markdown; each text in its own direction."""
    one_item(memory=memory(must=NASTY[:2], irr=NASTY[2:]), query=NASTY[1])
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        desk.wait_for_item()
        assert sorted(desk.texts) == sorted(NASTY)
        expect(page.locator(".board .context")).to_contain_text(NASTY[1])
        assert page.locator(".board img").count() == 0
        arabic = page.locator(".board .row .text", has_text="قابلت")
        assert arabic.evaluate("element => getComputedStyle(element).direction") == "rtl"


def test_two_memories_with_the_same_text_have_separate_answers(server: Server, chromium: Browser) -> None:
    """E10."""
    one_item(memory=memory(must=["The same."], irr=["The same."]))
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        desk.wait_for_item()
        assert desk.texts == ["The same.", "The same."]
        desk.press("3")
        desk.press("1")
        assert desk.chosen == ["must", "irr"]
        desk.press("Enter")
        expect(page.get_by_text("Your item is done. Thank you.")).to_be_visible()
    with store.reading() as session:
        assert set(session.exec(select(m.Judgment.label)).all()) == {"irr", "must"}


def test_a_server_error_is_not_called_saved_and_the_item_stays(server: Server, chromium: Browser) -> None:
    """N1: an error is said, the answers stay, and the same answers are sent again until they are stored."""
    one_item()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        current = desk.wait_for_item()
        broken: list[str] = []

        def answer(route: Route) -> None:
            if len(broken) < 2:
                broken.append(route.request.post_data or "")
                route.fulfill(status=500, json={"error": "unexpected", "message": "broken"})
            else:
                route.continue_()

        page.route("**/submit", answer)
        desk.answer("must")
        desk.press("Enter")
        expect(desk.status).to_contain_text("Not saved yet")
        assert desk.board.get_attribute("data-assignment") == current
        assert desk.chosen == ["must"] * 3
        expect(page.get_by_text("Your item is done. Thank you.")).to_be_visible()
        assert broken[0] == broken[1]
    assert number_of(m.Submission) == 1


def test_a_sign_in_that_ended_in_the_middle_keeps_the_answers(server: Server, chromium: Browser) -> None:
    """E7: sign in again in another tab, press Enter, and nothing was lost."""
    one_item()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        desk.wait_for_item()
        desk.answer("nice")
        with store.writing() as session:
            ann = accounts.find(session, "ann")
            accounts.sign_out_everywhere(session, account_id=ann.id or 0 if ann else 0, now=datetime.now(UTC))
        desk.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("Your sign-in has ended.")
        assert desk.chosen == ["nice"] * 3
        assert number_of(m.Submission) == 0
        other = another_tab(page)
        other.goto(f"{server.url}/signin")
        sign_in(other, "ann")
        page.bring_to_front()
        page.locator(".board .row").first.click()
        desk.press("Enter")
        expect(page.get_by_text("Your item is done. Thank you.")).to_be_visible()
    assert number_of(m.Judgment) == 3


def test_an_older_tab_is_refused_with_a_choice(server: Server, chromium: Browser) -> None:
    """What another tab has submitted already is not overwritten, and what is on this screen is not thrown away."""
    one_item()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        old = Desk(page)
        old.wait_for_item()
        other = another_tab(page)
        other.goto(server.url + BOARD)
        new = Desk(other)
        new.wait_for_item()
        new.answer("must")
        new.press("Enter")
        expect(other.get_by_text("Your item is done. Thank you.")).to_be_visible()
        page.bring_to_front()
        old.answer("irr")
        old.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("Not saved")
        assert set(old.chosen) == {"irr"}
        page.get_by_role("button", name="Load the current item").click()
        expect(page.get_by_text("Your item is done. Thank you.")).to_be_visible()
    assert number_of(m.Submission) == 1


def test_two_people_in_two_browsers_do_not_mix(server: Server, chromium: Browser) -> None:
    """L3, F7: each has their own queue and progress."""
    make_project()
    add_person("bo", "annotator")
    hand_out("bo")
    with signed_in(chromium, server, "ann", at=BOARD) as one, signed_in(chromium, server, "bo", at=BOARD) as other:
        ann, bo = Desk(one), Desk(other)
        current = ann.wait_for_item()
        bo.wait_for_item()
        ann.answer("nice")
        ann.press("Enter")
        ann.wait_for_item(other_than=current)
        other.reload()
        bo.wait_for_item()
        expect(one.locator(".board .done")).to_have_text("1 of 3 done")
        expect(other.locator(".board .done")).to_have_text("0 of 3 done")
        expect(other.locator(".board .account")).to_have_text("bo")
        assert set(bo.chosen) == {None}


def test_what_is_shown_is_what_is_stored_at_each_step(server: Server, chromium: Browser) -> None:
    """E1: after every answer, reload and submission, the screen and the database say the same."""
    make_project()
    hand_out()
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        desk = Desk(page)
        current = desk.wait_for_item()
        desk.press("3")
        desk.press("ArrowUp")
        desk.press("2")
        assert desk.chosen == ["nice", None, None]
        page.reload()
        desk.wait_for_item()
        assert desk.chosen == ["nice", None, None]
        desk.answer("irr")
        first = dict(zip(desk.target_keys, desk.chosen, strict=True))
        desk.press("Enter")
        current = desk.wait_for_item(other_than=current)
        assert stored() == first
        assert desk.chosen == [None, None, None]
        page.reload()
        assert desk.wait_for_item() == current
        assert desk.chosen == [None, None, None]


def stored() -> dict[str, str | None]:
    """The labels in the database by target key."""
    with store.reading() as session:
        return dict(session.exec(select(m.Target.key, m.Judgment.label).join(m.Judgment)).all())


def posts(page: Page) -> list[str]:
    """The bodies that the page sends from now on."""
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.post_data or "") if request.method == "POST" else None)
    return sent
