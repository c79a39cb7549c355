"""The adjudicator's further routes: filters, an item sent back, accepting by a rule and undoing it; names in none."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from sqlmodel import select
from starlette.applications import Starlette

from annotation import models as m
from annotation import store
from exports.suggestions import Suggestions
from pages.parts import suggesting
from tests.pages.study import House
from tests.pages.test_decisions import RATERS, app, disputed  # noqa: F401 - fixtures
from tests.pages.web import ask

JSON = {"content-type": "application/json"}


def get(app: Starlette, house: House, path: str, *, name: str = "dana") -> httpx.Response:  # noqa: F811
    return ask(app, "GET", f"/desk/demo/{path}", token=house.tokens[name])


def post(app: Starlette, house: House, path: str, body: object, *, name: str = "dana") -> httpx.Response:  # noqa: F811
    content = json.dumps(body).encode()
    return ask(app, "POST", f"/desk/demo/{path}", token=house.tokens[name], headers=JSON, content=content)


def key_of(app: Starlette, house: House, name: str = "dana") -> str:  # noqa: F811
    return str(get(app, house, "queue", name=name).json()["account"]["key"])


def rule(account: str, **changes: Any) -> dict[str, Any]:
    return {"account": account, "share": "1", "min_raters": 2, **changes}


def test_the_queue_is_narrowed_by_its_address(app: Starlette, disputed: House) -> None:  # noqa: F811
    """F9, N12: what there is to choose from names nobody."""
    found = get(app, disputed, "queue").json()
    number = found["progress"]["to_decide"]
    first, second = found["choices"]["raters"]
    assert [each["key"] for each in found["choices"]["questions"]] == ["role"]
    assert found["choices"]["tags"] == {}
    for query, places in (
        ("label=must&label=irr", number),
        ("label=nice", 0),
        (f"rater={first}&rater={second}", number),
        ("question=role&state=disputed", number),
        ("state=decided", 0),
        (f"at_least={number}", number),
        (f"at_least={number + 1}", 0),
        ("at_least=much&state=strange", number),
    ):
        narrowed = get(app, disputed, f"queue?{query}").json()
        assert sum(each["places"] for each in narrowed["items"]) == places, query
        assert narrowed["progress"]["to_decide"] == number, "the whole is the whole"
    assert not any(name in json.dumps(found) for name in RATERS)


def test_a_tag_is_offered_only_where_a_researcher_has_released_it(app: Starlette, disputed: House) -> None:  # noqa: F811
    """A scenario of StratMem follows from the roles: by default nothing of a tag reaches the desk."""
    with store.reading() as session:
        tag = session.exec(select(m.Tag).order_by(m.Tag.id)).first()  # type: ignore[arg-type]
    assert tag is not None
    query = f"queue?tag={tag.name}&value={tag.value}"
    assert get(app, disputed, query).status_code == 422
    with store.writing() as session:
        session.exec(select(m.Project)).one().settings = {"desk_tags": [tag.name]}
    found = get(app, disputed, query)
    assert (found.status_code, tag.value in found.json()["choices"]["tags"][tag.name]) == (200, True)


def test_accepting_shows_the_number_decides_and_is_undone(app: Starlette, disputed: House) -> None:  # noqa: F811
    account = key_of(app, disputed)
    assert post(app, disputed, "preview", rule(account)).json()["total"] == 0, "K1: one against one is a tie"
    state = {"state": "agreed"}
    seen = post(app, disputed, "preview", rule(account, filters=state)).json()
    sent = rule(account, filters=state)
    assert post(app, disputed, "accept", sent).json()["error"] == "malformed", "never without a preview"
    done = post(app, disputed, "accept", {**sent, "digest": seen["digest"]}).json()
    assert done["saved"] == seen["total"]
    if seen["total"]:
        [run] = done["runs"]
        assert (run["by"], run["accepted"], run["standing"]) == ("you", seen["total"], seen["total"])
        undone = post(app, disputed, "undo", {"account": account, "number": run["number"]}).json()
        assert (undone["saved"], undone["runs"][0]["standing"]) == (seen["total"], 0)


def test_what_does_not_fit_is_refused_with_a_code(app: Starlette, disputed: House) -> None:  # noqa: F811
    account = key_of(app, disputed)
    rater = get(app, disputed, "queue").json()["choices"]["raters"][0]
    back = {"account": account, "item": 1, "rater": rater, "reason": "Look again."}
    for path, body, status, code in (
        ("preview", rule(account, share="1/2"), 422, "bad_rule"),
        ("preview", rule(account, min_raters=1), 422, "bad_rule"),
        ("preview", rule("0"), 409, "other_account"),
        ("preview", {"share": "1"}, 400, "malformed"),
        ("accept", rule(account, digest="another"), 409, "other_plan"),
        ("undo", {"account": account, "number": 999}, 422, "unknown_run"),
        ("send-back", back, 422, "imported"),
        ("send-back", {**back, "rater": "nobody"}, 409, "unknown_rater"),
        ("send-back", {**back, "rater": RATERS[0]}, 409, "unknown_rater"),
        ("send-back", {**back, "item": 999}, 404, "unknown_item"),
        ("send-back", {**back, "account": "0"}, 409, "other_account"),
    ):
        answer = post(app, disputed, path, body)
        assert (answer.status_code, answer.json()["error"]) == (status, code), (path, body)
        assert not any(name in answer.text for name in RATERS)
    assert post(app, disputed, "send-back", back, name="ann").status_code == 403


def test_an_item_is_sent_back_by_pseudonym_and_waits_on_the_board(app: Starlette, disputed: House) -> None:  # noqa: F811
    with store.writing() as session:
        given = session.exec(select(m.Assignment).join(m.Rater).where(m.Rater.name == "ann")).first()
        assert given is not None
        given.state, given.revision = "done", 0
        pseudonym = session.get_one(m.Rater, given.rater_id).pseudonym
        ids = session.exec(select(m.Item.id).order_by(m.Item.id)).all()  # type: ignore[arg-type]
        number, assignment = ids.index(given.item_id) + 1, given.id
    sent = {"account": key_of(app, disputed), "item": number, "rater": pseudonym, "reason": "The last turn."}
    assert post(app, disputed, "send-back", sent).json() == {"saved": 1}
    assert post(app, disputed, "send-back", sent).json()["error"] == "not_submitted"
    board = ask(app, "GET", "/board/demo/next", token=disputed.tokens["ann"]).json()
    assert (board["assignment"], board["sent_back"]) == (assignment, "The last turn.")
    items = ask(app, "GET", "/board/demo/items", token=disputed.tokens["ann"]).json()["items"]
    assert [each["assignment"] for each in items if each["sent_back"]] == [assignment]


def test_the_bank_is_refused_where_there_is_none(app: Starlette, disputed: House) -> None:  # noqa: F811
    assert get(app, disputed, "bank/1").status_code == 404
    assert get(app, disputed, "bank/0").status_code == 404


def test_the_order_by_reliability_is_computed_when_asked_for_and_recorded(
    app: Starlette,  # noqa: F811
    disputed: House,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def events() -> int:
        with store.reading() as session:
            return len(session.exec(select(m.Event).where(m.Event.kind == "reliability used")).all())

    found: list[Suggestions | None] = [None]
    monkeypatch.setattr(suggesting, "suggestions_of", lambda *_, **__: found[0])
    get(app, disputed, "queue")
    waiting = get(app, disputed, "queue?order=reliability").json()
    assert (waiting["ready"], events()) == (False, 0), "not yet: the desk asks again"
    found[0] = Suggestions({}, (), {"role": "few raters"})
    answer = get(app, disputed, "queue?order=reliability").json()
    assert (answer["ready"], answer["order"], answer["undefined"]) == (True, "reliability", ["few raters"])
    assert (len(answer["items"]), events()) == (1, 1)
