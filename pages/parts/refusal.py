"""How a route says no: one JSON form, `{"error": code, "message": plain sentence}`, for the board and for scripts."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse

from languages import say_if_ours, worded

SIGNED_OUT = worded("You are signed out. Reload the page to sign in.")
WRONG_ROLE = worded("Your account may not do this. Ask the person who runs the study if you should.")


def wants_page(visit: HTTPConnection) -> bool:
    """Whether the answer is shown to a person as it is, so that it had better be a page."""
    return "text/html" in visit.headers.get("accept", "")


def refusal(status: int, error: str, message: str, **more: object) -> JSONResponse:
    """The answer to a request that is refused; `more` are further keys of the JSON object."""
    return JSONResponse({"error": error, "message": say_if_ours(message), **more}, status_code=status)


def signed_out() -> JSONResponse:
    """The answer to somebody whose cookie is missing, expired or revoked."""
    return refusal(401, "signed_out", SIGNED_OUT)


def wrong_role() -> JSONResponse:
    """The answer to a signed-in person whose role may not do this."""
    return refusal(403, "wrong_role", WRONG_ROLE)
