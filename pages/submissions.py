"""The board's two routes: the next item to label, and a submission, whose answer carries the item after it.

Nothing about an item passes through Streamlit; the board draws what these answer. What a submission means, and whether
it fits, is decided by `annotation.labelling`.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from annotation import labelling
from annotation.accounts import Person
from annotation.errors import AccordError, Conflict, Invalid, NotFound
from annotation.store import reading, writing
from annotation.submission import read_submission
from pages.parts.refusal import refusal, signed_out, wrong_role
from pages.parts.visitor import COOKIE, person_of

ROLES = ("annotator", "adjudicator")
UNKNOWN = "There is no such project among your work."
NOT_JSON = "Answers are sent as application/json; nothing was saved."


def routes() -> list[Route]:
    """GET next and POST submit."""
    return [
        Route("/board/{slug}/next", _next, methods=["GET"]),
        Route("/board/{slug}/submit", _submit, methods=["POST"]),
    ]


async def _next(request: Request) -> Response:
    slug = request.path_params["slug"]
    return await to_thread.run_sync(_answered, request.cookies.get(COOKIE), lambda person: _screen(person, slug))


async def _submit(request: Request) -> Response:
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        return refusal(400, "malformed", NOT_JSON)
    slug, body = request.path_params["slug"], await request.body()
    return await to_thread.run_sync(_answered, request.cookies.get(COOKIE), lambda person: _saved(person, slug, body))


def _answered(token: str | None, verb: Callable[[Person], Response]) -> Response:
    person = person_of(token)
    if person is None:
        return signed_out()
    if person.role not in ROLES:
        return wrong_role()
    try:
        return verb(person)
    except AccordError as error:
        return _refused(error)


def _screen(person: Person, slug: str) -> Response:
    with reading() as session:
        screen = labelling.screen(session, account_id=person.id, slug=slug)
    return JSONResponse(screen.model_dump(mode="json"))


def _saved(person: Person, slug: str, body: bytes) -> Response:
    submission = read_submission(body)
    with writing() as session:
        saved = labelling.submit(session, account_id=person.id, slug=slug, submission=submission, now=datetime.now(UTC))
    # Only here, after the commit, may anybody be told that it is saved.
    return JSONResponse({"saved": saved.stored, "next": saved.next.model_dump(mode="json")})


def _refused(error: AccordError) -> Response:
    message = str(error)
    if isinstance(error, Conflict):
        return refusal(409, error.code, message)
    if isinstance(error, Invalid):
        missing = [{"target": target, "question": question} for target, question in error.missing]
        status = 400 if error.code == "malformed" else 422
        return refusal(status, error.code, message, **({"missing": missing} if missing else {}))
    if isinstance(error, NotFound):
        return refusal(404, "unknown_project", UNKNOWN)  # not the error's own words: they list what there is
    return refusal(500, "unexpected", message)
