"""Who gets in: everything that reaches the server, Streamlit's websocket included, passes here first.

Refused unless allowed. Without a session only the sign-in page, the health checks and Streamlit's own static files
answer; every write and every websocket must come from our own pages. Each page and route still checks the role itself.
This is plain ASGI, since Starlette's own base class for middleware leaves websockets out.
"""

from __future__ import annotations

import logging
from urllib.parse import quote

from anyio import to_thread
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from annotation.people.accounts import Person
from languages import say, worded
from pages.gate.addresses import Addresses
from pages.gate.messages import BODY_LIMIT, UPLOAD_LIMIT, Answer, Bounded, TooLarge
from pages.gate.policy import headers
from pages.parts.language import speak_to
from pages.parts.refusal import refusal, signed_out, wants_page, wrong_role
from pages.parts.visitor import ASKING, COOKIE, person_of

LOGGER = logging.getLogger(__name__)

READ_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

# What answers without a session. `/signout` sends whoever is signed out already to the sign-in page.
# Browsers ask for `/favicon.ico` beside whatever names no picture of its own.
PICTURES = frozenset({"/favicon.png", "/favicon.ico"})
OPEN_PATHS = frozenset({"/signin", "/signout", "/healthz", "/_stcore/health", "/manifest.json"}) | PICTURES
STATIC = "/static/"

# Of Streamlit's internal routes only those that its page needs: its metrics, its agent routes and its sign-in by a
# third party are not ours. Files are uploaded by whoever may make a project of them, and by nobody else.
CORE = "/_stcore/"
CORE_PATHS = frozenset({"/_stcore/health", "/_stcore/host-config", "/_stcore/stream"})
CORE_COMPONENTS = "/_stcore/bidi-components/"
UPLOADS = "/_stcore/upload_file/"
UPLOADERS = ("researcher", "admin")
CLOSED_PATHS = frozenset({"/oauth2callback", "/auth/login", "/auth/logout"})

WRONG_HOST = worded("This server does not answer to that name. Use the address that you were given.")
WRONG_ORIGIN = worded(
    "This request did not come from Accord's own pages at its public address, so nothing was changed."
)
NOT_HERE = worded("There is nothing at this address.")
TOO_LARGE = worded("This is more than {limit:,} bytes, so it was not read. Send less.")
UNEXPECTED = worded("Something went wrong on the server. Try again; if it happens again, tell the person who runs it.")


class Gate:
    """The middleware around the whole application."""

    def __init__(self, app: ASGIApp, *, addresses: Addresses) -> None:
        self.app = app
        self.addresses = addresses
        self.headers = headers(addresses)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request in, or answer it here."""
        if scope["type"] == "http":
            cacheable = scope["path"].startswith(STATIC)
            bounded = Bounded(receive, limit=_limit(scope["path"]))
            await self._request(scope, bounded, Answer(send, headers=self.headers, cacheable=cacheable))
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Bounded, answer: Answer) -> None:
        try:
            refused = await self._refused(HTTPConnection(scope), scope["method"])
            await (refused or self.app)(scope, receive, answer)
        except TooLarge:
            await _too_large(receive.limit)(scope, receive, answer)
        except ClientDisconnect:  # a page that was closed while it sent its draft: there is nobody to answer
            LOGGER.info("%s %s was broken off by the sender", scope["method"], scope["path"])
        except Exception:
            LOGGER.exception("%s %s failed", scope["method"], scope["path"])
            if answer.started:  # cut off: half an answer must not look like a whole one
                raise
            await refusal(500, "unexpected", UNEXPECTED)(scope, receive, answer)

    async def _refused(self, visit: HTTPConnection, method: str) -> Response | None:
        speak_to(visit)
        if not self._named(visit):
            return _said(visit, 400, "wrong_host", WRONG_HOST)
        if not _exists(visit.scope["path"]):
            return PlainTextResponse(say(NOT_HERE), status_code=404)
        if method not in READ_METHODS and not self._ours(visit):
            return _said(visit, 403, "wrong_origin", WRONG_ORIGIN)
        limit = _limit(visit.scope["path"])
        if _declared_length(visit, limit) > limit:
            return _too_large(limit)
        if _open(visit.scope["path"], method):
            return None
        person = await _person(visit)
        if person is not None:
            visit.scope[ASKING] = person
            speak_to(visit, person)
            return wrong_role() if _uploads(visit.scope["path"]) and person.role not in UPLOADERS else None
        return _to_sign_in(visit.scope) if method in ("GET", "HEAD") and wants_page(visit) else signed_out()

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        visit = HTTPConnection(scope)
        try:
            welcome = self._named(visit) and self._ours(visit) and await _person(visit) is not None
        except Exception:
            LOGGER.exception("the sign-in of a websocket could not be checked")
            welcome = False
        if welcome:
            await self.app(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008, "reason": ""})

    def _named(self, visit: HTTPConnection) -> bool:
        return self.addresses.knows(_only(visit, "host"))

    def _ours(self, visit: HTTPConnection) -> bool:
        return self.addresses.trusts(_only(visit, "origin"), host=_only(visit, "host"))


async def _person(visit: HTTPConnection) -> Person | None:
    return await to_thread.run_sync(person_of, visit.cookies.get(COOKIE))


def _exists(path: str) -> bool:
    if path.startswith(CORE):
        return path in CORE_PATHS or path.startswith(CORE_COMPONENTS) or _uploads(path)
    return path not in CLOSED_PATHS


def _uploads(path: str) -> bool:
    return path.startswith(UPLOADS)


def _limit(path: str) -> int:
    """How many bytes a body sent to this address may have."""
    return UPLOAD_LIMIT if _uploads(path) else BODY_LIMIT


def _too_large(limit: int) -> Response:
    return refusal(413, "too_large", say(TOO_LARGE, limit=limit))


def _open(path: str, method: str) -> bool:
    return path in OPEN_PATHS or (path.startswith(STATIC) and method in READ_METHODS)


def _only(visit: HTTPConnection, name: str) -> str | None:
    """A header's value, or None where it is missing or sent twice: which one counts would then be anybody's guess."""
    values = visit.headers.getlist(name)
    return values[0] if len(values) == 1 else None


def _declared_length(visit: HTTPConnection, limit: int) -> int:
    text = visit.headers.get("content-length", "0")
    return int(text) if text.isdecimal() else limit + 1


def _said(visit: HTTPConnection, status: int, error: str, message: str) -> Response:
    """The refusal as a sentence for a browser that shows it to a person, else as JSON."""
    return PlainTextResponse(say(message), status_code=status) if wants_page(visit) else refusal(status, error, message)


def _to_sign_in(scope: Scope) -> Response:
    wanted = quote(scope["path"])
    if scope["query_string"]:
        wanted += "?" + scope["query_string"].decode("latin-1")
    address = "/signin" if wanted == "/" else f"/signin?next={quote(wanted, safe='/')}"
    return RedirectResponse(address, status_code=303)
