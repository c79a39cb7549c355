"""The adjudicator's routes: one item with everything said of it, decisions on it, and suggestions for it.

Nothing about an item passes through Streamlit; the desk draws what these answer. What may be decided is settled by
`annotation.desk.deciding`. No name of an annotator leaves here unless the project allows it and the adjudicator asks.
"""

from __future__ import annotations

import logging
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from annotation import guideline, judgments, projects
from annotation.codebook import said
from annotation.desk import asks as desk_asks
from annotation.desk import deciding
from annotation.desk import shown as desk
from annotation.desk.deciding import read_decisions
from annotation.errors import AccordError
from annotation.people.accounts import Person
from annotation.projects import key_of
from annotation.store import reading, writing
from languages import say_if_ours, spoken
from pages.parts.answering import NOT_JSON, is_json
from pages.parts.desk.asking import at_desk, checked_number
from pages.parts.refusal import refusal

LOGGER = logging.getLogger(__name__)


def routes() -> list[Route]:
    """GET item, GET suggestions, GET guideline and POST decide."""
    return [
        Route("/desk/{slug}/item/{number:int}", _item, methods=["GET"]),
        Route("/desk/{slug}/suggestions/{number:int}", _suggestions, methods=["GET"]),
        Route("/desk/{slug}/guideline", _guideline, methods=["GET"]),
        Route("/desk/{slug}/decide", _decide, methods=["POST"]),
    ]


async def _item(request: Request) -> Response:
    slug, number = request.path_params["slug"], request.path_params["number"]
    names = request.query_params.get("names") == "1"
    return await at_desk(request, lambda person: JSONResponse(_shown(person, slug, number, names=names)))


async def _suggestions(request: Request) -> Response:
    slug, number = request.path_params["slug"], request.path_params["number"]
    return await at_desk(request, lambda person: JSONResponse(_suggested(person, slug, number)))


async def _guideline(request: Request) -> Response:
    slug = request.path_params["slug"]
    return await at_desk(request, lambda _person: JSONResponse(_guideline_of(slug)))


async def _decide(request: Request) -> Response:
    if not is_json(request):
        return refusal(400, "malformed", NOT_JSON)
    slug, body = request.path_params["slug"], await request.body()
    return await at_desk(request, lambda person: _saved(person, slug, body))


def _shown(person: Person, slug: str, number: int, *, names: bool) -> dict[str, Any]:
    checked_number(number)
    if names:
        with writing() as session:
            now = datetime.now(UTC)
            found = desk_asks.item_with_names(
                session, slug=slug, number=number, account_id=person.id, language=spoken(), now=now
            )
    else:
        with reading() as session:
            found = desk.item(session, slug=slug, number=number, account_id=person.id, language=spoken())
    return found.model_dump(mode="json")


def _guideline_of(slug: str) -> dict[str, Any]:
    """The guideline that the annotators were given, as plain nodes."""
    language = spoken()
    with reading() as session:
        _, book = projects.latest_codebook(session, key_of(projects.find(session, slug)))
    return {"title": said(book.title, language), "blocks": guideline.blocks(said(book.guideline, language))}


def _suggested(person: Person, slug: str, number: int) -> dict[str, Any]:
    """What a model of the annotators would decide on an item; that it was shown is recorded."""
    from pages.parts.suggesting import suggestions_of  # here: it knows the numbers, which annotators never need

    checked_number(number)
    with reading() as session:
        project = projects.find(session, slug)
        desk.find(session, project, number=number, account_id=person.id)
        version = projects.latest_codebook(session, key_of(project))[0].version
        fingerprint, state = f"{projects.fingerprint(project)} {version}", judgments.state(session, slug=slug)
    found = suggestions_of(slug, fingerprint=fingerprint, state=state)
    if found is None:
        return {"number": number, "ready": False}
    with writing() as session:
        now = datetime.now(UTC)
        item = desk_asks.item_with_suggestions(session, slug=slug, number=number, account_id=person.id, now=now)
    return {
        "number": number,
        "ready": True,
        "places": [
            {
                "target": target,
                "question": question,
                "label": each.label,
                "chances": [list(one) for one in each.chances],
            }
            for (of_item, target, question), each in found.places.items()
            if of_item == item
        ],
        "raters": [asdict(each) for each in found.raters],
        "undefined": {question: say_if_ours(why) for question, why in found.undefined.items()},
    }


def _saved(person: Person, slug: str, body: bytes) -> Response:
    sent = read_decisions(body)
    with writing() as session:
        stored = deciding.decide_item(session, account_id=person.id, slug=slug, sent=sent, now=datetime.now(UTC))
    # Only here, after the commit, may anybody be told that it is saved; what cannot be shown next is asked for again.
    return JSONResponse({"saved": stored, "next": _following(person, slug, sent.following, names=sent.names)})


def _following(person: Person, slug: str, number: int, *, names: bool) -> dict[str, Any] | None:
    """The item to draw next; None where none is asked for, or it cannot be read: what is stored is not lost by it."""
    try:
        return _shown(person, slug, number, names=names) if number else None
    except (AccordError, SQLAlchemyError):
        LOGGER.exception("stored, but item %s of %s could not be read", number, slug)
        return None
