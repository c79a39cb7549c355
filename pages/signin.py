"""Sign in and sign out: plain pages and the cookie, which only a route can set."""

from __future__ import annotations

from datetime import UTC, datetime
from html import escape
from urllib.parse import urlencode, urlsplit

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from annotation.errors import SignInRefused, SlowedDown
from annotation.people import accounts, slowdown
from annotation.people.accounts import Proved
from annotation.store import reading, writing
from languages import LANGUAGES, NAMES, Language, is_language, say, spoken, told, worded
from pages.gate import Addresses
from pages.parts.device import device_of
from pages.parts.form import fields
from pages.parts.language import COOKIE as LANGUAGE_COOKIE
from pages.parts.language import speak_to
from pages.parts.proving import proved
from pages.parts.visitor import COOKIE, person_of
from pages.plain_page import plain_page

TITLE = worded("Sign in")
NAME = worded("Name")
PASSWORD = worded("Password")
SIGN_IN = worded("Sign in")
LEAVE_TITLE = worded("Sign out?")
LEAVE_TEXT = worded("You are signed in as {name}. What you have submitted stays saved.")
LEAVE = worded("Sign out")
STAY = worded("Stay signed in")

HOME = "/"
LONGEST_NEXT = 2_000
A_YEAR = 365 * 24 * 3600  # seconds


def routes(addresses: Addresses) -> list[Route]:
    """GET and POST of /signin and /signout."""

    async def enter(request: Request) -> Response:
        return await _enter(request, addresses)

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
    wanted = request.query_params.get("language")
    if is_language(wanted):
        return _in_language(wanted, target)
    if await to_thread.run_sync(person_of, request.cookies.get(COOKIE)) is not None:
        return RedirectResponse(target, status_code=303)
    return await to_thread.run_sync(_empty_entry_page, target)


def _in_language(language: Language, target: str) -> Response:
    """The page again, in the language that was chosen for this browser; a person's own goes before it later."""
    answer = RedirectResponse(_address(target), status_code=303)
    answer.set_cookie(LANGUAGE_COOKIE, language, max_age=A_YEAR, httponly=True, samesite="lax", path="/")
    return answer


def _address(target: str, **asked: str) -> str:
    asked = asked if target == HOME else {"next": target, **asked}
    return f"/signin?{urlencode(asked)}" if asked else "/signin"


async def _enter(request: Request, addresses: Addresses) -> Response:
    name, password, target = await fields(request, "name", "password", "next")
    target = safe_next(target)
    try:
        person = await proved(name.strip(), password, address=addresses.proxies.sender(request))
        token = await to_thread.run_sync(_started, person, request.cookies.get(COOKIE), device_of(request.headers))
    except SlowedDown as refused:
        answer = _entry_page(target=target, name=name, wrong=told(refused), status=429)
        answer.headers["Retry-After"] = str(refused.seconds)
        return answer
    except SignInRefused as refused:
        return _entry_page(target=target, name=name, wrong=told(refused), status=401)
    answer = RedirectResponse(target, status_code=303)
    answer.set_cookie(COOKIE, token, httponly=True, samesite="lax", path="/", secure=addresses.secure)
    return answer


async def _show_exit(request: Request) -> Response:
    person = await to_thread.run_sync(person_of, request.cookies.get(COOKIE))
    if person is None:
        return RedirectResponse("/signin", status_code=303)
    speak_to(request, person)
    body = f"""<p>{escape(say(LEAVE_TEXT, name=person.name))}</p>
<form method="post" action="/signout"><button type="submit">{say(LEAVE)}</button></form>
<a href="{HOME}">{say(STAY)}</a>"""
    return plain_page(title=say(LEAVE_TITLE), body=body)


async def _leave(request: Request) -> Response:
    await to_thread.run_sync(_sign_out, request.cookies.get(COOKIE))
    answer = RedirectResponse("/signin", status_code=303)
    answer.delete_cookie(COOKIE, httponly=True, samesite="lax", path="/")
    return answer


def _started(person: Proved, before: str | None, device: str) -> str:
    """A new token. Whoever was signed in in this browser is signed out: its cookie is about to be forgotten."""
    now = datetime.now(UTC)
    with writing() as session:
        token = accounts.start(session, account_id=person.id, proved=person.password_hash, now=now, device=device)
        slowdown.forget(session, name=person.name)
        if before:
            accounts.sign_out(session, token=before, now=now)
    return token


def _sign_out(token: str | None) -> None:
    if token:
        with writing() as session:
            accounts.sign_out(session, token=token, now=datetime.now(UTC))


def _empty_entry_page(target: str) -> Response:
    with reading() as session:
        nobody = accounts.nobody_yet(session)
    notice = say(accounts.NOBODY, command=accounts.ASKS_FOR_THE_FIRST) if nobody else ""
    return _entry_page(target=target, notice=notice)


def _entry_page(*, target: str, name: str = "", wrong: str = "", notice: str = "", status: int = 200) -> Response:
    error = f'<p class="wrong" role="alert" id="wrong">{escape(wrong)}</p>' if wrong else ""
    said = f'<p class="done">{escape(notice)}</p>' if notice else ""
    described = ' aria-describedby="wrong" aria-invalid="true"' if wrong else ""
    at_name, at_password = ("", " autofocus") if name else (" autofocus", "")
    body = f"""{error}{said}
<form method="post" action="/signin">
<input type="hidden" name="next" value="{escape(target)}">
<label for="name">{say(NAME)}</label>
<input id="name" name="name" value="{escape(name)}" autocomplete="username" autocapitalize="none" spellcheck="false"
 maxlength="64" required{described}{at_name}>
<label for="password">{say(PASSWORD)}</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024"
 required{described}{at_password}>
<button type="submit">{say(SIGN_IN)}</button>
</form>
{_switch(target)}"""
    return plain_page(title=say(TITLE), body=body, status=status)


def _switch(target: str) -> str:
    """The way to the same page in each other language, under the language's own name."""
    return "".join(
        f'<a href="{escape(_address(target, language=code))}" lang="{code}" hreflang="{code}">{NAMES[code]}</a>'
        for code in LANGUAGES
        if code != spoken()
    )
