"""Samples and labels shown beforehand, chosen on the researcher's screens; what a person says of themselves."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlmodel import col, select
from streamlit.testing.v1 import AppTest

from annotation import models as m
from annotation import sampling, store
from annotation.board import prelabels
from annotation.people import background
from tests.pages.study import House
from tests.pages.test_access import asked_by, said, through_the_frame
from tests.pages.test_account import send
from tests.pages.test_researcher import press
from tests.pages.web import accord, ask

SLUG = "demo"
Screen = Callable[[str], AppTest]


@pytest.fixture
def screen(house: House, monkeypatch: pytest.MonkeyPatch) -> Screen:
    """A researcher's screen."""

    def shown(page: str) -> AppTest:
        asked_by(monkeypatch, house.tokens["rui"])
        return through_the_frame(page)

    return shown


def test_a_sample_is_shown_before_it_is_drawn_and_then_assigned(screen: Screen) -> None:
    app = screen("assign")
    next(one for one in app.number_input if one.label == "Items").set_value(4).run()
    app.multiselect(f"sample-by-{SLUG}").set_value(["scenario"]).run()
    assert "This draws 4 of 12 items" in said(app)
    press(app, "Draw it")
    assert [each.value for each in app.success] == ["The sample validation has 4 items\\. Assign it above\\."]
    app.selectbox(f"assign-sample-{SLUG}").set_value("validation").run()
    app.multiselect[0].set_value(["ann", "bo"]).run()
    assert "each of the 4 items has 2 annotators" in said(app)
    with store.reading() as session:
        assert len(sampling.drawn_items(session, slug=SLUG, name="validation")) == 4


def test_the_sources_labels_are_shown_after_a_second_press_only(screen: Screen) -> None:
    app = press(screen("settings"), "Show the source's labels")
    with store.reading() as session:
        assert prelabels.shown(session, slug=SLUG) == 0
    press(app, "Show them")
    with store.reading() as session:
        count = prelabels.shown(session, slug=SLUG)
    assert count > 0
    assert [each.value for each in app.success] == [f"Labels shown beforehand\\: {count}\\."]
    press(press(app, "Label blind again"), "Hide them")
    with store.reading() as session:
        assert prelabels.shown(session, slug=SLUG) == 0


def test_what_one_says_of_oneself_is_kept_with_consent_and_taken_back_without(house: House) -> None:
    app, token = accord(), house.tokens["ann"]
    assert "You need not say anything" in ask(app, "GET", "/account/background", token=token).text
    told = {"first_languages": "<b>Dutch</b>", "age": "25-34", "training": "", "experience": "none"}
    assert send(app, "/account/background", token, consent="yes", **told).status_code == 303
    page = ask(app, "GET", "/account/background?done=kept", token=token).text
    assert 'value="&lt;b&gt;Dutch&lt;/b&gt;"' in page
    assert "checked" in page
    assert send(app, "/account/background", token, consent="yes", age="7").status_code == 400
    assert send(app, "/account/background", token, **told).status_code == 303
    with store.reading() as session:
        account = session.exec(select(m.Account).where(col(m.Account.name) == "ann")).one()
        assert not background.read(account).consent
        assert account.background == {}
