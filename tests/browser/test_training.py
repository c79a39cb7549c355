"""A training in real Chromium: feedback after each item, a second attempt, and then the real items."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from playwright.sync_api import Browser, Page, expect

from annotation import store
from annotation.item_choice import TheseItems
from annotation.practice import training
from annotation.quality import known, pausing
from tests.browser.desk import BOARD, Desk, signed_in
from tests.browser.work import study
from tests.serving import Server
from tests.studies import SLUG, label_file, records, texts

pytestmark = pytest.mark.browser

WHY = "It helps to answer the question."


def prepare() -> None:
    """Two of four items are known, and ann is trained on them: half of the answers have to be right."""
    study(items=4)
    rows = [(item["id"], text, "role", role, WHY) for item in records(2) for text, role in texts(item)]
    now = datetime.now(UTC)
    with store.writing() as session:
        file = label_file(rows, columns=("item", "target", "question", "label", "comment"))
        known.from_file(session, file, slug=SLUG, now=now)
        training.open_training(
            session, slug=SLUG, annotators=["ann"], which=TheseItems(("i1", "i2")), pass_mark=0.3, attempts=2, now=now
        )


def answer(desk: Desk, page: Page, digits: str) -> None:
    """Answer the three memories of the item by keyboard and submit."""
    desk.wait_for_item()
    for digit in digits:
        desk.press(digit)
    desk.press("Enter")
    expect(page.locator(".board [data-panel='feedback']")).to_be_visible()


def test_what_is_right_is_read_after_each_item_until_the_training_is_passed(server: Server, chromium: Browser) -> None:
    prepare()
    sent: list[str] = []
    with signed_in(chromium, server, "ann", at=BOARD) as page:
        page.on("response", lambda each: sent.append(each.text()) if "/board/" in each.url else None)
        desk = Desk(page)
        panel = page.locator(".board [data-panel='feedback']")
        expect(page.locator(".board .pill")).to_contain_text("training")
        answer(desk, page, "111")
        expect(panel).to_contain_text("1 of 3 right")
        expect(panel).to_contain_text(WHY)
        desk.press("Enter")
        expect(panel).to_have_count(0)
        page.set_viewport_size({"width": 900, "height": 420})
        answer(desk, page, "111")
        expect(panel.locator(".feedback li:not([data-right]) .text").first).to_be_in_viewport(ratio=0.9)
        expect(panel).to_contain_text("You have passed the training: 2 of 6 answers were right.")
        desk.press("Enter")
        expect(page.locator(".board .pill")).to_contain_text("independent")
        expect(page.locator(".board .done")).to_contain_text("0 of 4 done")
        with store.writing() as session:
            pausing.pause(session, slug=SLUG, annotator="ann", account_id=None, now=datetime.now(UTC))
        for digit in "111":
            desk.press(digit)
        desk.press("Enter")
        expect(page.locator(".board .notice")).to_contain_text("Your work here is paused.")
        page.reload()
        expect(page.get_by_role("heading", name="Your work here is paused.")).to_be_visible()
    before_the_first = sent[: next(place for place, text in enumerate(sent) if '"saved"' in text)]
    assert not [text for text in before_the_first if WHY in text]
