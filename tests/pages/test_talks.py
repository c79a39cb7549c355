"""The routes of a discussion: for its participants alone, and an independent round has no such part."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlmodel import col, select
from starlette.applications import Starlette

from annotation import models as m
from annotation import rounds, store
from annotation.discussion import opening as discussion
from annotation.people import accounts
from tests import studies
from tests.pages.web import accord, ask
from tests.studies import NOW, SLUG

NAMES = ("annabel.aardvark", "bohuslav.badger", "cora.otherwise")
WHY = "canary-why"
SAID = "<img src=x onerror=alert(1)> canary-comment"
COMMENT_THEN = "canary-comment-then"


@pytest.fixture(scope="module")
def app() -> Starlette:
    return accord()


@pytest.fixture
def tokens(sqlite_database: str) -> dict[str, str]:
    """Two differ on every memory of two items, beside what a file says; a third annotator has another item."""
    studies.make_project(studies.records(2))
    made = studies.add_people(*NAMES)
    studies.assign(*NAMES[:2])
    rows = [
        ("i1", text, "role", "imported.ines", "irr", COMMENT_THEN) for text, _ in studies.texts(studies.records(1)[0])
    ]
    studies.take_labels(studies.label_file(rows, columns=(*studies.COLUMNS, "comment")))
    with store.writing() as session:
        return {name: accounts.start(session, account_id=made[name], now=datetime.now(UTC)) for name in NAMES}


def label() -> None:
    """Everybody labels what they have."""
    with store.reading() as session:
        ids = dict(session.exec(select(m.Account.name, m.Account.id)).all())
    for name, said in zip(NAMES[:2], ("must", "nice"), strict=True):
        studies.label_all(ids[name] or 0, said)


def discuss() -> None:
    """Label, close and discuss."""
    label()
    with store.writing() as session:
        rounds.close(session, slug=SLUG, account_id=None, now=NOW)
        discussion.open_discussion(session, slug=SLUG, now=NOW)


def get(app: Starlette, path: str, token: str) -> Any:
    return ask(app, "GET", f"/board/{SLUG}/{path}", token=token)


def post(app: Starlette, body: object, token: str) -> Any:
    headers = {"content-type": "application/json"}
    content = json.dumps(body).encode()
    return ask(app, "POST", f"/board/{SLUG}/comment", token=token, headers=headers, content=content)


def comment(screen: dict[str, Any], found: dict[str, Any], text: str = SAID) -> dict[str, Any]:
    place = found["places"][0]
    return {
        "account": screen["account"]["key"], "assignment": screen["assignment"], "target": place["target"],
        "question": place["question"], "text": text, "token": "a-comment-of-mine",
    }  # fmt: skip


def test_participants_get_first_answers_and_comments_and_nobodys_name(app: Starlette, tokens: dict[str, str]) -> None:
    """F9, N12, I8: all bytes of all routes of the board."""
    discuss()
    ann, bo, _ = NAMES
    screen = get(app, "next", tokens[ann]).json()
    found = get(app, f"talk/{screen['assignment']}", tokens[ann]).json()
    sent = comment(screen, found)
    answer = post(app, sent, tokens[ann])
    assert (answer.status_code, post(app, sent, tokens[ann]).status_code) == (200, 200)
    assert [remark["text"] for remark in answer.json()["places"][0]["thread"]] == [SAID]
    theirs = next(each for each in get(app, "items", tokens[bo]).json()["items"] if each["waits"])
    paths = ["next", "items", "guideline"]
    for each in get(app, "items", tokens[bo]).json()["items"]:
        paths += [f"{kind}/{each['assignment']}" for kind in ("item", "talk", "history")]
    everything = b"".join(get(app, path, tokens[bo]).content for path in paths)
    for name in (ann, "imported.ines", NAMES[2]):
        assert name.encode() not in everything
    assert json.dumps(SAID).encode() in everything
    assert COMMENT_THEN.encode() in everything
    assert theirs


def test_only_participants_can_ask_for_it(app: Starlette, tokens: dict[str, str]) -> None:
    discuss()
    ann, bo, cora = NAMES
    screen = get(app, "next", tokens[ann]).json()
    found = get(app, f"talk/{screen['assignment']}", tokens[ann]).json()
    for name in (bo, cora):
        assert get(app, f"talk/{screen['assignment']}", tokens[name]).status_code == 404
    with store.reading() as session:
        cora_id = session.exec(select(m.Account.id).where(m.Account.name == cora)).one()
    answer = post(app, {**comment(screen, found), "account": str(cora_id)}, tokens[cora])
    assert (answer.status_code, answer.json()["error"]) == (409, "not_yours")
    assert post(app, comment(screen, found, " "), tokens[ann]).status_code == 422
    assert post(app, {"text": "?"}, tokens[ann]).status_code == 400
    assert get(app, f"talk/{2**40}", tokens[ann]).status_code == 404


def test_an_independent_round_carries_nothing_of_it(app: Starlette, tokens: dict[str, str]) -> None:
    """Blindness by structure: no route of the board tells a word of anybody else, while the round is open or closed."""
    label()
    with store.writing() as session:
        session.add(_stray_comment(session))
    for close in (False, True):
        if close:
            with store.writing() as session:
                rounds.close(session, slug=SLUG, account_id=None, now=NOW)
        own = get(app, "items", tokens[NAMES[1]]).json()["items"]
        paths = ["next", "items", "guideline"]
        paths += [f"{kind}/{each['assignment']}" for each in own for kind in ("item", "history")]
        everything = b"".join(get(app, path, tokens[NAMES[1]]).content for path in paths)
        assert b"rater-" not in everything
        assert not [word for word in (WHY, COMMENT_THEN, "must") if f'"label":"{word}"'.encode() in everything]
        assert COMMENT_THEN.encode() not in everything
        assert b"canary" not in everything
        for each in own:
            assert get(app, f"talk/{each['assignment']}", tokens[NAMES[1]]).status_code == 404


def _stray_comment(session: Any) -> m.Comment:
    """A comment that no verb would store in an independent round: there is no way to it, if there should be one."""
    target = session.exec(select(m.Target).where(m.Target.kind == "memory").order_by(col(m.Target.id))).first()
    return m.Comment(
        round_id=1, target_id=target.id, question="role", rater_id=1, text=SAID, token="stray", created_at=NOW
    )


def test_a_board_that_has_the_talk_already_is_told_so_and_no_more(app: Starlette, tokens: dict[str, str]) -> None:
    """Boards ask every few seconds: an unchanged talk is 304 without a body, a new comment is a whole answer again."""
    discuss()
    ann, bo, _ = NAMES
    screen = get(app, "next", tokens[ann]).json()
    theirs = {each["assignment"]: each for each in get(app, "items", tokens[bo]).json()["items"] if each["waits"]}
    path = f"talk/{screen['assignment']}"
    first = get(app, path, tokens[ann])
    known = {"if-none-match": first.headers["etag"]}
    again = ask(app, "GET", f"/board/{SLUG}/{path}", token=tokens[ann], headers=known)
    assert (again.status_code, again.content, first.headers["etag"]) == (304, b"", f'"{first.json()["mark"]}"')
    for assignment in theirs:
        found = get(app, f"talk/{assignment}", tokens[bo]).json()
        own = {"account": _id_of(bo), "assignment": assignment, "token": f"a-comment-to-{assignment:04}"}
        place = {name: found["places"][0][name] for name in ("target", "question")}
        assert post(app, {**own, **place, "text": "Look at the last turn."}, tokens[bo]).status_code == 200
    heard = ask(app, "GET", f"/board/{SLUG}/{path}", token=tokens[ann], headers=known)
    assert heard.status_code == 200
    assert [each["text"] for place in heard.json()["places"] for each in place["thread"]] == ["Look at the last turn."]
    stranger = ask(app, "GET", f"/board/{SLUG}/{path}", token=tokens[bo], headers=known)
    assert stranger.status_code == 404, "a mark opens nothing"


def _id_of(name: str) -> str:
    with store.reading() as session:
        return str(session.exec(select(m.Account.id).where(m.Account.name == name)).one())
