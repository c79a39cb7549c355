"""What the board's routes send of items that are mixed in is what they send of any other: bytes, keys, numbers.

Looked at is what is sent. What the item itself holds, and the number under which it is stored, may differ.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from sqlmodel import col, select
from starlette.applications import Starlette

from annotation import models as m
from annotation import store
from annotation.quality import repeats
from tests.pages.study import House
from tests.pages.test_board_routes import Board, submission
from tests.pages.web import accord

TELLING = (b"repeat", b"known", b"companion", b"calibration", b"training", b"beside")
OF_THE_ITEM = {"assignment", "position", "previous", "following", "item", "progress", "draft"}


@pytest.fixture(scope="module")
def app() -> Starlette:
    return accord()


@pytest.fixture
def ann(app: Starlette, house: House) -> Board:
    return Board(app, house.tokens["ann"])


def mixed_in() -> list[int]:
    """Half of ann's items come again; the assignments of the second showings, in the order of the queue."""
    with store.writing() as session:
        slug = session.exec(select(m.Project.slug)).first()
        repeats.add(session, slug=slug or "", share=0.5, distance=1, seed=1, now=datetime.now(UTC))
    with store.reading() as session:
        rows = session.exec(
            select(m.Assignment.id)
            .join(m.Round)
            .join(m.Rater, col(m.Rater.id) == m.Assignment.rater_id)
            .where(m.Round.kind == "repeat", m.Rater.name == "ann")
            .order_by(col(m.Assignment.position))
        ).all()
    return [each for each in rows if each is not None]


def other(sent: dict[str, Any]) -> dict[str, Any]:
    """Of what is sent: all but what the item itself holds."""
    return {name: value for name, value in sent.items() if name not in OF_THE_ITEM}


def test_an_item_shown_again_is_sent_as_any_other(ann: Board) -> None:
    before = ann.next()
    again = mixed_in()
    plain = ann.next()
    assert other(plain) == other(before)
    for assignment in again:
        answer = ann.get(f"item/{assignment}")
        assert other(answer.json()) == other(plain)
        assert not [word for word in TELLING if word in answer.content]
        assert answer.json()["progress"] == plain["progress"]
        history = ann.get(f"history/{assignment}")
        assert (history.status_code, history.json()) == (200, {"revisions": []})


def test_the_list_of_own_items_numbers_them_all_alike(ann: Board) -> None:
    again = mixed_in()
    answer = ann.get("items")
    rows = answer.json()["items"]
    assert [row["position"] for row in rows] == list(range(1, len(rows) + 1))
    assert {tuple(row) for row in rows} == {tuple(rows[0])}
    assert {row["assignment"] for row in rows} >= set(again)
    assert not [word for word in TELLING if word in answer.content]
    assert ann.next()["progress"] == {"done": 0, "total": len(rows), "skipped": 0}


def test_submitting_one_is_answered_as_submitting_any_other(ann: Board) -> None:
    again = mixed_in()
    plain = ann.post("submit", submission(ann.next()))
    answer = ann.post("submit", submission(ann.get(f"item/{again[0]}").json()))
    assert (plain.status_code, answer.status_code) == (200, 200)
    assert set(answer.json()) == set(plain.json())
    assert (answer.json()["feedback"], plain.json()["feedback"]) == (None, None)
    assert other(answer.json()["next"]) == other(plain.json()["next"])
