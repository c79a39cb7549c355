"""The adjudicator's desk in real Chromium: by keyboard, no decision is lost or overruled unseen, texts stay literal."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from playwright.sync_api import Browser, Request, Route, expect
from sqlmodel import col, select

from annotation import accounts, adjudication, store
from annotation import models as m
from tests.browser.adjudicator import DESK, at_the_desk
from tests.browser.desk import add_person, sign_in, signed_in
from tests.serving import Server
from tests.studies import label_file, make_project, memory, record, take_labels, votes

pytestmark = pytest.mark.browser

NASTY = "<img src=x onerror=alert(1)> spent $40, saved $60 **bold**"


@pytest.fixture
def study(sqlite_database: str) -> None:
    """Two items on which two imported people differ everywhere: K1, a tie is nobody's."""
    content = [
        record("i1", memory=memory(must=[NASTY], irr=["Plain."])),
        record("i2", memory=memory(must=["Other."], irr=["Else."])),
    ]
    make_project(content)
    add_person("dana", "adjudicator")
    add_person("rui", "researcher")
    take_labels(votes({NASTY: "must", "bo": "irr"}, content=content))


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
        return list(session.exec(select(m.Decision.label, m.Decision.reason).order_by(col(m.Decision.id))).all())


def settings(**chosen: object) -> None:
    with store.writing() as session:
        session.exec(select(m.Project)).one().settings = chosen


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
    from annotation import assignment
    from tests import studies

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
        expect(page.locator("td", has_text=NASTY)).to_be_visible()
        expect(page.locator(".ytick text", has_text="onerror")).to_be_visible()
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
        desk.page.get_by_text("1 settled by the rule").click()
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
