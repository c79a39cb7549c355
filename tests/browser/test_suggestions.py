"""Suggestions at the adjudicator's desk: nothing of them before they are asked for, and the log says that they were."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect
from sqlmodel import select

from annotation import models as m
from annotation import store
from tests.browser.adjudicator import at_the_desk
from tests.browser.desk import add_person
from tests.serving import Server
from tests.studies import label_file, make_project, records, take_labels, texts

pytestmark = pytest.mark.browser

CONTENT = records(6)
WRONG = {"must": "irr", "nice": "must", "irr": "nice"}


@pytest.fixture
def study(sqlite_database: str) -> None:
    """Two who say what the source says, and one who never does."""
    make_project(CONTENT)
    rows = [
        [item["id"], text, "role", name, WRONG[role] if name == "cai" else role]
        for item in CONTENT
        for text, role in texts(item)
        for name in ("eve", "bo", "cai")
    ]
    take_labels(label_file(rows))
    add_person("dana", "adjudicator")


def test_suggestions_come_when_asked_for_and_go_again(study: None, server: Server, chromium: Browser) -> None:
    with at_the_desk(chromium, server) as desk:
        desk.wait_for_item(1)
        sent: list[str] = []
        desk.page.on("response", lambda each: sent.append(each.url))
        suggested = desk.board.locator(".suggestion:not(:empty)")
        expect(suggested).to_have_count(0)
        desk.press("g")
        expect(suggested).to_have_count(3)
        assert any("/suggestions/1" in url for url in sent)
        words = {"must": "Must", "nice": "Nice", "irr": "Irrelevant"}
        for text, role in texts(CONTENT[0]):
            expect(desk.row(text).locator(".suggestion")).to_contain_text(f"Suggested: {words[role]}")
        reliable = desk.board.locator(".model p").last
        for words_of_rater in ("rater-1 100 %", "rater-2 100 %", "rater-3 0 %"):
            expect(reliable).to_contain_text(words_of_rater)
        assert desk.chosen == [None] * 3, "a suggestion chooses nothing"
        desk.press("g")
        expect(suggested).to_have_count(0)
        desk.press("s")
        desk.wait_for_item(2)
        expect(suggested).to_have_count(0)
    with store.reading() as session:
        shown = session.exec(select(m.Event).where(m.Event.kind == "suggestions shown")).all()
    assert [each.detail for each in shown] == [{"item": "i1"}]
    assert shown[0].account_id is not None
