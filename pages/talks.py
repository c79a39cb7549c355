"""The routes of a discussion: what its participants said first and say to each other, and one more comment.

Boards ask for a talk again while somebody looks at it, so one that is known already is answered with its mark alone.

They are apart from the board's own routes, which know nothing of what others say: an item that is not discussed has no
such part to ask for.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Callable
from datetime import UTC, datetime

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from annotation.board import submission
from annotation.discussion import talk
from annotation.errors import Conflict
from annotation.people.accounts import Person
from annotation.store import reading, writing
from languages import worded
from pages.parts.answering import NOT_JSON, NotAmongYours, answered, is_json
from pages.parts.refusal import refusal

ROLES = ("annotator", "adjudicator")
UNKNOWN = worded("There is no such discussion among your work.")

Verb = Callable[[Person], Response]


def routes() -> list[Route]:
    """What a discussion adds under /board/<project>/."""
    return [
        Route("/board/{slug}/talk/{assignment:int}", _talk, methods=["GET"]),
        Route("/board/{slug}/comment", _comment, methods=["POST"]),
    ]


async def _talk(request: Request) -> Response:
    slug, asked = request.path_params["slug"], request.path_params["assignment"]

    def verb(person: Person) -> Response:
        if asked > submission.LARGEST_ID:
            raise NotAmongYours(UNKNOWN)
        try:
            return _shown(person, slug, asked, known=request.headers.get("if-none-match", ""))
        except Conflict as error:  # somebody else's item counts as not there
            raise NotAmongYours(UNKNOWN) from error

    return await _answered(request, verb)


async def _comment(request: Request) -> Response:
    if not is_json(request):
        return refusal(400, "malformed", NOT_JSON)
    slug, body = request.path_params["slug"], await request.body()

    def verb(person: Person) -> Response:
        sent = talk.read_comment(body)
        with writing() as session:
            talk.comment(session, account_id=person.id, slug=slug, sent=sent, now=datetime.now(UTC))
        return _shown(person, slug, sent.assignment)  # only here, after the commit, may anybody be told of it

    return await _answered(request, verb)


def _shown(person: Person, slug: str, assignment: int, *, known: str = "") -> Response:
    """The talk with a mark of its content; nothing but the mark to a board that has this very one already."""
    with reading() as session:
        found = dataclasses.asdict(talk.talk(session, account_id=person.id, slug=slug, assignment_id=assignment))
    mark = hashlib.sha256(json.dumps(found).encode()).hexdigest()[:24]
    headers = {"ETag": f'"{mark}"', "Cache-Control": "no-store"}
    if mark in known:
        return Response(status_code=304, headers=headers)
    return JSONResponse({**found, "mark": mark}, headers=headers)


async def _answered(request: Request, verb: Verb) -> Response:
    return await to_thread.run_sync(lambda: answered(request, roles=ROLES, verb=verb, unknown=UNKNOWN))
