"""Around deciding, in real Chromium: earlier decisions, who said what, moving about; and texts stay literal."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from playwright.sync_api import Browser, Request, expect
from sqlmodel import col, select

from annotation import assignment, store
from annotation import models as m
from annotation.desk import adjudication
from tests import studies
from tests.browser.adjudicator import DESK, NASTY, at_the_desk, decide_elsewhere, decisions, disputed_study, settings
from tests.browser.desk import add_person, signed_in
from tests.serving import Server
from tests.studies import label_file, make_project, memory, record, take_labels, votes

pytestmark = pytest.mark.browser


@pytest.fixture
def study(sqlite_database: str) -> None:
    """Two items with everything to decide."""
    disputed_study()


# --- Earlier decisions ------------------------------------------------------------------------------------------------


def test_an_earlier_decision_is_looked_at_changed_and_withdrawn(study: None, server: Server, chromium: Browser) -> None:
    """N6, J6: every step supersedes the one before, and the history says so."""
    with at_the_desk(chromium, server) as desk:
        desk.press("3", "3")
        desk.give_reason("First.")
        desk.press("Enter")
        desk.wait_for_item(2)
        desk.press("u")
        desk.wait_for_item(1)
        assert desk.chosen == ["must", "must"]
        expect(desk.active.locator(".stands")).to_have_text("Must · decided by you First.")
        desk.press("2")
        expect(desk.active.locator(".unsaved")).to_have_text("Not saved yet: Nice")
        desk.press("3")
        expect(desk.active.locator(".unsaved")).to_have_count(0)  # as it stands: nothing to save
        desk.press("2")
        desk.give_reason("I misread it.")
        desk.press("Enter")
        desk.wait_for_item(2)
        desk.page.reload()
        desk.wait_for_item(2)
        desk.press("u")
        desk.wait_for_item(1)
        desk.press("h")
        panel = desk.page.get_by_role("complementary", name="Decisions so far")
        expect(panel.locator("li")).to_have_count(2)
        expect(panel.locator("li").first).to_contain_text("2. Nice · decided by you")
        expect(panel.locator("li").first).to_contain_text("supersedes 1")
        expect(panel.locator("li").last).to_contain_text("1. Must · decided by you")
        desk.press("Escape", "Delete")
        expect(desk.active.locator(".unsaved")).to_have_text("Not saved yet: undecided again")
        desk.give_reason("Ask the authors.")
        desk.press("Enter")
        desk.wait_for_item(2)
        expect(desk.far).to_have_text("3 to decide · 1 decided")
    assert decisions() == [
        ("must", "First."),
        ("must", "First."),
        ("nice", "I misread it."),
        (None, "Ask the authors."),
    ]


def test_decided_items_are_listed_and_opened_again_and_the_order_is_chosen(
    study: None, server: Server, chromium: Browser
) -> None:
    more = [record("i3", memory=memory(must=["One.", "Two."], nice=["Three."]))]
    make_project(more)
    take_labels(votes({NASTY: "must", "bo": "irr"}, content=more))
    with at_the_desk(chromium, server) as desk:
        desk.wait_for_item(3)  # the most disputed
        desk.press("1", "1", "1")
        desk.give_reason("None is needed.")
        desk.press("Enter")
        desk.wait_for_item(1)
        desk.press("l")
        panel = desk.page.get_by_role("complementary", name="Items")
        expect(panel.get_by_role("button", name="Item 3")).to_contain_text("3 decided")
        panel.get_by_role("button", name="Item 3").click()
        desk.wait_for_item(3)
        assert desk.chosen == ["irr"] * 3
        decide_elsewhere("Plain.", "irr")
        desk.page.get_by_label("Order of the items").select_option("item")
        desk.press("s")
        desk.wait_for_item(1)


# --- Who said what ----------------------------------------------------------------------------------------------------


def test_names_are_shown_where_the_project_allows_it_when_asked_for_and_the_log_says_so(
    study: None, server: Server, chromium: Browser
) -> None:
    """F9, N12; I8: a name is literal text too."""
    with at_the_desk(chromium, server) as desk:
        expect(desk.page.get_by_role("button", name="Show names")).to_have_count(0)
        settings(names_visible=True)
        desk.page.reload()
        desk.wait_for_item(1)
        expect(desk.rows.nth(0).locator(".chip-who")).to_have_text(["rater-1", "rater-2"])
        desk.press("3")
        desk.page.get_by_role("button", name="Show names").click()
        expect(desk.rows.nth(0).locator(".chip-who")).to_have_text([NASTY, "bo"])
        assert desk.chosen == ["must", None]
        assert desk.page.locator("img").count() == 0
        desk.page.get_by_role("button", name="Hide names").click()
        expect(desk.rows.nth(0).locator(".chip-who")).to_have_text(["rater-1", "rater-2"])
    with store.reading() as session:
        assert len(session.exec(select(m.Event).where(m.Event.kind == "names shown")).all()) == 1


def test_what_annotators_say_of_an_item_and_that_it_is_ones_own_stands_above_it(
    sqlite_database: str, server: Server, chromium: Browser
) -> None:
    make_project([record("i1", memory=memory(must=["Plain."]))])
    for name, role in (("ann", "annotator"), ("bo", "annotator"), ("dana", "adjudicator")):
        add_person(name, role)
    take_labels(votes({"eve": "irr"}, content=[record("i1", memory=memory(must=["Plain."]))]))
    label_as("dana", "ann", "bo")
    with at_the_desk(chromium, server) as desk:
        expect(desk.page.get_by_text("You have labelled this item yourself.")).to_be_visible()
        notes = desk.page.get_by_role("list", name="What the annotators say of this item").locator("li")
        expect(notes).to_have_text([f"rater-2flagged{NASTY}", "rater-3skipped: broken itemNo dialogue."])
        assert desk.page.locator("img").count() == 0


def label_as(labeller: str, flagger: str, skipper: str) -> None:
    """Give the item to three people: one labels it, one labels and flags it, one skips it."""
    with store.writing() as session:
        people = {each.name: each.id or 0 for each in session.exec(select(m.Account)).all()}
        everybody = [flagger, skipper, labeller]
        assignment.assign(session, slug="study", annotators=everybody, overlap=3, seed=1, now=datetime.now(UTC))
    for name in (labeller, flagger):
        studies.label_all(people[name], "must")
    with store.writing() as session:
        for given, account_id in session.exec(
            select(m.Assignment, m.Rater.account_id).join(m.Rater, col(m.Rater.id) == m.Assignment.rater_id)
        ):
            if account_id == people[flagger]:
                given.flagged, given.note = True, NASTY
            if account_id == people[skipper]:
                given.state, given.skip_reason, given.skip_words = "skipped", "broken", "No dialogue."


def test_a_sensitive_item_stands_behind_a_warning(study: None, server: Server, chromium: Browser) -> None:
    with store.writing() as session:
        session.exec(select(m.Item).where(m.Item.source_id == "i1")).one().sensitive = True
    settings(content_warning="It tells of an accident.")
    with signed_in(chromium, server, "dana", at=DESK) as page:
        expect(page.get_by_text("It tells of an accident.")).to_be_visible()
        expect(page.get_by_text("Plain.")).to_have_count(0)
        page.get_by_role("button", name="Show").click()
        expect(page.get_by_text("Plain.")).to_be_visible()


def test_texts_and_names_are_literal_on_every_screen(study: None, server: Server, chromium: Browser) -> None:
    """I8, I1: a memory on the adjudicator's screen, a rater's name on the researcher's."""
    with at_the_desk(chromium, server) as desk:
        expect(desk.page.get_by_text(NASTY)).to_be_visible()
        assert desk.page.locator("img").count() == 0
    with signed_in(chromium, server, "rui", at="/agreement") as page:
        expect(page.locator("td", has_text=NASTY).first).to_be_visible()
        expect(page.locator(".ytick text", has_text="onerror").first).to_be_visible()
        assert page.locator("img").count() == 0


# --- Moving about -----------------------------------------------------------------------------------------------------


def test_settled_rows_are_folded_below_and_can_be_decided_otherwise(
    sqlite_database: str, server: Server, chromium: Browser
) -> None:
    """Differences first; what the rule settled is one Tab away."""
    content = [record("i1", memory=memory(must=["Agreed."], irr=["Disputed."]))]
    make_project(content)
    add_person("dana", "adjudicator")
    take_labels(label_file([["i1", "Agreed.", "role", rater, "must"] for rater in ("ann", "bo")]))
    take_labels(label_file([["i1", "Disputed.", "role", rater, rater_label] for rater, rater_label in RATED]))
    with store.writing() as session:
        adjudication.settle(session, slug="study", policy="majority", now=datetime.now(UTC))
    with at_the_desk(chromium, server) as desk:
        expect(desk.rows.first).to_contain_text("Disputed.")
        expect(desk.row("Agreed.")).to_be_hidden()
        desk.press("ArrowDown")
        expect(desk.row("Disputed.")).to_have_attribute("aria-current", "true")
        desk.page.get_by_text("1 decided by the rule").click()
        expect(desk.row("Agreed.").locator(".stands")).to_have_text("Must · all agree")
        desk.row("Agreed.").get_by_text("Agreed.").click()
        desk.press("1", "Enter")
        desk.page.keyboard.insert_text("Both misread it.")
        desk.press("Enter", "Enter")
        expect(desk.status).to_have_text("1 decision saved")
    assert decisions()[-1] == ("irr", "Both misread it.")


RATED = (("ann", "must"), ("bo", "irr"))


def test_the_answer_to_saving_carries_the_next_item(study: None, server: Server, chromium: Browser) -> None:
    """One request between Enter and the next item; the queue is counted afterwards."""
    with at_the_desk(chromium, server) as desk:
        asked: list[str] = []

        def note(request: Request) -> None:
            if "/desk/" in request.url:
                asked.append(request.url.rpartition("/")[2])

        desk.page.on("request", note)
        desk.press("3", "3")
        desk.give_reason("Quick.")
        desk.press("Enter")
        desk.wait_for_item(2)
        expect(desk.far).to_have_text("2 to decide · 2 decided")
        assert asked == ["decide", "queue?order=size"]
        desk.page.get_by_role("link", name="Projects").click()
        expect(desk.page.locator(".board")).to_have_count(0)


def test_of_several_projects_one_is_chosen_before_the_desk_covers_the_window(
    study: None, server: Server, chromium: Browser
) -> None:
    make_project([record("x1")], slug="another")
    with signed_in(chromium, server, "dana", at="/adjudicate") as page:
        expect(page.get_by_text("Choose the project to decide in.")).to_be_visible()
        page.get_by_role("link", name="Roles of memories").first.click()
        expect(page.locator(".board[data-desk]")).to_be_visible()


def test_the_guideline_stands_beside_the_rows_and_the_dialogue_is_searched(
    study: None, server: Server, chromium: Browser
) -> None:
    """An adjudicator applies the same rules as the annotators, and looks things up as they do."""
    with at_the_desk(chromium, server) as desk:
        panel = desk.page.get_by_role("complementary", name="Guideline")
        desk.press("o")
        expect(panel.locator(".guideline-title")).to_have_text("Roles of memories")
        expect(panel.locator(".guideline li").first).to_contain_text("Must")
        desk.press("3")
        assert desk.chosen == ["must", None], "the keys go on working"
        desk.press("o")
        expect(panel).to_have_count(0)
        desk.press("/")
        desk.page.keyboard.type("tickets")
        expect(desk.page.locator(".board .found")).to_have_text("1 of 1")
        expect(desk.page.locator(".board .turn[data-found]")).to_contain_text("I bought the tickets.")
        desk.press("Escape")
        expect(desk.page.locator(".board .finder")).to_have_count(0)
        desk.page.get_by_role("button", name="Guideline", exact=True).click()
        expect(panel).to_be_visible()
        assert desk.chosen == ["must", None]
