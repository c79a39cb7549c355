"""The adjudicator's routes, in this process, behind the gate: who may ask, what is refused, and what never travels."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
from sqlmodel import select
from starlette.applications import Starlette

from annotation import models as m
from annotation import store
from annotation.imports import importing, label_import
from tests.pages.study import SAMPLE, House
from tests.pages.web import accord, ask
from tests.studies import label_file

JSON = {"content-type": "application/json"}
RATERS = ("eve.imported", "zoe.imported")


@pytest.fixture(scope="module")
def app() -> Starlette:
    return accord()


@pytest.fixture
def disputed(house: House) -> House:
    """The study, with two imported people who differ on every memory of its first item."""
    with store.reading() as session:
        item = session.exec(select(m.Item).order_by(m.Item.id)).first()  # type: ignore[arg-type]
    assert item is not None
    rows = [
        [item.source_id, memory["text"], "role", rater, label]
        for memory in item.content["memories"]
        for rater, label in zip(RATERS, ("must", "irr"), strict=True)
    ]
    with store.writing() as session:
        label_import.import_labels(session, label_file(rows), slug="demo", now=datetime.now(UTC))
        for each in session.exec(select(m.Assignment)).all():
            each.state = "done"
    return house


def get(app: Starlette, house: House, path: str, *, name: str = "dana") -> httpx.Response:
    return ask(app, "GET", f"/desk/demo/{path}", token=house.tokens[name])


def decide(app: Starlette, house: House, body: object, *, name: str = "dana", slug: str = "demo") -> httpx.Response:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return ask(app, "POST", f"/desk/{slug}/decide", token=house.tokens[name], headers=JSON, content=content)


def sent(item: dict[str, Any], /, *labels: str | None, **changes: Any) -> dict[str, Any]:
    """What the desk sends for the first places of an item."""
    decisions = [
        {"target": place["target"], "question": place["question"], "label": label, "seen": place["seen"]}
        for place, label in zip(item["places"], labels, strict=False)
    ]
    made = {
        "account": item["account"]["key"],
        "item": item["number"],
        "codebook": item["codebook"],
        "reason": "It is asked for.",
        "decisions": decisions,
        "following": 0,
    }
    return {**made, **changes}


def decisions() -> list[str | None]:
    with store.reading() as session:
        return list(session.exec(select(m.Decision.label).order_by(m.Decision.id)).all())  # type: ignore[arg-type]


def test_the_queue_counts_and_orders_what_waits(app: Starlette, disputed: House) -> None:
    found = get(app, disputed, "queue").json()
    number = len(get(app, disputed, "item/1").json()["places"])
    assert found["items"] == [{"number": 1, "state": "disputed", "places": number, "differing": number}]
    assert found["progress"]["to_decide"] == number
    assert (found["progress"]["decided"], found["decided"], found["order"]) == (0, [], "size")
    assert get(app, disputed, "queue?order=item").json()["order"] == "item"
    assert get(app, disputed, "queue?order=elsewhere").json()["order"] == "size"


def test_decisions_are_stored_and_answered_with_the_item_that_follows(app: Starlette, disputed: House) -> None:
    item = get(app, disputed, "item/1").json()
    answer = decide(app, disputed, sent(item, "nice", "must", following=2))
    assert (answer.status_code, answer.json()["saved"]) == (200, 2)
    assert answer.json()["next"]["number"] == 2
    again = decide(app, disputed, sent(item, "nice", "must", following=1))  # D1: the same press, sent twice
    assert again.json()["saved"] == 0
    assert [place["state"] for place in again.json()["next"]["places"]][:2] == ["decided", "decided"]
    assert decisions() == ["nice", "must"]
    assert get(app, disputed, "queue").json()["decided"][0]["at"].endswith("Z")


def test_what_cannot_be_shown_next_does_not_make_a_saved_decision_look_lost(app: Starlette, disputed: House) -> None:
    """N1."""
    item = get(app, disputed, "item/1").json()
    answer = decide(app, disputed, sent(item, "nice", following=999))
    assert (answer.status_code, answer.json()) == (200, {"saved": 1, "next": None})


def test_a_stale_decision_is_a_conflict_and_nothing_is_stored(app: Starlette, disputed: House) -> None:
    """N6."""
    item = get(app, disputed, "item/1").json()
    elsewhere = get(app, disputed, "item/1", name="ada").json()
    decide(app, disputed, sent(elsewhere, "irr"), name="ada")
    answer = decide(app, disputed, sent(item, "must", "must"))
    assert (answer.status_code, answer.json()["error"]) == (409, "decided_meanwhile")
    assert decisions() == ["irr"]


def test_what_does_not_fit_is_refused_with_a_code_and_a_sentence(app: Starlette, disputed: House) -> None:
    with store.writing() as session:
        importing.import_items(session, SAMPLE.read_bytes(), slug="other", now=datetime.now(UTC))
    item = get(app, disputed, "item/1").json()
    good = sent(item, "nice")["decisions"][0]
    foreign = get(app, disputed, "item/2").json()["places"][0]["target"]
    wrong: list[tuple[int, str, dict[str, Any]]] = [
        (409, "other_account", {"account": "999"}),
        (409, "other_codebook", {"codebook": 7}),
        (409, "unknown_target", {"decisions": [{**good, "target": foreign}]}),
        (409, "unknown_target", {"decisions": [{**good, "target": "elsewhere"}]}),
        (422, "unknown_question", {"decisions": [{**good, "question": "mood"}]}),
        (422, "unknown_label", {"decisions": [{**good, "label": "maybe"}]}),
        (422, "nothing_to_withdraw", {"decisions": [{**good, "label": None}]}),
        (422, "no_reason", {"reason": "  "}),
        (404, "unknown_item", {"item": 99}),
        (400, "malformed", {"item": 0}),
        (400, "malformed", {"item": 2**31}),
        (400, "malformed", {"decisions": []}),
        (400, "malformed", {"surprise": 1}),
    ]
    for status, code, change in wrong:
        answer = decide(app, disputed, sent(item, "nice", **change))
        assert (answer.status_code, answer.json()["error"]) == (status, code), change
        assert answer.json()["message"].endswith(".")
    assert decisions() == []


@pytest.mark.parametrize("body", [b"", b"null", b"[]", b"{", b"\xff", b"[" * 100_000])
def test_what_is_no_decision_is_malformed(app: Starlette, house: House, body: bytes) -> None:
    answer = decide(app, house, body)
    assert (answer.status_code, answer.json()["error"]) == (400, "malformed")


def test_decisions_are_taken_as_json_only_and_from_our_own_pages(app: Starlette, disputed: House) -> None:
    item = get(app, disputed, "item/1").json()
    content = json.dumps(sent(item, "nice")).encode()
    token = disputed.tokens["dana"]
    for headers, status in (
        ({"content-type": "text/plain"}, 400),
        ({"content-type": None}, 400),
        ({**JSON, "origin": "http://evil.example"}, 403),
        ({**JSON, "origin": None}, 403),
    ):
        answer = ask(app, "POST", "/desk/demo/decide", token=token, headers=headers, content=content)
        assert answer.status_code == status, headers
    assert decisions() == []


@pytest.mark.parametrize("name", ["ann", "bo", "rui"])
def test_who_does_not_decide_learns_nothing_here(app: Starlette, disputed: House, name: str) -> None:
    for answer in (
        get(app, disputed, "queue", name=name),
        get(app, disputed, "item/1", name=name),
        get(app, disputed, "item/1?names=1", name=name),
        decide(app, disputed, {}, name=name),
    ):
        assert (answer.status_code, answer.json()["error"]) == (403, "wrong_role")


def test_strangers_and_revoked_people_are_sent_to_sign_in(app: Starlette, disputed: House) -> None:
    with store.writing() as session:
        for each in session.exec(select(m.SignIn)).all():
            each.revoked_at = datetime.now(UTC)
    for answer in (
        get(app, disputed, "queue"),
        decide(app, disputed, {}),
        ask(app, "GET", "/desk/demo/queue"),
    ):
        assert (answer.status_code, answer.json()["error"]) == (401, "signed_out")


def test_unknown_projects_and_items_are_refused_without_naming_others(app: Starlette, disputed: House) -> None:
    token = disputed.tokens["dana"]
    for path, code in (
        ("/desk/other/queue", "unknown_project"),
        ("/desk/other/item/1", "unknown_project"),
        ("/desk/%00/queue", "unknown_project"),
        ("/desk/demo/item/0", "unknown_item"),
        ("/desk/demo/item/13", "unknown_item"),
        ("/desk/demo/item/99999999999999999999", "unknown_item"),
    ):
        answer = ask(app, "GET", path, token=token)
        assert (answer.status_code, answer.json()["error"]) == (404, code), path
        assert "demo" not in answer.json()["message"]


def test_neither_names_nor_ids_of_the_source_travel_unless_names_may_and_are_asked_for(
    app: Starlette, disputed: House
) -> None:
    """N12, F9: also not for whoever asks for them in a project that keeps them."""
    with store.reading() as session:
        source_id = session.exec(select(m.Item.source_id).order_by(m.Item.id)).first() or ""  # type: ignore[arg-type]
    secrets = (*RATERS, source_id)
    asked = [get(app, disputed, path).text for path in ("queue", "item/1", "item/1?names=1")]
    assert [secret for secret in secrets for text in asked if secret in text] == []
    with store.writing() as session:
        session.exec(select(m.Project)).one().settings = {"names_visible": True}
    assert [name for name in RATERS if name in get(app, disputed, "item/1").text] == []
    named = get(app, disputed, "item/1?names=1").text
    assert [secret for secret in secrets if secret in named] == list(RATERS)
    with store.reading() as session:
        assert len(session.exec(select(m.Event).where(m.Event.kind == "names shown")).all()) == 1
