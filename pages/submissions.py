"""The board's routes: what to label, and what an annotator drafts, submits, skips or chooses for the board.

Nothing about an item passes through Streamlit; the board draws what these answer. What is sent means, and whether it
fits, is decided by `annotation`.
"""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeVar

from anyio import to_thread
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from annotation import guideline
from annotation.board import drafts, labelling, own_items, submission, submitting
from annotation.board.screen import Screen
from annotation.board.submission import Skip, Submission, Work
from annotation.codebook import said
from annotation.errors import AccordError, Conflict
from annotation.people import preferences
from annotation.people.accounts import Person
from annotation.pool import outlook as pool_outlook
from annotation.pool import taking
from annotation.practice import course as training_course
from annotation.store import reading, writing
from annotation.timestamps import written
from languages import spoken, worded
from pages.parts.answering import NOT_JSON, NotAmongYours, answered, is_json
from pages.parts.refusal import refusal

LOGGER = logging.getLogger(__name__)
ROLES = ("annotator", "adjudicator")
UNKNOWN = worded("There is no such project among your work.")
PATIENCE_MS = 3_000  # of whoever waits for the next item; the board asks again
NO_ITEM = worded("This item is not among your work.")

Found = TypeVar("Found")
Asked = Callable[[Person, str, Request], Response]
Sent = Callable[[Person, str, bytes], Response]


def routes() -> list[Route]:
    """Everything under /board/<project>/."""
    return [
        Route("/board/{slug}/next", _get(_next), methods=["GET"]),
        Route("/board/{slug}/item/{assignment:int}", _get(_item), methods=["GET"]),
        Route("/board/{slug}/items", _get(_items), methods=["GET"]),
        Route("/board/{slug}/history/{assignment:int}", _get(_history), methods=["GET"]),
        Route("/board/{slug}/bank/{assignment:int}", _get(_bank), methods=["GET"]),
        Route("/board/{slug}/guideline", _get(_guideline), methods=["GET"]),
        Route("/board/{slug}/draft", _post(_draft), methods=["POST"]),
        Route("/board/{slug}/submit", _post(_submit), methods=["POST"]),
        Route("/board/{slug}/skip", _post(_skip), methods=["POST"]),
        Route("/board/{slug}/preferences", _post(_preferences), methods=["POST"]),
    ]


def _get(verb: Asked) -> Callable[[Request], object]:
    async def answer(request: Request) -> Response:
        slug = request.path_params["slug"]
        return await to_thread.run_sync(_answered, request, lambda person: verb(person, slug, request))

    return answer


def _post(verb: Sent) -> Callable[[Request], object]:
    async def answer(request: Request) -> Response:
        if not is_json(request):
            return refusal(400, "malformed", NOT_JSON)
        slug, body = request.path_params["slug"], await request.body()
        return await to_thread.run_sync(_answered, request, lambda person: verb(person, slug, body))

    return answer


def _answered(request: Request, verb: Callable[[Person], Response]) -> Response:
    return answered(request, roles=ROLES, verb=verb, unknown=UNKNOWN)


# --- Looking --------------------------------------------------------------------------------------------------------


def _next(person: Person, slug: str, _request: Request) -> Response:
    return JSONResponse(_screen(person, slug))


def _item(person: Person, slug: str, request: Request) -> Response:
    now = datetime.now(UTC)
    with reading() as session:
        screen = _own(
            lambda: labelling.item_screen(
                session,
                account_id=person.id,
                slug=slug,
                assignment_id=_assignment(request),
                language=spoken(),
                now=now,
            )
        )
    return JSONResponse(_drawn(screen, now))


def _items(person: Person, slug: str, _request: Request) -> Response:
    with reading() as session:
        own = own_items.items(session, account_id=person.id, slug=slug)
        practised = own_items.practised(session, account_id=person.id, slug=slug)
    following = next((each.assignment for each in own if each.waits), None)
    listed, practice = ([dataclasses.asdict(each) for each in part] for part in (own, practised))
    return JSONResponse({"items": listed, "next": following, "practice": practice})


def _history(person: Person, slug: str, request: Request) -> Response:
    with reading() as session:
        revisions = _own(
            lambda: own_items.history(session, account_id=person.id, slug=slug, assignment_id=_assignment(request))
        )
    listed = [{**dataclasses.asdict(each), "at": written(each.at)} for each in revisions]
    return JSONResponse({"revisions": listed})


def _bank(person: Person, slug: str, request: Request) -> Response:
    with writing() as session:  # the log says that it was looked at
        memories = _own(
            lambda: labelling.bank(
                session, account_id=person.id, slug=slug, assignment_id=_assignment(request), now=datetime.now(UTC)
            )
        )
    return JSONResponse({"memories": [memory.model_dump(mode="json") for memory in memories]})


def _guideline(person: Person, slug: str, _request: Request) -> Response:
    with reading() as session:
        title, text = labelling.guideline(session, account_id=person.id, slug=slug)
    return JSONResponse({"title": said(title, spoken()), "blocks": guideline.blocks(said(text, spoken()))})


# --- Sending --------------------------------------------------------------------------------------------------------


def _draft(person: Person, slug: str, body: bytes) -> Response:
    sent = submission.read(body, Work)
    with writing() as session:
        kept = drafts.save(session, account_id=person.id, slug=slug, sent=sent, now=datetime.now(UTC))
    return JSONResponse(dataclasses.asdict(kept))


def _submit(person: Person, slug: str, body: bytes) -> Response:
    sent = submission.read(body, Submission)
    with writing() as session:
        saved = submitting.submit(session, account_id=person.id, slug=slug, submission=sent, now=datetime.now(UTC))
    # Only here, after the commit, may anybody be told that it is saved.
    shown = _screen_if_possible(person, slug)
    return JSONResponse({"saved": saved, "next": shown, "feedback": _feedback(person, slug, sent.assignment)})


def _skip(person: Person, slug: str, body: bytes) -> Response:
    sent = submission.read(body, Skip)
    with writing() as session:
        submitting.skip(session, account_id=person.id, slug=slug, sent=sent, now=datetime.now(UTC))
    return JSONResponse({"next": _screen_if_possible(person, slug)})


def _preferences(person: Person, slug: str, body: bytes) -> Response:  # noqa: ARG001 - the same for every project
    chosen = preferences.parse(body)
    with writing() as session:
        kept = preferences.save(session, account_id=person.id, chosen=chosen)
    return JSONResponse(kept.model_dump(mode="json"))


def _screen(person: Person, slug: str) -> object:
    """What is next; where nothing of their own is, after taking something from the pool."""
    now = datetime.now(UTC)
    with reading() as session:
        shown = labelling.screen(session, account_id=person.id, slug=slug, language=spoken(), now=now)
        takes = pool_outlook.should_write(
            session, account_id=person.id, slug=slug, assignment_id=shown.assignment, now=now
        )
    if takes:
        with writing(patience_ms=PATIENCE_MS) as session:
            taking.take(session, account_id=person.id, slug=slug, now=now)
        with reading() as session:
            shown = labelling.screen(session, account_id=person.id, slug=slug, language=spoken(), now=now)
    return _drawn(shown, now)


def _drawn(screen: Screen, now: datetime) -> object:
    """The screen as it is sent; where its time is limited with the server's moment: a browser's clock may be wrong."""
    told = screen.model_dump(mode="json")
    return {**told, "now": written(now)} if screen.reserved_until else told


def _feedback(person: Person, slug: str, assignment: int) -> object:
    """After a training item: what was right. Read after the commit, since nobody may know it before."""
    try:
        with reading() as session:
            found = training_course.feedback(session, account_id=person.id, slug=slug, assignment_id=assignment)
    except (AccordError, SQLAlchemyError):
        LOGGER.exception("stored, but what was right in an item of %s could not be read", slug)
        return None
    if found is None:
        return None
    return {**dataclasses.asdict(found), "marks": [mark.model_dump(mode="json") for mark in found.marks]}


def _screen_if_possible(person: Person, slug: str) -> object:
    """What to draw next; None where it cannot be read: what was stored must not be reported as lost because of it."""
    try:
        return _screen(person, slug)
    except (AccordError, SQLAlchemyError):
        LOGGER.exception("stored, but the next item of %s could not be read", slug)
        return None


# --- Whose it is ----------------------------------------------------------------------------------------------------


def _own(look: Callable[[], Found]) -> Found:
    """What is asked for, where an item that is somebody else's counts as not there."""
    try:
        return look()
    except Conflict as error:
        raise NotAmongYours(NO_ITEM) from error


def _assignment(request: Request) -> int:
    asked: int = request.path_params["assignment"]
    if asked > submission.LARGEST_ID:
        raise NotAmongYours(NO_ITEM)
    return asked
