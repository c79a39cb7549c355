"""The researcher's and the admin's screens through the frame: what they show, what they store, and who may not."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from sqlmodel import col, select
from streamlit.testing.v1 import AppTest

from annotation import models as m
from annotation import settings, store
from annotation.imports import importing
from annotation.people import accounts
from pages.parts import access
from pages.parts.literal import literal
from tests.pages.study import SAMPLE, House
from tests.pages.test_access import asked_by, said, through_the_frame

Ask = Callable[[str, str], AppTest]
NASTY = "<img src=x onerror=alert(1)> **bold** $40 and $60"


@pytest.fixture
def ask(house: House, monkeypatch: pytest.MonkeyPatch) -> Ask:
    """A screen as somebody sees it."""

    def asked(name: str, page: str) -> AppTest:
        asked_by(monkeypatch, house.tokens[name])
        return through_the_frame(page)

    return asked


def press(app: AppTest, label: str) -> AppTest:
    """Press the button of this label."""
    next(button for button in app.button if button.label == label).click()
    app.run()
    assert not app.exception
    return app


def events_of(kind: str) -> list[tuple[int | None, dict[str, object]]]:
    with store.reading() as session:
        rows = session.exec(select(m.Event.account_id, m.Event.detail).where(m.Event.kind == kind)).all()
    return [(who, dict(detail)) for who, detail in rows]


def close_account(name: str) -> None:
    with store.writing() as session:
        accounts.close(session, name=name, now=datetime.now(UTC))


# --- Assign ---------------------------------------------------------------------------------------------------------


def test_a_preview_stores_nothing_and_assigning_stores_what_was_shown(ask: Ask) -> None:
    app = ask("rui", "assign")
    app.multiselect[0].set_value(["ann", "bo"]).run()
    assert "This adds 12 assignments" in said(app)
    assert '<td>bo</td><td class="number">0</td><td class="number">12</td>' in said(app)
    assert number_of_assignments() == 12
    press(app, "Assign")
    assert [each.value for each in app.success] == ["12 assignments added\\."]
    assert number_of_assignments() == 24
    ((who, detail),) = events_of("items assigned")[1:]
    assert (who, detail["added"]) == (4, 12)


def test_a_plan_that_became_stale_is_refused_and_shown_anew(ask: Ask) -> None:
    app = ask("rui", "assign")
    app.multiselect[0].set_value(["ann", "bo"]).run()
    with store.writing() as session:
        one = session.exec(select(m.Assignment)).first()
        session.delete(one)
    press(app, "Assign")
    assert "have changed since this plan was shown" in app.error[0].value
    assert "This adds 13 assignments" in said(app)
    assert number_of_assignments() == 11


@pytest.mark.parametrize("overlap", [2, 99, 0, -3])
def test_an_overlap_that_cannot_be_is_a_sentence(ask: Ask, overlap: int) -> None:
    app = ask("rui", "assign")
    app.multiselect[0].set_value(["bo"]).run()
    app.number_input[0].set_value(overlap).run()
    assert literal(f"The overlap is {overlap}; it can be 1 to the number of annotators, 1 here.") in app.error[0].value
    assert not [button for button in app.button if button.label == "Assign"]


def number_of_assignments() -> int:
    with store.reading() as session:
        return len(session.exec(select(m.Assignment.id)).all())


# --- Settings -------------------------------------------------------------------------------------------------------


def read_settings() -> settings.ProjectSettings:
    with store.reading() as session:
        return settings.read(session.exec(select(m.Project)).one())


def test_settings_are_saved_and_used_by_the_screen_that_assigns(ask: Ask) -> None:
    app = ask("rui", "settings")
    app.number_input[0].set_value(1)
    app.checkbox[0].set_value(True)
    app.text_area[0].set_value(NASTY)
    press(app, "Save")
    now = read_settings()
    assert (now.overlap, now.names_visible, now.content_warning) == (1, True, NASTY)
    assert events_of("settings changed")[0][0] == 4
    assert ask("rui", "assign").number_input[0].value == 1
    app = press(ask("rui", "settings"), "Save")
    assert [each.value for each in app.success] == ["Nothing has changed\\."]
    assert len(events_of("settings changed")) == 1


def test_sensitive_items_are_chosen_by_id_and_an_unknown_id_changes_nothing(ask: Ask) -> None:
    with store.reading() as session:
        ids = session.exec(select(m.Item.source_id).order_by(col(m.Item.id)).limit(2)).all()
    app = ask("rui", "settings")
    app.radio[0].set_value("ids").run()
    app.text_area[1].set_value("\n".join([*ids, ""])).run()
    press(app, "Set")
    assert "2 of 12 items" in said(app)
    app.text_area[1].set_value(f"{ids[0]}\n{NASTY}").run()
    press(app, "Set")
    assert "The project has no item" in app.error[0].value
    assert "2 of 12 items" in said(app)
    app.radio[0].set_value("none").run()
    press(app, "Set")
    assert "0 of 12 items" in said(app)


def test_the_round_is_closed_after_a_second_press_only(ask: Ask) -> None:
    app = press(ask("rui", "rounds"), "Close the round")
    assert "not done\\: 12; skipped\\: 0; drafts that wait\\: 0" in app.warning[0].value
    press(app, "Leave it as it is")
    assert not app.warning
    press(press(app, "Close the round"), "Close it")
    assert [each.value for each in app.success] == ["The round is closed\\."]
    press(press(app, "Open the round again"), "Open it")
    assert [len(events_of(f"round {what}")) for what in ("closed", "opened")] == [1, 1]


@pytest.mark.parametrize(("page", "button"), [("settings", "Save"), ("assign", "Assign")])
def test_whoever_was_closed_meanwhile_changes_nothing(ask: Ask, page: str, button: str) -> None:
    """A callback runs before the page's first line: it asks by itself."""
    app = ask("rui", page)
    if page == "assign":
        app.multiselect[0].set_value(["ann", "bo"]).run()
    else:
        app.number_input[0].set_value(1)
    close_account("rui")
    press(app, button)
    assert access.SIGNED_OUT in said(app)
    assert number_of_assignments() == 12
    assert events_of("settings changed") == []


# --- People ---------------------------------------------------------------------------------------------------------


def test_a_new_person_can_sign_in_with_the_password_that_is_shown_once(ask: Ask) -> None:
    app = ask("ada", "people")
    app.text_input[0].set_value("chen")
    press(app, "Add")
    password = app.code[0].value
    with store.reading() as session:
        assert accounts.prove(session, name="chen", password=password).role == "annotator"
    press(app, "I have handed it over")
    assert not app.code
    assert password not in str(ask("ada", "people"))
    assert events_of("account made")[-1] == (5, {"role": "annotator", "account": "chen"})


@pytest.mark.parametrize("name", ["", "ann", "two words", "<b>"])
def test_a_name_that_cannot_be_is_refused_with_a_sentence(ask: Ask, name: str) -> None:
    app = ask("ada", "people")
    app.text_input[0].set_value(name)
    press(app, "Add")
    assert "account" in app.error[0].value
    assert not app.code


def test_closing_asks_once_more_and_never_closes_oneself(ask: Ask) -> None:
    app = ask("ada", "people")
    app.selectbox[1].set_value("bo").run()
    press(press(app, "Close the account"), "Close bo")
    with store.reading() as session:
        assert [each.name for each in accounts.people(session) if each.closed_at] == ["bo"]
    assert events_of("account closed") == [(5, {"account": "bo"})]
    app = ask("ada", "people")
    app.selectbox[1].set_value("ada").run()
    press(press(app, "Close the account"), "Close ada")
    assert "your own account" in app.error[0].value
    assert app.title, "still signed in"


# --- The log, progress and the list of projects ---------------------------------------------------------------------


def test_a_researchers_log_has_no_sign_ins_and_an_admins_has(ask: Ask) -> None:
    researchers = said(ask("rui", "log"))
    assert "items imported" in researchers
    assert "signed in" not in researchers
    assert "signed in" in said(ask("ada", "log"))


def test_the_log_names_items_and_memories_and_none_of_our_own_numbers(ask: Ask) -> None:
    with store.reading() as session:
        target = session.exec(select(m.Target).where(m.Target.kind == "memory").order_by(col(m.Target.id))).first()
        given = session.exec(select(m.Assignment).order_by(col(m.Assignment.id))).first()
        assert target is not None
        assert given is not None
        item = session.get_one(m.Item, target.item_id)
        (text,) = [each["text"] for each in item.content["memories"] if each["key"] == target.key]
        skipped = session.get_one(m.Item, given.item_id).source_id
    decided = {"target": target.id, "question": "role", "label": "nice"}
    left = {"assignment": given.id, "reason": "hard", "words": "", "active_ms": 61_000}
    with store.writing() as session:
        session.add(m.Event(at=datetime.now(UTC), kind="decided", project_id=1, detail=decided))
        session.add(m.Event(at=datetime.now(UTC), kind="item skipped", project_id=1, detail=left))
    app = said(ask("rui", "log"))
    assert f"item: {item.source_id} · memory: “{text[:20]}" in app
    assert "question: role · label: nice<" in app
    assert f"item: {skipped} · reason: too hard · at work: 61 s<" in app
    assert "assignment:" not in app
    assert '/download/log.csv"' in app


def test_what_people_write_is_literal_on_the_screens_that_show_it(ask: Ask) -> None:
    """I8, I1."""
    with store.writing() as session:
        given = session.exec(select(m.Assignment).order_by(col(m.Assignment.item_id))).first()
        assert given is not None
        given.state, given.skip_reason, given.skip_words, given.note = "skipped", "other", NASTY, NASTY
        session.add(m.Event(at=datetime.now(UTC), kind="item marked", project_id=1, detail={"note": NASTY}))
    for page in ("progress", "log"):
        app = ask("rui", page)
        assert "&lt;img src=x onerror=alert(1)&gt; **bold** $40 and $60" in said(app), page
        assert "<img" not in said(app), page


def test_progress_can_be_narrowed_to_what_was_skipped(ask: Ask) -> None:
    with store.writing() as session:
        given = session.exec(select(m.Assignment).order_by(col(m.Assignment.item_id))).first()
        assert given is not None
        given.state, given.skip_reason = "skipped", "hard"
    app = ask("rui", "progress")
    assert "Skipped by ann: too hard." in said(app)
    assert said(app).count(" of 1</td>") == 12
    app.get("button_group")[0].set_value("skipped").run()  # type: ignore[union-attr]
    assert said(app).count(" of 1</td>") == 1


def test_every_project_is_listed_with_its_state(ask: Ask) -> None:
    with store.writing() as session:
        importing.import_items(session, SAMPLE.read_bytes(), slug="second", title=NASTY, now=datetime.now(UTC))
    text = said(ask("rui", "projects"))
    assert "0 of 12" in text
    assert '<a href="/assign?project=second" target="_self">not assigned yet' in text
    assert "&lt;img src=x" in text
    home = said(ask("rui", "home"))
    assert "12 items wait to be assigned." in home
    assert "<img" not in text + home


def test_an_adjudicators_home_says_how_much_waits(ask: Ask) -> None:
    assert "0 to decide · 0 decided" in said(ask("dana", "home"))
