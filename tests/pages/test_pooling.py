"""The pool and the escalation on the researcher's screen, and the board that takes from the pool, over its routes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import select
from starlette.applications import Starlette
from streamlit.testing.v1 import AppTest

from annotation import models as m
from annotation import store
from annotation.pool import escalation
from annotation.pool import opening as pool
from annotation.pool import plan as pool_plan
from tests.pages.study import House
from tests.pages.test_access import asked_by, said, through_the_frame
from tests.pages.test_board_routes import Board, submission, work
from tests.pages.test_researcher import events_of, press
from tests.pages.web import accord

SLUG = "demo"


@pytest.fixture
def screen(house: House, monkeypatch: pytest.MonkeyPatch) -> Callable[[], AppTest]:
    """A researcher's screen on which things are assigned."""

    def shown() -> AppTest:
        asked_by(monkeypatch, house.tokens["rui"])
        return through_the_frame("assign")

    return shown


@pytest.fixture(scope="module")
def app() -> Starlette:
    return accord()


def open_pool(**chosen: object) -> None:
    with store.writing() as session:
        pool.set_up(session, slug=SLUG, pool=pool_plan.checked(**chosen), now=datetime.now(UTC))


def held() -> list[tuple[str, str]]:
    """The state and origin of Bo's assignments."""
    with store.reading() as session:
        rows = session.exec(
            select(m.Assignment.state, m.Assignment.origin).join(m.Rater).where(m.Rater.name == "bo")
        ).all()
    return list(rows)


def test_a_pool_is_previewed_opened_changed_and_closed(screen: Callable[[], AppTest]) -> None:
    page = screen()
    assert "24 places on 12 items, 12 of them free" in said(page), "Ann has a place of each"
    press(page, "Open the pool")
    assert [each.value for each in page.success] == ["The pool is as you chose\\."]
    assert "The pool is open: 12 items." in said(page)
    page.number_input(f"pool-places-{SLUG}").set_value(3).run()
    assert "36 places on 12 items, 24 of them free" in said(page)
    press(page, "Change the pool")
    press(page, "Close the pool")
    assert "The pool is closed: 12 items." in said(page)
    assert [len(events_of(kind)) for kind in ("pool opened", "pool changed", "pool closed")] == [1, 1, 1]


def test_escalation_is_switched_on_and_off(screen: Callable[[], AppTest]) -> None:
    page = screen()
    page.number_input(f"escalation-under-{SLUG}").set_value(0.5).run()
    press(page, "Switch it on")
    with store.reading() as session:
        chosen = escalation.state(session, slug=SLUG).chosen
    assert chosen is not None
    assert (chosen.under, chosen.is_on) == (0.5, True)
    assert "0 finished items are below it" in said(page)
    press(page, "Switch it off")
    assert "It is switched off." in said(page)


def test_the_board_takes_the_next_item_and_the_answer_to_a_submission_brings_another(
    app: Starlette, house: House
) -> None:
    bo = Board(app, house.tokens["bo"])
    assert bo.next()["state"] == "unassigned"
    open_pool(places=2)
    first = bo.next()
    assert (first["state"], first["progress"]["total"], held()) == ("item", 12, [("open", "pool")])
    assert bo.next()["assignment"] == first["assignment"]
    saved = bo.post("submit", submission(first)).json()
    assert (saved["next"]["state"], saved["next"]["progress"]["done"]) == ("item", 1)
    skipped = bo.post("skip", {**work(saved["next"], number=0), "reason": "hard", "words": ""}).json()
    assert skipped["next"]["assignment"] not in (first["assignment"], saved["next"]["assignment"])
    assert sorted(held()) == [("done", "pool"), ("open", "pool"), ("skipped", "pool")]


def test_the_board_is_told_until_when_an_item_is_reserved_by_the_servers_clock(app: Starlette, house: House) -> None:
    open_pool(places=2, minutes=30)
    bo = Board(app, house.tokens["bo"])
    screen = bo.next()
    until, now = (datetime.fromisoformat(screen[name]) for name in ("reserved_until", "now"))
    assert (until - now, screen["late"]) == (timedelta(minutes=30), False)
    kept = bo.post("draft", work(screen, number=1)).json()
    assert (kept["reserved_until"] >= screen["reserved_until"], kept["late"]) == (True, False)
    assert Board(app, house.tokens["ann"]).next()["reserved_until"] is None, "what was assigned never runs out"


def test_whoever_has_items_of_their_own_takes_none(app: Starlette, house: House) -> None:
    open_pool(places=2)
    ann = Board(app, house.tokens["ann"])
    assert ann.next()["progress"]["total"] == 12
    with store.reading() as session:
        assert set(session.exec(select(m.Assignment.origin)).all()) == {"planned"}


def test_the_board_says_when_others_have_all_that_is_left(app: Starlette, house: House) -> None:
    with store.writing() as session:
        for given in session.exec(select(m.Assignment)).all():
            session.delete(given)
    open_pool(places=1, annotators=("bo", "dana"))
    with store.writing() as session:
        first = session.exec(select(m.Item)).first()
        for item in session.exec(select(m.Item)).all():
            if first is not None and item.id != first.id:
                session.add(_done(item))
    assert Board(app, house.tokens["bo"]).next()["state"] == "item"
    other = Board(app, house.tokens["dana"]).next()
    assert (other["state"], other["item"], other["progress"]["total"]) == ("taken", None, 0)


def _done(item: m.Item) -> m.Assignment:
    """An assignment of Ann's that is done."""
    return m.Assignment(
        round_id=1,
        item_id=item.id or 0,
        rater_id=1,
        position=item.id or 0,
        target_order=[],
        revision=1,
        state="done",
        created_at=datetime.now(UTC),
    )
