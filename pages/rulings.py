"""The adjudicator's further routes: what waits, an item to send back, accepting by a rule and its undoing, the bank."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any, get_args

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from annotation import judgments, projects
from annotation.desk import asks as desk_asks
from annotation.desk import bulk, disputes, place_states
from annotation.desk import filters as queue_filters
from annotation.desk import sends as desk_sends
from annotation.desk.disputes import Order, Queue
from annotation.desk.filters import Filters
from annotation.desk.place_states import State
from annotation.desk.sends import SentItem, SentRule, SentUndo
from annotation.people.accounts import Person
from annotation.projects import key_of
from annotation.store import reading, writing
from languages import say_if_ours, spoken
from pages.parts.answering import NOT_JSON, is_json
from pages.parts.desk.asking import at_desk, checked_number
from pages.parts.refusal import refusal

BY_RELIABILITY = "reliability"


def routes() -> list[Route]:
    """GET queue, accepted and bank; POST preview, accept, undo and send-back."""
    return [
        Route("/desk/{slug}/queue", _queue, methods=["GET"]),
        Route("/desk/{slug}/accepted", _accepted, methods=["GET"]),
        Route("/desk/{slug}/bank/{number:int}", _bank, methods=["GET"]),
        Route("/desk/{slug}/preview", _post(_previewed), methods=["POST"]),
        Route("/desk/{slug}/accept", _post(_accept), methods=["POST"]),
        Route("/desk/{slug}/undo", _post(_undo), methods=["POST"]),
        Route("/desk/{slug}/send-back", _post(_send_back), methods=["POST"]),
    ]


def _post(verb: Callable[[Person, str, bytes], Response]) -> Callable[[Request], object]:
    async def answer(request: Request) -> Response:
        if not is_json(request):
            return refusal(400, "malformed", NOT_JSON)
        slug, body = request.path_params["slug"], await request.body()
        return await at_desk(request, lambda person: verb(person, slug, body))

    return answer


# --- The queue ------------------------------------------------------------------------------------------------------


async def _queue(request: Request) -> Response:
    slug, asked = request.path_params["slug"], request.query_params
    return await at_desk(request, lambda person: JSONResponse(_waiting(person, slug, asked)))


def _waiting(person: Person, slug: str, asked: QueryParams) -> dict[str, Any]:
    order = asked.get("order", "")
    with reading() as session:
        project = projects.find(session, slug)
        row, book = projects.latest_codebook(session, key_of(project))
        every = place_states.of_project(session, slug=slug)
        sized: Order = "item" if order == "item" else "size"
        found = disputes.queue_of(session, project, every, order=sized, filters=_filters(asked))
        choices = queue_filters.choices(session, project, every, book, language=spoken())
        fingerprint = f"{projects.fingerprint(project)} {row.version}"
        title = project.title
    ready = True
    undefined: list[str] = []
    if order == BY_RELIABILITY:
        ready, found, undefined = _by_doubt(person, slug, found, fingerprint)
    return {
        "title": title,
        "account": {"key": str(person.id), "name": person.name},
        "order": order if order in (*get_args(Order), BY_RELIABILITY) else "size",
        "ready": ready,
        "undefined": undefined,
        "choices": asdict(choices),
        **_told(found),
    }


def _filters(asked: QueryParams) -> Filters:
    """What the address narrows the queue to; what it does not understand narrows nothing."""
    at_least, tag = asked.get("at_least", ""), asked.get("tag", "")
    state: State | None = next((each for each in get_args(State) if each == asked.get("state")), None)
    return Filters(
        question=asked.get("question", ""),
        labels=tuple(asked.getlist("label")[:2]),
        raters=tuple(asked.getlist("rater")[:2]),
        tag=(tag, asked.get("value", "")) if tag else None,
        at_least=int(at_least) if at_least.isdecimal() and len(at_least) < 10 else 0,
        state=state,
    )


def _by_doubt(person: Person, slug: str, found: Queue, fingerprint: str) -> tuple[bool, Queue, list[str]]:
    """The queue by what a model of the annotators doubts, if it is computed already, and what it cannot say."""
    from exports.doubt import by_doubt  # here: it knows the numbers, which annotators never need
    from pages.parts.suggesting import suggestions_of

    with reading() as session:
        state = judgments.state(session, slug=slug)
    suggested = suggestions_of(slug, fingerprint=fingerprint, state=state)
    if suggested is None:
        return False, found, []
    with writing() as session:
        desk_asks.reliability_used(session, slug=slug, account_id=person.id, now=datetime.now(UTC))
        found = by_doubt(session, found, suggested, slug=slug)
    return True, found, [say_if_ours(why) for why in dict.fromkeys(suggested.undefined.values())]


def _told(queue: Queue) -> dict[str, Any]:
    """The queue as the desk draws it: numbers of items, and none of the database's own ids."""
    return {
        "progress": {
            "to_decide": queue.to_decide,
            "decided": queue.decided,
            "waiting": queue.waiting_for_annotators,
            "sent_back": queue.sent_back,
            "undisputed": queue.undisputed,
        },
        "items": [_without_id(asdict(each)) for each in queue.items],
        "decided": [
            {**_without_id(asdict(each)), "at": each.at.isoformat().replace("+00:00", "Z")}
            for each in queue.decided_items
        ],
        "undisputed": [_without_id(asdict(each)) for each in queue.undisputed_items],
    }


def _without_id(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != "item_id"}


# --- What else there is to look at ------------------------------------------------------------------------------------


async def _accepted(request: Request) -> Response:
    slug = request.path_params["slug"]
    return await at_desk(request, lambda person: JSONResponse({"runs": _runs(person, slug)}))


def _runs(person: Person, slug: str) -> list[dict[str, Any]]:
    with reading() as session:
        found = bulk.runs(session, slug=slug)
    return [
        {
            "number": each.number,
            "by": "rule" if each.account_id is None else "you" if each.account_id == person.id else "other",
            "at": each.at.isoformat().replace("+00:00", "Z"),
            "rule": each.rule,
            "accepted": each.accepted,
            "standing": each.standing,
        }
        for each in found
    ]


async def _bank(request: Request) -> Response:
    slug, number = request.path_params["slug"], request.path_params["number"]
    return await at_desk(request, lambda person: JSONResponse({"memories": _memories(person, slug, number)}))


def _memories(person: Person, slug: str, number: int) -> list[dict[str, Any]]:
    checked_number(number)
    with writing() as session:  # the log says that it was looked at
        now = datetime.now(UTC)
        found = desk_asks.bank(session, slug=slug, number=number, account_id=person.id, now=now)
    return [memory.model_dump(mode="json") for memory in found]


# --- What is sent -----------------------------------------------------------------------------------------------------


def _previewed(person: Person, slug: str, body: bytes) -> Response:
    sent = desk_sends.read(body, SentRule)
    with reading() as session:
        return JSONResponse(asdict(desk_sends.preview(session, slug=slug, account_id=person.id, sent=sent)))


def _accept(person: Person, slug: str, body: bytes) -> Response:
    sent = desk_sends.read(body, SentRule)
    with writing() as session:
        accepted = desk_sends.accept(session, slug=slug, account_id=person.id, sent=sent, now=datetime.now(UTC))
    return JSONResponse({"saved": accepted, "runs": _runs(person, slug)})


def _undo(person: Person, slug: str, body: bytes) -> Response:
    sent = desk_sends.read(body, SentUndo)
    with writing() as session:
        undone = desk_sends.undo(session, slug=slug, account_id=person.id, sent=sent, now=datetime.now(UTC))
    return JSONResponse({"saved": undone, "runs": _runs(person, slug)})


def _send_back(person: Person, slug: str, body: bytes) -> Response:
    sent = desk_sends.read(body, SentItem)
    with writing() as session:
        desk_sends.send_back(session, slug=slug, account_id=person.id, sent=sent, now=datetime.now(UTC))
    return JSONResponse({"saved": 1})
