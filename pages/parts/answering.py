"""How a route that somebody signed in for answers: who may ask, and what a refusal by the store becomes."""

from __future__ import annotations

from collections.abc import Callable, Collection

from starlette.requests import Request
from starlette.responses import Response

from annotation.board.drafts import DraftElsewhere
from annotation.errors import AccordError, Busy, Conflict, Invalid, NotFound
from annotation.people.accounts import Person
from languages import told, worded
from pages.parts.refusal import refusal, signed_out, wrong_role
from pages.parts.visitor import asker

NOT_JSON = worded("Answers are sent as application/json; nothing was saved.")


class NotAmongYours(NotFound):
    """What is asked for by its number belongs to somebody else, or is not there at all."""


def is_json(request: Request) -> bool:
    """Whether the body says that it is JSON, which no form of another site can."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower() == "application/json"


def answered(request: Request, *, roles: Collection[str], verb: Callable[[Person], Response], unknown: str) -> Response:
    """What the verb answers to the person who asks, or why not. `unknown` is said of what is not found."""
    person = asker(request)
    if person is None:
        return signed_out()
    if person.role not in roles:
        return wrong_role()
    try:
        return verb(person)
    except AccordError as error:
        return _refused(error, unknown)


def _refused(error: AccordError, unknown: str) -> Response:
    message = told(error)
    if isinstance(error, DraftElsewhere):
        return refusal(409, error.code, message, draft=error.draft.model_dump(mode="json"))
    if isinstance(error, Conflict):
        return refusal(409, error.code, message)
    if isinstance(error, Invalid):
        missing = [{"target": target, "question": question} for target, question in error.missing]
        status = 400 if error.code == "malformed" else 422
        return refusal(status, error.code, message, **({"missing": missing} if missing else {}))
    if isinstance(error, NotAmongYours):
        return refusal(404, "not_yours", message)
    if isinstance(error, Busy):
        return refusal(503, "busy", message)
    if isinstance(error, NotFound):
        return refusal(404, "unknown_project", unknown)  # not the error's own words: they list what there is
    return refusal(500, "unexpected", message)
