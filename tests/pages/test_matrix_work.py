"""Everything that is sent about an item, wrong in each way: refused with its code, and nothing is stored."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
from sqlmodel import col, select
from starlette.applications import Starlette

from annotation import models as m
from annotation import rounds, store
from annotation.people import accounts
from tests import studies
from tests.pages.web import accord, ask
from tests.studies import SLUG

JSON = {"content-type": "application/json"}
VERBS = ("draft", "submit", "skip")
Body = dict[str, Any]


@dataclass(frozen=True)
class Bench:
    """Ann and bo, each with all items of the study; dana decides what two imported people differ on."""

    tokens: Mapping[str, str]
    ids: Mapping[str, int]
    app: Starlette

    def get(self, who: str, path: str) -> httpx.Response:
        return ask(self.app, "GET", path, token=self.tokens[who])

    def post(self, who: str, path: str, body: Body) -> httpx.Response:
        return ask(self.app, "POST", path, token=self.tokens[who], headers=JSON, content=json.dumps(body).encode())

    def screen(self, who: str) -> Body:
        found: Body = self.get(who, f"/board/{SLUG}/next").json()
        return found


@pytest.fixture
def bench(database: str) -> Bench:
    studies.make_project()
    ids = {**studies.add_people("ann", "bo"), **studies.add_people("dana", role="adjudicator")}
    studies.assign("ann", "bo")
    studies.take_labels(studies.votes({"x": "must", "y": "irr"}))
    with store.writing() as session:
        now = datetime.now(UTC)
        tokens = {name: accounts.start(session, account_id=number, now=now) for name, number in ids.items()}
    return Bench(tokens, ids, accord())


def kept() -> list[str]:
    """Every row that work on an item could have written."""
    tables = (m.Judgment, m.Submission, m.Draft, m.Decision, m.Assignment)
    with store.reading() as session:
        return [repr(row) for table in tables for row in session.exec(select(table)).all()]


def refusal(answer: httpx.Response) -> tuple[int, str]:
    found = answer.json()
    assert found["message"].endswith("."), found
    return answer.status_code, found["error"]


# --- The board --------------------------------------------------------------------------------------------------------


def work(bench: Bench, who: str, verb: str) -> Body:
    """What a board sends that answers each target of the item at hand, and fits."""
    screen = bench.screen(who)
    of_verb = {"draft": {}, "submit": {"token": "token-of-this-test-1"}, "skip": {"reason": "hard", "words": ""}}
    return {
        "account": screen["account"]["key"],
        "assignment": screen["assignment"],
        "revision": screen["revision"],
        "codebook": screen["codebook"],
        "seen": 0,
        "answers": [
            {"target": target["key"], "question": "role", "label": "nice"} for target in screen["item"]["targets"]
        ],
        **of_verb[verb],
    }


def first_answer(body: Body, **changes: str) -> Body:
    return {"answers": [{**body["answers"][0], **changes}, *body["answers"][1:]]}


def others(bench: Bench) -> int:
    """An item of bo's."""
    own = select(m.Assignment).join(m.Rater).where(m.Rater.account_id == bench.ids["bo"])
    with store.reading() as session:
        return session.exec(own.order_by(col(m.Assignment.id))).all()[-1].id or 0


def foreign_target(body: Body) -> str:
    """A target of another item than the one at hand."""
    here = {answer["target"] for answer in body["answers"]}
    with store.reading() as session:
        return next(key for key in session.exec(select(m.Target.key)).all() if key and key not in here)


WRONG: dict[str, tuple[int, str, Callable[[Bench, Body], Body]]] = {
    "another account's assignment": (409, "not_yours", lambda bench, _: {"assignment": others(bench)}),
    "an assignment that is none": (409, "not_yours", lambda *_: {"assignment": 2_000_000_000}),
    "sent by another account": (409, "other_account", lambda bench, _: {"account": str(bench.ids["bo"])}),
    "an older revision": (409, "stale_revision", lambda *_: {"revision": 7}),
    "another codebook": (409, "other_codebook", lambda *_: {"codebook": 7}),
    "a target of another item": (
        409, "unknown_target", lambda _, body: first_answer(body, target=foreign_target(body)),
    ),
    "the item itself, which nothing is asked about": (
        409, "unknown_target", lambda _, body: first_answer(body, target=""),
    ),
    "an unknown question": (409, "unknown_question", lambda _, body: first_answer(body, question="mood")),
    "an unknown label": (422, "unknown_label", lambda _, body: first_answer(body, label="maybe")),
    "another field": (400, "malformed", lambda *_: {"decided": True}),
    "no account": (400, "malformed", lambda *_: {"account": None}),
}  # fmt: skip


@pytest.mark.parametrize("verb", VERBS)
def test_what_does_not_fit_is_refused_and_nothing_is_stored(bench: Bench, verb: str) -> None:
    good, before = work(bench, "ann", verb), kept()
    for what, (status, code, change) in WRONG.items():
        answer = bench.post("ann", f"/board/{SLUG}/{verb}", {**good, **change(bench, good)})
        assert refusal(answer) == (status, code), what
        assert kept() == before, what
    assert bench.post("ann", f"/board/{SLUG}/{verb}", good).status_code == 200, "what fits is taken"
    assert kept() != before


@pytest.mark.parametrize("verb", VERBS)
def test_another_persons_work_is_not_taken_under_ones_own_name(bench: Bench, verb: str) -> None:
    """The cookie says who it is, not the body."""
    body, before = work(bench, "bo", verb), kept()
    for account in (body["account"], str(bench.ids["ann"])):
        answer = bench.post("ann", f"/board/{SLUG}/{verb}", {**body, "account": account})
        assert refusal(answer)[0] == 409
        assert kept() == before


@pytest.mark.parametrize("verb", VERBS)
def test_in_a_closed_round_nothing_is_taken(bench: Bench, verb: str) -> None:
    body = work(bench, "ann", verb)
    with store.writing() as session:
        rounds.close(session, slug=SLUG, account_id=None, now=datetime.now(UTC))
    before = kept()
    assert refusal(bench.post("ann", f"/board/{SLUG}/{verb}", body)) == (409, "closed_round")
    assert kept() == before
    with store.writing() as session:
        rounds.reopen(session, slug=SLUG, account_id=None, now=datetime.now(UTC))
    assert bench.post("ann", f"/board/{SLUG}/{verb}", body).status_code == 200


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("slug", ["other", "STUDY", "%00", "study'--"])
def test_another_project_takes_nothing(bench: Bench, verb: str, slug: str) -> None:
    body, before = work(bench, "ann", verb), kept()
    answer = bench.post("ann", f"/board/{slug}/{verb}", body)
    assert answer.status_code == 404
    assert SLUG not in answer.text
    assert kept() == before


@pytest.mark.parametrize("what", ["item", "history"])
def test_another_persons_item_is_not_shown(bench: Bench, what: str) -> None:
    for number in (others(bench), 2_000_000_000, 10**30):
        assert refusal(bench.get("ann", f"/board/{SLUG}/{what}/{number}")) == (404, "not_yours"), number
    own = bench.screen("ann")["assignment"]
    assert bench.get("ann", f"/board/{SLUG}/{what}/{own}").status_code == 200


# --- The adjudicator's desk -------------------------------------------------------------------------------------------


def decision(bench: Bench) -> Body:
    """What a desk sends that decides the first target of the first item, and fits."""
    with store.reading() as session:
        item = session.exec(select(m.Item).order_by(col(m.Item.id))).all()[0]
        targets = session.exec(select(m.Target).where(m.Target.item_id == item.id, m.Target.key != "")).all()
    one = {"target": targets[0].key, "question": "role", "label": "nice", "seen": 0, "reason": "clear"}
    return {"account": str(bench.ids["dana"]), "item": 1, "codebook": 1, "decisions": [one]}


def decided(body: Body, **changes: Any) -> Body:
    return {"decisions": [{**body["decisions"][0], **changes}]}


def other_items_target(body: Body) -> str:
    with store.reading() as session:
        items = session.exec(select(m.Item).order_by(col(m.Item.id))).all()
        asked = select(m.Target.key).where(m.Target.item_id == items[1].id, m.Target.key != "")
        return session.exec(asked).all()[0]


WRONG_DECISIONS: dict[str, tuple[int, str, Callable[[Bench, Body], Body]]] = {
    "sent by another account": (409, "other_account", lambda bench, _: {"account": str(bench.ids["ann"])}),
    "another codebook": (409, "other_codebook", lambda *_: {"codebook": 7}),
    "an item that is none": (404, "unknown_item", lambda *_: {"item": 2_000}),
    "a target of another item": (
        409, "unknown_target", lambda _, body: decided(body, target=other_items_target(body)),
    ),
    "an unknown question": (422, "unknown_question", lambda _, body: decided(body, question="mood")),
    "an unknown label": (422, "unknown_label", lambda _, body: decided(body, label="maybe")),
    "an older decision": (409, "decided_meanwhile", lambda _, body: decided(body, seen=7)),
    "no decision": (400, "malformed", lambda *_: {"decisions": []}),
    "one target twice": (400, "malformed", lambda _, body: {"decisions": body["decisions"] * 2}),
}  # fmt: skip


def test_a_decision_that_does_not_fit_is_refused_and_nothing_is_stored(bench: Bench) -> None:
    good, before = decision(bench), kept()
    for what, (status, code, change) in WRONG_DECISIONS.items():
        answer = bench.post("dana", f"/desk/{SLUG}/decide", {**good, **change(bench, good)})
        assert refusal(answer) == (status, code), what
        assert kept() == before, what
    assert bench.post("dana", f"/desk/{SLUG}/decide", good).status_code == 200, "what fits is taken"
    assert kept() != before


def test_a_closed_round_is_still_decided(bench: Bench) -> None:
    """Deciding follows labelling: the round is closed first."""
    with store.writing() as session:
        rounds.close(session, slug=SLUG, account_id=None, now=datetime.now(UTC))
    assert bench.post("dana", f"/desk/{SLUG}/decide", decision(bench)).status_code == 200
