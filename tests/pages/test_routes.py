"""The plain routes: health, the board's answers, downloads; in this process, behind the gate."""

from __future__ import annotations

import csv
import json
import uuid
from io import StringIO
from typing import Any

import httpx
import pytest
from sqlmodel import func, select
from starlette.applications import Starlette

from annotation import models as m
from annotation import store
from tests.pages.study import House
from tests.pages.web import accord, ask

FILES = ["labels.csv", "labels.jsonl", "gold.json", "gold.csv", "gold.jsonl"]


@pytest.fixture(scope="module")
def app() -> Starlette:
    return accord()


# --- Health ---------------------------------------------------------------------------------------------------------


def test_health_follows_the_database(app: Starlette, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ask(app, "GET", "/healthz").status_code == 200
    monkeypatch.setenv("ACCORD_DATABASE_URL", "postgresql+psycopg://nobody@127.0.0.1:1/nothing")
    answer = ask(app, "GET", "/healthz")
    assert answer.status_code == 503
    assert "nobody" not in answer.text


# --- The board's routes ---------------------------------------------------------------------------------------------


def answers(screen: dict[str, Any], label: str) -> dict[str, Any]:
    """A whole submission for what a board shows: this label on each target."""
    question = screen["questions"][0]["key"]
    return {
        "account": screen["account"]["key"],
        "assignment": screen["assignment"],
        "revision": screen["revision"],
        "codebook": screen["codebook"],
        "token": str(uuid.uuid4()),
        "answers": [
            {"target": target["key"], "question": question, "label": label} for target in screen["item"]["targets"]
        ],
    }


def submit(app: Starlette, token: str, body: object, *, kind: str | None = "application/json") -> httpx.Response:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return ask(app, "POST", "/board/demo/submit", token=token, headers={"content-type": kind}, content=content)


def stored() -> int:
    with store.reading() as session:
        return session.exec(select(func.count()).select_from(m.Judgment)).one()


def test_a_submission_is_stored_and_answered_with_the_next_item(app: Starlette, house: House) -> None:
    token = house.tokens["ann"]
    screen = ask(app, "GET", "/board/demo/next", token=token).json()
    body = answers(screen, "irr")
    first = submit(app, token, body)
    assert first.status_code == 200
    assert first.json()["saved"] == len(body["answers"]) == stored()
    assert first.json()["next"]["progress"]["done"] == 1
    assert first.json()["next"]["assignment"] != screen["assignment"]
    again = submit(app, token, body)  # D1: the same press, sent twice
    assert again.json() == first.json()
    assert stored() == len(body["answers"])


def test_an_incomplete_submission_names_what_is_missing_and_stores_nothing(app: Starlette, house: House) -> None:
    """D6 and N1."""
    token = house.tokens["ann"]
    body = answers(ask(app, "GET", "/board/demo/next", token=token).json(), "irr")
    left_out = body["answers"].pop()
    answer = submit(app, token, body)
    assert (answer.status_code, answer.json()["error"]) == (422, "incomplete")
    assert answer.json()["missing"] == [{"target": left_out["target"], "question": left_out["question"]}]
    assert stored() == 0


def test_what_does_not_fit_is_a_conflict_with_a_code_and_a_sentence(app: Starlette, house: House) -> None:
    token = house.tokens["ann"]
    body = answers(ask(app, "GET", "/board/demo/next", token=token).json(), "irr")
    wrong: list[tuple[int, str, dict[str, Any]]] = [
        (409, "other_account", {"account": "999"}),
        (409, "not_yours", {"assignment": 10_000}),
        (409, "stale_revision", {"revision": 7}),
        (409, "other_codebook", {"codebook": 7}),
        (409, "unknown_target", {"answers": [{**body["answers"][0], "target": "elsewhere"}]}),
        (409, "unknown_question", {"answers": [{**body["answers"][0], "question": "mood"}]}),
        (422, "unknown_label", {"answers": [{**body["answers"][0], "label": "maybe"}]}),
        (400, "malformed", {"answers": 1}),
        (400, "malformed", {"surprise": 1}),
    ]
    for status, code, change in wrong:
        answer = submit(app, token, {**body, **change})
        assert (answer.status_code, answer.json()["error"]) == (status, code)
        assert answer.json()["message"].endswith(".")
    assert stored() == 0


@pytest.mark.parametrize("body", [b"", b"null", b"[]", b"{", b"\xff", b"[" * 100_000])
def test_what_is_no_submission_is_malformed(app: Starlette, house: House, body: bytes) -> None:
    answer = submit(app, house.tokens["ann"], body)
    assert (answer.status_code, answer.json()["error"]) == (400, "malformed")


def test_answers_are_taken_as_json_only(app: Starlette, house: House) -> None:
    token = house.tokens["ann"]
    body = answers(ask(app, "GET", "/board/demo/next", token=token).json(), "irr")
    for kind in ("text/plain", "application/x-www-form-urlencoded", None):
        assert submit(app, token, body, kind=kind).status_code == 400
    assert stored() == 0


def test_another_persons_item_is_not_taken(app: Starlette, house: House) -> None:
    body = answers(ask(app, "GET", "/board/demo/next", token=house.tokens["ann"]).json(), "irr")
    answer = submit(app, house.tokens["bo"], body)
    assert (answer.status_code, answer.json()["error"]) == (409, "other_account")
    assert stored() == 0


def test_an_unknown_project_is_refused_without_naming_the_others(app: Starlette, house: House) -> None:
    answer = ask(app, "GET", "/board/other/next", token=house.tokens["ann"])
    assert (answer.status_code, answer.json()["error"]) == (404, "unknown_project")
    assert "demo" not in answer.text


@pytest.mark.parametrize("name", ["rui", "ada"])
def test_who_does_not_label_gets_no_board(app: Starlette, house: House, name: str) -> None:
    for answer in (
        ask(app, "GET", "/board/demo/next", token=house.tokens[name]),
        submit(app, house.tokens[name], {}),
    ):
        assert (answer.status_code, answer.json()["error"]) == (403, "wrong_role")


# --- Downloads ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("name", ["ann", "dana"])
def test_who_labels_or_decides_downloads_nothing(app: Starlette, house: House, name: str, file: str) -> None:
    answer = ask(app, "GET", f"/download/demo/{file}", token=house.tokens[name])
    assert (answer.status_code, answer.json()["error"]) == (403, "wrong_role")


@pytest.mark.parametrize("name", ["rui", "ada"])
def test_researchers_download_what_is_stored(app: Starlette, house: House, name: str) -> None:
    screen = ask(app, "GET", "/board/demo/next", token=house.tokens["ann"]).json()
    submit(app, house.tokens["ann"], answers(screen, "irr"))
    answer = ask(app, "GET", "/download/demo/labels.csv", token=house.tokens[name])
    assert answer.status_code == 200
    assert answer.headers["content-disposition"] == 'attachment; filename="demo-labels.csv"'
    assert answer.headers["content-type"].startswith("text/csv")
    rows = list(csv.DictReader(StringIO(answer.text)))
    assert {row["target"] for row in rows} == {target["key"] for target in screen["item"]["targets"]}
    assert {row["label"] for row in rows} == {"irr"}


@pytest.mark.parametrize("file", FILES)
def test_every_file_downloads_whole(app: Starlette, house: House, file: str) -> None:
    answer = ask(app, "GET", f"/download/demo/{file}", token=house.tokens["rui"])
    assert answer.status_code == 200
    assert answer.headers["content-disposition"] == f'attachment; filename="demo-{file}"'
    if file.endswith(".json"):
        assert isinstance(answer.json(), list)


def test_there_is_no_such_download(app: Starlette, house: House) -> None:
    for path, code in (
        ("/download/other/labels.csv", "unknown_project"),
        ("/download/demo/people.csv", "unknown_file"),
        ("/download/demo/labels.exe", "unknown_file"),
    ):
        answer = ask(app, "GET", path, token=house.tokens["rui"])
        assert (answer.status_code, answer.json()["error"]) == (404, code)


def test_the_log_downloads_as_it_is_read_on_its_screen(app: Starlette, house: House) -> None:
    """A researcher's has nothing of the house: no sign-in, whatever is asked for. The log says who took it."""
    for name, hears_of_sign_ins in (("rui", False), ("ada", True)):
        answer = ask(app, "GET", "/download/log.csv", token=house.tokens[name])
        assert answer.headers["content-disposition"] == 'attachment; filename="accord-log.csv"'
        told = {row["event"] for row in csv.DictReader(StringIO(answer.text))}
        assert "items imported" in told
        assert ("signed in" in told) is hears_of_sign_ins
    only = ask(app, "GET", "/download/log.csv?project=demo&kind=items%20assigned", token=house.tokens["rui"])
    assert [row["event"] for row in csv.DictReader(StringIO(only.text))] == ["items assigned"]
    for asked in ("project=other", "who=ann", "kind=signed%20in", "who=%00"):
        answer = ask(app, "GET", f"/download/log.csv?{asked}", token=house.tokens["rui"])
        assert (answer.status_code, answer.json()["error"]) == (404, "unknown_filter"), asked
    taken = ask(app, "GET", "/download/log.csv?kind=exported&who=rui", token=house.tokens["ada"])
    assert "log" in taken.text


@pytest.mark.parametrize("name", ["ann", "dana"])
def test_who_labels_or_decides_does_not_read_the_log(app: Starlette, house: House, name: str) -> None:
    assert ask(app, "GET", "/download/log.csv", token=house.tokens[name]).json()["error"] == "wrong_role"


@pytest.mark.parametrize("path", ["/board/demo/next", "/download/demo/labels.csv", "/download/log.csv"])
def test_a_route_looks_the_sign_in_up_by_itself(house: House, path: str) -> None:
    """The gate is one lock, each route another: without the gate the answer is the same."""
    bare = Starlette(routes=accord().routes)
    assert ask(bare, "GET", path).status_code == 401
    assert ask(bare, "GET", path, token="x" * 43).status_code == 401
