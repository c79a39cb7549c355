"""Sign in and sign out: plain pages and the cookie, which only a route can set."""

from __future__ import annotations

from datetime import UTC, datetime
from html import escape
from urllib.parse import parse_qs, urlsplit

from anyio import CapacityLimiter, to_thread
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from annotation import accounts
from annotation.errors import SignInRefused
from annotation.store import reading, writing
from pages.gate import Addresses
from pages.parts.visitor import COOKIE, person_of
from pages.plain_page import plain_page

TITLE = "Sign in"
NAME = "Name"
PASSWORD = "Password"
SIGN_IN = "Sign in"
LEAVE_TITLE = "Sign out?"
LEAVE_TEXT = "You are signed in as {name}. What you have submitted stays saved."
LEAVE = "Sign out"
STAY = "Stay signed in"

HOME = "/"
LONGEST_NEXT = 2_000

# Checking a password takes tens of milliseconds of a core and 64 MB: a rush of sign-ins waits, labelling does not.
_AT_ONCE = CapacityLimiter(2)


def routes(addresses: Addresses) -> list[Route]:
    """GET and POST of /signin and /signout."""

    async def enter(request: Request) -> Response:
        return await _enter(request, secure=addresses.secure)

    return [
        Route("/signin", _show_entry, methods=["GET"]),
        Route("/signin", enter, methods=["POST"]),
        Route("/signout", _show_exit, methods=["GET"]),
        Route("/signout", _leave, methods=["POST"]),
    ]


def safe_next(wanted: str) -> str:
    """Where to go after signing in: `wanted` if it is a path on this server, else home.

    Browsers read a backslash as a slash and leave out tabs and line breaks, so `//` can hide: such paths are not taken.
    """
    local = wanted.startswith("/") and not wanted.startswith("//") and len(wanted) <= LONGEST_NEXT
    if not local or "\\" in wanted or not wanted.isprintable():
        return HOME
    path = urlsplit(wanted).path
    return HOME if path in ("/signin", "/signout") else wanted


async def _show_entry(request: Request) -> Response:
    target = safe_next(request.query_params.get("next", HOME))
    if await to_thread.run_sync(person_of, request.cookies.get(COOKIE)) is not None:
        return RedirectResponse(target, status_code=303)
    return _entry_page(target=target)


async def _enter(request: Request, *, secure: bool) -> Response:
    form = parse_qs((await request.body()).decode("utf-8", errors="replace"))
    name, password, target = (form.get(field, [""])[0] for field in ("name", "password", "next"))
    target = safe_next(target)
    try:
        token = await to_thread.run_sync(
            _signed_in, name.strip(), password, request.cookies.get(COOKIE), limiter=_AT_ONCE
        )
    except SignInRefused as refused:
        return _entry_page(target=target, name=name, wrong=str(refused), status=401)
    answer = RedirectResponse(target, status_code=303)
    answer.set_cookie(COOKIE, token, httponly=True, samesite="lax", path="/", secure=secure)
    return answer


async def _show_exit(request: Request) -> Response:
    person = await to_thread.run_sync(person_of, request.cookies.get(COOKIE))
    if person is None:
        return RedirectResponse("/signin", status_code=303)
    body = f"""<p>{escape(LEAVE_TEXT.format(name=person.name))}</p>
<form method="post" action="/signout"><button type="submit">{LEAVE}</button></form>
<a href="{HOME}">{STAY}</a>"""
    return plain_page(title=LEAVE_TITLE, body=body)


async def _leave(request: Request) -> Response:
    await to_thread.run_sync(_sign_out, request.cookies.get(COOKIE))
    answer = RedirectResponse("/signin", status_code=303)
    answer.delete_cookie(COOKIE, httponly=True, samesite="lax", path="/")
    return answer


def _signed_in(name: str, password: str, before: str | None) -> str:
    """A new token. Whoever was signed in in this browser is signed out: its cookie is about to be forgotten."""
    now = datetime.now(UTC)
    with reading() as session:  # not a writing one: hashing takes long, and submissions would wait for it
        person = accounts.prove(session, name=name, password=password)
    with writing() as session:
        token = accounts.start(session, account_id=person.id, now=now)
        if before:
            accounts.sign_out(session, token=before, now=now)
    return token


def _sign_out(token: str | None) -> None:
    if token:
        with writing() as session:
            accounts.sign_out(session, token=token, now=datetime.now(UTC))


def _entry_page(*, target: str, name: str = "", wrong: str = "", status: int = 200) -> Response:
    error = f'<p class="wrong" role="alert" id="wrong">{escape(wrong)}</p>' if wrong else ""
    described = ' aria-describedby="wrong" aria-invalid="true"' if wrong else ""
    at_name, at_password = ("", " autofocus") if name else (" autofocus", "")
    body = f"""{error}
<form method="post" action="/signin">
<input type="hidden" name="next" value="{escape(target)}">
<label for="name">{NAME}</label>
<input id="name" name="name" value="{escape(name)}" autocomplete="username" autocapitalize="none" spellcheck="false"
 maxlength="64" required{described}{at_name}>
<label for="password">{PASSWORD}</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024"
 required{described}{at_password}>
<button type="submit">{SIGN_IN}</button>
</form>"""
    return plain_page(title=TITLE, body=body, status=status)
