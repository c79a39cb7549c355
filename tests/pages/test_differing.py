"""The gold beside one's own answers, as a screen: nothing before a release, and then one's own alone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import select
from streamlit.testing.v1 import AppTest

from annotation import models as m
from annotation import releases, settings, store
from annotation.board import labelling
from annotation.desk import adjudication
from tests import studies
from tests.pages.study import House
from tests.pages.test_access import asked_by, said, through_the_frame

Ask = Callable[[str, str], AppTest]
REASON = "The dialogue asks for <b>it</b>."
LINK = "Where the released gold differs"


@pytest.fixture
def ask(house: House, monkeypatch: pytest.MonkeyPatch) -> Ask:
    """A screen as somebody sees it."""

    def asked(name: str, page: str) -> AppTest:
        asked_by(monkeypatch, house.tokens[name])
        return through_the_frame(page)

    return asked


def label_and_decide() -> None:
    """Ann labels her first item, and Dana decides a memory of it otherwise."""
    with store.reading() as session:
        ids = {each.name: each.id or 0 for each in session.exec(select(m.Account)).all()}
        shown = labelling.screen(session, account_id=ids["ann"], slug="demo")
    studies.submit(ids["ann"], studies.submission(shown, "must"), slug="demo")
    with store.writing() as session:
        target = session.exec(
            select(m.Target).join(m.Judgment, m.Judgment.target_id == m.Target.id)  # type: ignore[arg-type]
        ).first()
        assert target is not None
        adjudication.decide(
            session,
            account_id=ids["dana"],
            slug="demo",
            target_id=target.id or 0,
            question="role",
            label="irr",
            reason=REASON,
            now=datetime.now(UTC),
        )


def release() -> None:
    with store.writing() as session:
        now = datetime.now(UTC) + timedelta(seconds=1)
        releases.keep(session, slug="demo", number=1, manifest={}, content=b"zip", account_id=None, now=now)


def test_before_a_release_neither_the_screen_nor_home_says_anything(ask: Ask) -> None:
    label_and_decide()
    for page in ("differing", "home"):
        shown = said(ask("ann", page))
        assert "asks for" not in shown
        assert LINK not in shown
    assert "no released gold" in said(ask("ann", "differing"))


def test_after_it_ones_own_answer_the_gold_and_the_reason_are_shown_and_no_name(ask: Ask) -> None:
    label_and_decide()
    release()
    app = ask("ann", "differing")
    shown = said(app)
    assert "The dialogue asks for &lt;b&gt;it&lt;/b&gt;." in shown
    assert "<td>Must</td><td>Irrelevant</td>" in shown
    assert not any(name in shown for name in ("dana", ">bo<", "rater-"))
    assert LINK in " ".join(str(each.proto) for each in ask("ann", "home").get("page_link"))
    assert "no released gold" in said(ask("bo", "differing")), "who has not labelled learns nothing"


def test_the_settings_release_tags_for_the_desk(ask: Ask) -> None:
    app = ask("rui", "settings")
    field = next(each for each in app.multiselect if "narrow the queue" in each.label)
    assert field.value == []
    field.set_value([field.options[0].lower()])
    next(button for button in app.button if button.label == "Save").click()
    app.run()
    assert not app.exception
    with store.reading() as session:
        assert len(settings.read(session.exec(select(m.Project)).one()).desk_tags) == 1
