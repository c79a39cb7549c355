"""Change one's own password: a plain form that asks the old one, as another may be sitting at an open screen."""

from __future__ import annotations

from datetime import UTC, datetime
from html import escape
from typing import Literal

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from annotation.errors import SignInRefused, SlowedDown, WrongUse
from annotation.people import accounts, slowdown
from annotation.people.accounts import Person
from annotation.store import writing
from languages import say, told, worded
from pages.gate import Addresses
from pages.parts.form import fields
from pages.parts.proving import AT_ONCE, proved
from pages.parts.refusal import signed_out
from pages.parts.visitor import COOKIE, person_of
from pages.plain_page import plain_page

ADDRESS = "/account/password"
TITLE = worded("Change password")
EXPLAINED = worded("Your sign-ins in other browsers will be ended; this one stays.")
OLD = worded("Old password")
NEW = worded("New password")
AGAIN = worded("New password again")
RULE = worded("At least {least} characters.")
CHANGE = worded("Change password")
BACK = worded("Back to your account")
OLD_WRONG = worded("The old password is wrong.")
NOT_THE_SAME = worded("The two new passwords are not the same.")
NOT_NEW = worded("The new password is the old one.")


def routes(addresses: Addresses) -> list[Route]:
    """GET and POST of the form."""

    async def change(request: Request) -> Response:
        return await _change(request, addresses)

    return [Route(ADDRESS, _show, methods=["GET"]), Route(ADDRESS, change, methods=["POST"])]


async def _show(request: Request) -> Response:
    person = await to_thread.run_sync(person_of, request.cookies.get(COOKIE))
    return _form(person) if person else signed_out()


async def _change(request: Request, addresses: Addresses) -> Response:
    token = request.cookies.get(COOKIE, "")
    person = await to_thread.run_sync(person_of, token)
    if person is None:
        return signed_out()
    old, new, again = await fields(request, "old", "new", "again")
    # What is wrong with the new one is said first: it costs no guess at the old one.
    if new != again:
        return _form(person, wrong=say(NOT_THE_SAME))
    try:
        password_hash = await to_thread.run_sync(accounts.hashed, new, limiter=AT_ONCE)
        await proved(person.name, old, address=addresses.proxies.sender(request))
        if new == old:
            return _form(person, wrong=say(NOT_NEW))
        await to_thread.run_sync(_changed, person, token, password_hash)
    except WrongUse as refused:
        return _form(person, wrong=told(refused))
    except SlowedDown as refused:
        answer = _form(person, wrong=told(refused), at="old", status=429)
        answer.headers["Retry-After"] = str(refused.seconds)
        return answer
    except SignInRefused:
        return _form(person, wrong=say(OLD_WRONG), at="old")
    return RedirectResponse("/account?done=password", status_code=303)


def _changed(person: Person, token: str, password_hash: str) -> None:
    with writing() as session:
        accounts.change_password(session, token=token, password_hash=password_hash, now=datetime.now(UTC))
        slowdown.forget(session, name=person.name)


def _form(person: Person, *, wrong: str = "", at: Literal["old", "new"] = "new", status: int = 400) -> Response:
    """The empty form, with what is wrong at which of the passwords."""
    error = f'<p class="wrong" role="alert" id="wrong">{escape(wrong)}</p>' if wrong else ""
    is_wrong = ' aria-describedby="wrong" aria-invalid="true"'
    at_old = is_wrong if wrong and at == "old" else ""
    at_new = is_wrong if wrong and at == "new" else ' aria-describedby="rule"'
    body = f"""{error or f"<p>{say(EXPLAINED)}</p>"}
<form method="post" action="{ADDRESS}">
<input type="hidden" name="username" value="{escape(person.name)}" autocomplete="username">
<label for="old">{say(OLD)}</label>
<input id="old" name="old" type="password" autocomplete="current-password" maxlength="{accounts.LONGEST_PASSWORD}"
 required autofocus{at_old}>
<label for="new">{say(NEW)}</label>
<input id="new" name="new" type="password" autocomplete="new-password" minlength="{accounts.SHORTEST_PASSWORD}"
 maxlength="{accounts.LONGEST_PASSWORD}" required{at_new}>
<p class="quiet hint" id="rule">{say(RULE, least=accounts.SHORTEST_PASSWORD)}</p>
<label for="again">{say(AGAIN)}</label>
<input id="again" name="again" type="password" autocomplete="new-password"
 maxlength="{accounts.LONGEST_PASSWORD}" required{at_new}>
<button type="submit">{say(CHANGE)}</button>
</form>
<a href="/account">{say(BACK)}</a>"""
    return plain_page(title=say(TITLE), body=body, status=status if wrong else 200)
