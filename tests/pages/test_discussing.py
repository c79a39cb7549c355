"""The researcher's part of a discussion: what it would be about, opening, closing; and the agreement after it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from sqlmodel import select
from streamlit.testing.v1 import AppTest

from annotation import models as m
from annotation import store
from annotation.people import accounts
from exports.study import Study, study
from pages.parts import report
from pages.parts.menu import PAGES
from tests import studies, talks
from tests.pages.test_access import asked_by
from tests.pages.test_screens_of_kinds import said

Ask = Callable[[str], AppTest]
SCREEN = "rounds"


@pytest.fixture
def people(sqlite_database: str) -> dict[str, int]:
    """Ann and Bo, who have all three items to label."""
    return talks.two_people()


@pytest.fixture
def ask(people: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> Ask:
    """A screen of the study as its researcher sees it; what it computes, it computes here."""
    rui = studies.add_people("rui", role="researcher")["rui"]
    with store.writing() as session:
        token = accounts.start(session, account_id=rui, now=datetime.now(UTC))

    def here(slug: str, *, round_number: int | None = None) -> Study:
        with store.reading() as session:
            return study(session, slug=slug, round_number=round_number, bootstrap=20)

    monkeypatch.setattr(report, "study_elsewhere", here)

    def asked(page: str) -> AppTest:
        asked_by(monkeypatch, token)
        app = AppTest.from_file(str(PAGES / "parts" / "frame.py"), default_timeout=60).run()
        app.query_params["project"] = studies.SLUG
        app.switch_page(f"../{page}.py").run()
        assert not app.exception
        return app

    return asked


def press(app: AppTest, label: str) -> AppTest:
    next(button for button in app.button if button.label == label).click()
    app.run()
    assert not app.exception
    return app


def buttons(app: AppTest) -> list[str]:
    return [button.label for button in app.button]


def test_an_open_round_has_to_be_closed_first(people: dict[str, int], ask: Ask) -> None:
    talks.label_items(people["ann"], {"Must 1.": "must"})
    talks.label_items(people["bo"], {})
    app = ask(SCREEN)
    assert "on which people differ: 1. To discuss: 1" in said(app).replace("\\", "")
    assert "Close round 1 first" in said(app).replace("\\", "")
    assert "Open a discussion" not in buttons(app)


def test_where_nobody_differs_there_is_nothing_to_open(people: dict[str, int], ask: Ask) -> None:
    talks.differ(people, {"ann": {}, "bo": {}})
    app = ask(SCREEN)
    assert "There is nothing to discuss." in said(app).replace("\\", "")
    assert "Open a discussion" not in buttons(app)


def test_it_is_opened_and_closed_after_a_second_press(people: dict[str, int], ask: Ask) -> None:
    talks.differ(people, {"ann": {"Must 1.": "must"}, "bo": {}})
    app = press(ask(SCREEN), "Open a discussion")
    assert studies.number_of(m.Round) == 1
    app = press(app, "Open the discussion")
    assert "is open, as round 2" in app.success[0].value
    press(press(app, "Close the discussion"), "Close it now")
    with store.reading() as session:
        events = session.exec(select(m.Event.kind).where(m.Event.account_id != None)).all()  # noqa: E711
    assert [kind for kind in events if "discussion" in kind or "round" in kind] == ["discussion opened", "round closed"]
    assert "was the discussion of round 1" in said(ask(SCREEN))
    app = press(press(ask(SCREEN), "Open the discussion again"), "Open it now")
    assert "open again" in app.success[0].value


def test_the_agreement_is_shown_before_and_after_and_called_consensus(people: dict[str, int], ask: Ask) -> None:
    talks.differ(people, {"ann": {"Must 1.": "must"}, "bo": {}})
    talks.open_discussion()
    talks.answer_again(people["bo"], {"Must 1.": "must"})
    app = ask("agreement")
    text = said(app)
    assert "Before and after the discussion" in text
    assert "consensus and no reliability" in text
    assert "Toward the majority" in text
    assert "This is consensus" not in text
    box = next(each for each in app.selectbox if each.label == "Round")
    box.set_value(2).run()
    assert not app.exception
    assert "This is consensus" in app.info[0].value
