"""Two people discuss what they differ on: they read, comment, answer again or keep; one moves, and the rule settles."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from sqlmodel import select

from annotation import models as m
from annotation import rounds, store
from annotation.desk import adjudication
from tests import studies
from tests.browser.desk import BOARD, Desk, add_person, signed_in
from tests.serving import Server
from tests.studies import NOW, SLUG, record, submission

pytestmark = pytest.mark.browser

SCRIPT = "<img src=x onerror=\"document.title='run'\"> It helps."
REASON = "She could fall ill."
MORE = "Look at the last turn."


def disagree() -> None:
    """Ann and Bo differ on two of the three memories of the only item; their round is closed."""
    studies.make_project([record("i1")])
    for name in ("ann", "bo"):
        add_person(name, "annotator")
    add_person("rui", "researcher")
    studies.assign("ann", "bo")
    with store.reading() as session:
        ids = dict(session.exec(select(m.Account.name, m.Account.id)).all())
    for name, other in (("ann", "must"), ("bo", "irr")):
        screen = studies.screen_of(ids[name] or 0)
        sent = submission(screen, "nice")
        answers = [each.model_copy(update={"label": other}) for each in sorted(sent.answers, key=str)[:2]]
        kept = sorted(sent.answers, key=str)[2:]
        studies.submit(ids[name] or 0, sent.model_copy(update={"answers": (*answers, *kept)}))
    with store.writing() as session:
        rounds.close(session, slug=SLUG, account_id=None, now=NOW)


def at_rounds(page: Page, ask: str, yes: str, done: str) -> None:
    """The researcher presses a button of the discussion, and confirms it."""
    page.get_by_role("button", name=ask, exact=True).click()
    page.get_by_role("button", name=yes, exact=True).click()
    expect(page.get_by_text(done)).to_be_visible()


def talk_of(page: Page, row: int = 0) -> Locator:
    return page.locator(".board .row").nth(row).locator(".talk")


def ann_discusses(page: Page, server: Server) -> None:
    """Ann comments, keeps one first answer by a key, and leaves the other one as it was."""
    expect(page.get_by_text("Discussion of what people differ on")).to_be_visible()
    page.goto(server.url + BOARD)
    desk = Desk(page)
    desk.wait_for_item()
    assert desk.chosen == [None, None]  # F1: nothing is chosen beforehand
    expect(page.locator(".board .rest summary")).to_have_text("Not discussed here: 1")
    first = talk_of(page)
    expect(first.locator(".voice-chip")).to_have_count(2)
    expect(first.locator(".voice-chip[data-you]")).to_contain_text("Must")
    expect(first).to_contain_text("rater-2")
    area = first.locator("textarea")
    area.fill(SCRIPT)
    desk.page.locator(".board .submit").click()  # D3: what is typed is not lost by going on
    expect(desk.status).to_contain_text("A comment is not sent yet")
    area.press("Control+Enter")
    expect(first.locator(".remark-text")).to_have_text(SCRIPT)  # I8
    assert page.title() != "run"
    first.locator(".voice-chip").first.click()
    desk.press("=")  # the own first answer once more
    assert desk.chosen == ["must", None]
    desk.press("Enter")
    expect(desk.status).to_contain_text("1 place keeps your first answer")
    desk.press("Enter")
    desk.board.get_by_text("Your item is done.").wait_for()


def bo_moves(page: Page) -> None:
    """Bo reads and answers the comment, moves to Ann's answer, and sees only then what she answered again."""
    desk = Desk(page)
    desk.wait_for_item()
    page.locator(".board .remark").wait_for()
    where = next(row for row in (0, 1) if talk_of(page, row).locator(".remark").count())
    talk = talk_of(page, where)
    expect(talk.locator(".remark-text")).to_have_text(SCRIPT)
    expect(page.locator(".board .voice-now")).to_have_count(0)
    assert "ann" not in page.locator(".board .targets").inner_text()  # N12
    hears_of_ann_while_writing(page, talk)
    talk.get_by_role("button", name="Send").click()
    expect(talk.locator(".remark")).to_have_count(3)
    page.locator(".board .row").nth(where).locator("label", has_text="Must").click()
    desk.press("Enter")
    desk.press("Enter")
    desk.board.get_by_text("Your item is done.").wait_for()
    desk.press("l")
    page.locator(".board .panel li button").first.click()
    desk.wait_for_item()
    expect(page.locator(".board .voice-now").first).to_contain_text("now: Must")


def hears_of_ann_while_writing(page: Page, talk: Locator) -> None:
    """Ann's next comment comes by itself, while Bo writes: the words, the focus and the place on the screen stay."""
    area = talk.locator("textarea")
    area.fill(REASON)
    area.evaluate("(area) => area.setSelectionRange(4, 4)")
    before = area.bounding_box()
    with store.writing() as session:
        first = session.exec(select(m.Comment)).one()
        again = {**first.model_dump(exclude={"id"}), "text": MORE, "token": "another-comment-of-ann"}
        session.add(m.Comment(**again))
    page.clock.fast_forward(15_000)
    expect(talk.locator(".remark-text").last).to_have_text(MORE)
    assert area.evaluate("(area) => [area.matches(':focus'), area.selectionStart, area.value]") == [True, 4, REASON]
    after = area.bounding_box()
    assert before is not None
    assert after is not None
    assert before["x"] == after["x"], "the comment has room above the field, and nothing else moved"


def test_two_people_discuss_and_one_moves(server: Server, chromium: Browser) -> None:
    disagree()
    with signed_in(chromium, server, "rui", at="/rounds?project=study") as page:
        expect(page.get_by_text("on which people differ: 2")).to_be_visible()
        at_rounds(page, "Open a discussion", "Open the discussion", "The discussion is open, as round 2.")
    with signed_in(chromium, server, "ann") as page:
        ann_discusses(page, server)
    with signed_in(chromium, server, "bo") as page:
        page.clock.install()  # fifteen seconds pass at a word
        page.goto(server.url + BOARD)
        bo_moves(page)
    with signed_in(chromium, server, "rui", at="/rounds?project=study") as page:
        at_rounds(page, "Close the discussion", "Close it now", "The discussion is closed.")
    with store.writing() as session:
        done = adjudication.settle(session, slug=SLUG, policy="unanimous", round_number=2, now=NOW)
    assert (done.decided, done.undecided) == (2, 1)
    with store.reading() as session:
        assert [row.text for row in session.exec(select(m.Comment)).all()] == [SCRIPT, MORE, REASON]
