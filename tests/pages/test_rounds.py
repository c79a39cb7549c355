"""The screens “Rounds” and “Quality” through the frame: what they show and store, and what is asked once more."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from sqlmodel import col, select
from streamlit.testing.v1 import AppTest

from annotation import models as m
from annotation import store
from annotation.quality import known
from exports.elsewhere import VERBS
from pages.parts import quality_of
from tests import studies
from tests.pages.study import House
from tests.pages.test_access import asked_by, said, through_the_frame
from tests.pages.test_researcher import Ask, events_of, press


@pytest.fixture
def ask(house: House, monkeypatch: pytest.MonkeyPatch) -> Ask:
    """A screen as somebody sees it."""

    def asked(name: str, page: str) -> AppTest:
        asked_by(monkeypatch, house.tokens[name])
        return through_the_frame(page)

    return asked


def part(app: AppTest, name: str) -> AppTest:
    """Choose a part of the screen."""
    app.segmented_control[0].set_value(name).run()
    assert not app.exception
    return app


def kinds() -> list[str]:
    with store.reading() as session:
        return list(session.exec(select(m.Round.kind).order_by(col(m.Round.number))).all())


def known_roles() -> None:
    """The roles of the first memories of the study are known from a file."""
    with store.writing() as session:
        rows = session.exec(
            select(m.Item.source_id, m.Target.key).join(m.Target).where(m.Target.kind == "memory")
        ).all()
        file = studies.label_file(
            [(item, key, "role", "must") for item, key in rows], columns=("item", "target", "question", "label")
        )
        known.from_file(session, file, slug=session.exec(select(m.Project.slug)).one(), now=datetime.now(UTC))


def test_rounds_are_listed_and_another_one_is_opened_when_the_last_is_closed(ask: Ask) -> None:
    app = ask("rui", "rounds")
    assert "0 of 12 assignments" in said(app)
    assert "Open another independent round" not in [button.label for button in app.button]
    press(press(app, "Close the round"), "Close it")
    press(press(app, "Open another independent round"), "Open another round")
    assert [each.value for each in app.success] == ["Round 2 is open\\. Assign items in it\\."]
    assert kinds() == ["independent", "independent"]


def test_repeats_are_previewed_and_then_planned(ask: Ask) -> None:
    app = part(ask("rui", "rounds"), "repeats")
    app.number_input[0].set_value(50)
    app.number_input[1].set_value(2).run()
    assert "This adds 6 assignments." in said(app)
    assert kinds() == ["independent"]
    press(app, "Show them again")
    assert kinds() == ["independent", "repeat"]
    assert events_of("repeats planned")[0][0] == 4


def test_known_items_are_taken_from_decisions_and_counted(ask: Ask) -> None:
    known_roles()
    app = part(ask("rui", "rounds"), "known")
    assert "Known now:" in said(app)
    app.radio[0].set_value("all").run()
    press(app, "Take what is decided for known")
    assert [each.value for each in app.success] == ["0 answers are new or changed\\."]
    assert "people have these items anyway" in said(app)


def test_a_training_is_opened_and_somebody_let_pass(ask: Ask) -> None:
    known_roles()
    app = part(ask("rui", "rounds"), "training")
    app.multiselect[0].set_value(["ann"])
    app.radio[0].set_value("all").run()
    press(app, "Open the training")
    assert kinds() == ["independent", "training"]
    assert "attempt 1 of 3" in said(app)
    press(app, "Let ann pass")
    assert "let pass by hand" in said(app)


def test_a_calibration_is_opened_and_closed_from_the_list(ask: Ask) -> None:
    app = part(ask("rui", "rounds"), "calibration")
    app.multiselect[0].set_value(["ann", "bo"])
    app.radio[0].set_value("all").run()
    press(app, "Open the calibration round")
    assert kinds() == ["independent", "calibration"]
    app = part(app, "rounds")
    press(press(app, "Close the round"), "Close it")
    assert events_of("round closed") == [(4, {"round": 2})]


def test_quality_shows_figures_and_somebody_is_paused_after_a_second_press(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    def here(slug: str) -> object:
        with store.reading() as session:
            return VERBS["quality"](session, slug=slug)

    monkeypatch.setattr(quality_of, "quality_elsewhere", here)
    assert "Nobody has labelled anything" in said(ask("rui", "quality"))
    with store.reading() as session:
        ann = session.exec(select(m.Account.id).where(m.Account.name == "ann")).one()
        slug = session.exec(select(m.Project.slug)).one()
    studies.submit(ann or 0, studies.submission(studies.screen_of(ann or 0, slug=slug), active_ms=9_000), slug=slug)
    app = ask("rui", "quality")
    assert not app.exception
    assert "nobody else has labelled the same targets" in said(app)
    press(app, "Pause ann")
    assert events_of("annotator paused") == []
    press(app, "Pause")
    assert events_of("annotator paused") == [(4, {"annotator": "ann"})]
    assert "paused since" in said(app)
    press(press(app, "Let ann go on"), "Let them go on")
    assert events_of("annotator resumed") == [(4, {"annotator": "ann"})]
