"""The adjudicator's and the researcher's screens in real Chromium: no decision is lost, and texts stay literal."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from sqlmodel import select

from annotation import accounts, adjudication, store
from annotation import models as m
from tests.browser.desk import add_person, signed_in
from tests.serving import Server
from tests.studies import label_file, make_project, memory, record, take_labels, votes

pytestmark = pytest.mark.browser

NASTY = "<img src=x onerror=alert(1)> spent $40, saved $60 **bold**"


@pytest.fixture
def study(sqlite_database: str) -> None:
    """Two items on which two imported people differ everywhere."""
    content = [
        record("i1", memory=memory(must=[NASTY], irr=["Plain."])),
        record("i2", memory=memory(must=["Other."], irr=["Else."])),
    ]
    make_project(content)
    add_person("dana", "adjudicator")
    add_person("rui", "researcher")
    take_labels(votes({NASTY: "must", "bo": "irr"}, content=content))


def test_a_filled_in_decision_is_stored_whatever_comes_into_the_queue(
    study: None, server: Server, chromium: Browser
) -> None:
    """Another item gets more disputes, and so comes first, while the adjudicator is typing."""
    with signed_in(chromium, server, "dana", at="/adjudicate") as page:
        expect(page.get_by_text("To decide: 4.")).to_be_visible()
        card = fill(page, "Plain.", "Must", "It is asked for.")
        take_labels(label_file([["i2", "", "role", "eve", "must"]]), partial=True)
        more = [record("i3", memory=memory(must=["One.", "Two."], nice=["Three."]))]
        make_project(more)
        take_labels(votes({"ann": "must", "bo": "irr"}, content=more))
        card.get_by_role("button", name="Decide").click()
        expect(page.get_by_text("Decided so far: 1.")).to_be_visible()
        expect(page.get_by_text("To decide: 6.")).to_be_visible()
        expect(page.get_by_text(NASTY)).to_be_visible()  # the item at hand stays
    assert decisions() == [("must", "It is asked for.")]


def test_a_decision_that_came_too_late_is_said_and_not_stored(study: None, server: Server, chromium: Browser) -> None:
    """Somebody else decides the same in the meantime: N6 keeps both apart, and nobody is overruled unseen."""
    with signed_in(chromium, server, "dana", at="/adjudicate") as page:
        card = fill(page, "Plain.", "Must", "Too late.")
        decide_elsewhere("Plain.", "irr")
        card.get_by_role("button", name="Decide").click()
        expect(page.get_by_text("Not saved. This was decided in the meantime")).to_be_visible()
    assert decisions() == [("irr", "Elsewhere.")]


def test_a_decision_without_a_label_or_reason_is_refused_and_kept(
    study: None, server: Server, chromium: Browser
) -> None:
    with signed_in(chromium, server, "dana", at="/adjudicate") as page:
        card = fill(page, "Plain.", None, "Only a reason.")
        card.get_by_role("button", name="Decide").click()
        expect(card.get_by_text("Not saved. Choose a label and give a reason.")).to_be_visible()
        expect(card.get_by_label("Reason")).to_have_value("Only a reason.")
    assert decisions() == []


def test_texts_and_names_are_literal_on_every_screen(study: None, server: Server, chromium: Browser) -> None:
    """I8, I1: a memory on the adjudicator's screen, a rater's name on the researcher's."""
    with signed_in(chromium, server, "dana", at="/adjudicate") as page:
        expect(page.get_by_text(NASTY)).to_be_visible()
        assert page.locator("img").count() == 0
    with signed_in(chromium, server, "rui", at="/agreement") as page:
        expect(page.locator("td", has_text=NASTY)).to_be_visible()
        expect(page.locator(".ytick text", has_text="onerror")).to_be_visible()
        assert page.locator("img").count() == 0


def fill(page: Page, text: str, label: str | None, reason: str) -> Locator:
    """Fill in the form about a memory; the form."""
    card = page.locator("[class*=st-key-dispute-]", has=page.get_by_text(text, exact=True))
    if label:
        card.get_by_test_id("stRadio").get_by_text(label, exact=True).click()
    card.get_by_label("Reason").fill(reason)
    return card


def decide_elsewhere(text: str, label: str) -> None:
    """Decide as another adjudicator."""
    add_person("eve", "adjudicator")
    with store.writing() as session:
        eve = accounts.named(session, ["eve"])[0]
        item = session.exec(select(m.Item).where(m.Item.source_id == "i1")).one()
        key = next(each["key"] for each in item.content["memories"] if each["text"] == text)
        target = session.exec(select(m.Target).where(m.Target.item_id == item.id, m.Target.key == key)).one()
        adjudication.decide(
            session,
            account_id=eve.id or 0,
            slug="study",
            target_id=target.id or 0,
            question="role",
            label=label,
            reason="Elsewhere.",
            now=datetime.now(UTC),
        )


def decisions() -> list[tuple[str | None, str]]:
    """Label and reason of every decision."""
    with store.reading() as session:
        return list(session.exec(select(m.Decision.label, m.Decision.reason).order_by(m.Decision.id)).all())  # type: ignore[arg-type]
