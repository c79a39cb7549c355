"""What the board asks and sends beside Submit: one's own items, history, guideline, drafts, skips, preferences."""

from __future__ import annotations

import json
import uuid
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from annotation import store
from annotation.board import submitting
from annotation.errors import NotFound
from pages import submissions
from tests.pages.study import House
from tests.pages.web import accord, ask


@pytest.fixture(scope="module")
def app() -> Starlette:
    return accord()


class Board:
    """One account's board, as its requests."""

    def __init__(self, app: Starlette, token: str) -> None:
        self._app, self._token = app, token

    def get(self, path: str) -> httpx.Response:
        return ask(self._app, "GET", f"/board/demo/{path}", token=self._token)

    def post(self, path: str, body: object) -> httpx.Response:
        content = json.dumps(body).encode()
        headers = {"content-type": "application/json"}
        return ask(self._app, "POST", f"/board/demo/{path}", token=self._token, headers=headers, content=content)

    def next(self) -> dict[str, Any]:
        screen: dict[str, Any] = self.get("next").json()
        return screen


def work(screen: dict[str, Any], label: str = "irr", *, number: int = 1, **changes: Any) -> dict[str, Any]:
    """A draft for what a board shows: this label on the first targets."""
    question = screen["questions"][0]["key"]
    return {
        "account": screen["account"]["key"],
        "assignment": screen["assignment"],
        "revision": screen["revision"],
        "codebook": screen["codebook"],
        "seen": screen["draft"]["version"] if screen["draft"] else 0,
        "answers": [
            {"target": target["key"], "question": question, "label": label, "cannot": None, "confidence": None}
            for target in screen["item"]["targets"][:number]
        ],
        **changes,
    }


def submission(screen: dict[str, Any], **changes: Any) -> dict[str, Any]:
    whole = work(screen, number=len(screen["item"]["targets"]), **changes)
    return {**whole, "token": str(uuid.uuid4())}


@pytest.fixture
def ann(app: Starlette, house: House) -> Board:
    return Board(app, house.tokens["ann"])


def test_a_draft_comes_back_with_the_item(ann: Board) -> None:
    sent = work(ann.next(), note="hm", flagged=True, active_ms=1_000)
    kept = ann.post("draft", sent).json()
    assert (kept["version"], kept["flagged"], kept["note"]) == (1, True, "hm")
    assert kept["saved_at"].endswith("Z")
    screen = ann.next()
    assert screen["draft"]["answers"] == sent["answers"]
    assert (screen["mark"]["note"], screen["mark"]["flagged"]) == ("hm", True)


def test_a_draft_from_elsewhere_is_answered_with_what_it_says(ann: Board) -> None:
    screen = ann.next()
    first = work(screen, "irr")
    ann.post("draft", first)
    answer = ann.post("draft", work(screen, "must", number=2))
    assert (answer.status_code, answer.json()["error"]) == (409, "draft_elsewhere")
    assert answer.json()["draft"]["answers"] == first["answers"]


def test_a_skip_is_answered_with_the_next_item(ann: Board) -> None:
    screen = ann.next()
    answer = ann.post("skip", work(screen, number=0, reason="distressing", words=""))
    assert answer.status_code == 200
    following = answer.json()["next"]
    assert following["assignment"] != screen["assignment"]
    assert following["progress"]["skipped"] == 1
    assert ann.get("items").json()["next"] == following["assignment"]


def test_an_item_is_shown_again_with_its_history(ann: Board) -> None:
    screen = ann.next()
    ann.post("submit", submission(screen))
    again = ann.get(f"item/{screen['assignment']}").json()
    assert (again["state"], again["mark"]["state"], again["revision"]) == ("item", "done", 1)
    assert {answer["label"] for answer in again["answers"]} == {"irr"}
    ann.post("submit", submission(again, label="must"))
    (first, second) = ann.get(f"history/{screen['assignment']}").json()["revisions"]
    assert (first["revision"], second["revision"]) == (1, 2)
    assert {(each["before"], each["label"]) for each in second["changes"]} == {("irr", "must")}
    assert second["at"].endswith("Z")


def test_the_list_holds_every_own_item(ann: Board) -> None:
    listed = ann.get("items").json()
    screen = ann.next()
    assert len(listed["items"]) == screen["progress"]["total"]
    assert {each["state"] for each in listed["items"]} == {"open"}
    assert listed["next"] == listed["items"][0]["assignment"] == screen["assignment"]


def test_the_guideline_is_nodes_and_no_markup(ann: Board) -> None:
    found = ann.get("guideline").json()
    assert found["title"] == "Roles of memories"
    assert {block["kind"] for block in found["blocks"]} >= {"paragraph", "list"}
    assert "<" not in json.dumps(found)


@pytest.mark.parametrize("path", ["item/{}", "history/{}"])
def test_what_is_somebody_elses_is_not_there(app: Starlette, house: House, path: str) -> None:
    ann, bo = Board(app, house.tokens["ann"]), Board(app, house.tokens["bo"])
    theirs = ann.next()["assignment"]
    for number in (theirs, 999_999, 2**40):
        answer = bo.get(path.format(number))
        assert (answer.status_code, answer.json()["error"]) == (404, "not_yours")
    assert ann.get(path.format(theirs)).status_code == 200


def test_preferences_are_kept(ann: Board) -> None:
    chosen = {"single_keys": False, "show_pace": False, "break_minutes": 30}
    assert ann.post("preferences", chosen).json()["break_minutes"] == 30
    shown = ann.next()["preferences"]
    assert (shown["single_keys"], shown["show_pace"], shown["show_progress"]) == (False, False, True)
    assert ann.post("preferences", {"break_minutes": 999}).status_code == 400


@pytest.mark.parametrize("name", ["rui", "ada"])
@pytest.mark.parametrize("path", ["item/1", "items", "history/1", "guideline"])
def test_who_does_not_label_sees_nobodys_items(app: Starlette, house: House, name: str, path: str) -> None:
    answer = Board(app, house.tokens[name]).get(path)
    assert (answer.status_code, answer.json()["error"]) == (403, "wrong_role")


def test_what_is_stored_is_acknowledged_also_where_the_next_item_cannot_be_read(
    ann: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    """N1, the other way round: nothing may say "not saved" after the commit."""
    screen = ann.next()

    def broken(*_: object) -> None:
        raise NotFound("gone")

    monkeypatch.setattr(submissions, "_screen", broken)
    answer = ann.post("submit", submission(screen))
    assert (answer.status_code, answer.json()["next"]) == (200, None)
    assert answer.json()["saved"] == len(screen["item"]["targets"])


def test_what_is_refused_before_the_commit_is_not_stored(ann: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    """N1."""
    screen = ann.next()

    def broken(*_: object, **__: object) -> int:
        raise RuntimeError

    monkeypatch.setattr(submitting, "_next_revision", broken)
    assert ann.post("submit", submission(screen)).status_code == 500
    with store.reading() as session:
        assert session.connection().exec_driver_sql("SELECT count(*) FROM judgment").scalar_one() == 0
