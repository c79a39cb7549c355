"""Where am I signed in, and until when? A plain page for everybody, from where any sign-in of one's own can be ended.

It is no screen of Streamlit's: what it does is about the cookie, which Streamlit's websocket never carries anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from html import escape

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from annotation import idle, sign_ins
from annotation.accounts import Person
from annotation.sign_ins import OpenSignIn
from annotation.store import reading, writing
from pages.parts.device import UNKNOWN
from pages.parts.form import fields
from pages.parts.refusal import signed_out
from pages.parts.visitor import COOKIE, person_of
from pages.plain_page import TO_START, plain_page

ACCOUNT = "/account"
TITLE = "Your account"
WHO = (
    "You are signed in as {name}, {role}. This sign-in ends on {until} at the latest, and after {hours:g} hours "
    "without use; signing out ends it at once. Times are in UTC."
)
WHERE = "Where you are signed in"
HERE = "this browser"
SPAN = "Since {since}, ends by {until}"
END = "End"
END_ONE = "End the sign-in in {device}, since {since}"
END_OTHERS = "End all other sign-ins"
STRANGE = "If you do not know one of these, end it and change your password."
CHANGE = "Change password"
SIGN_OUT = "Sign out"
# What a form has done, said on the page that follows it.
DONE = {
    "ended": "That sign-in is ended.",
    "others": "Your other sign-ins are ended. This one stays.",
    "password": "Your password is changed. Your sign-ins in other browsers are ended; this one stays.",
}
OTHERS = "others"


def routes() -> list[Route]:
    """GET of the page, POST to end sign-ins."""
    return [
        Route(ACCOUNT, _show, methods=["GET"]),
        Route(f"{ACCOUNT}/end", _end, methods=["POST"]),
    ]


async def _show(request: Request) -> Response:
    return await to_thread.run_sync(
        _page, request.cookies.get(COOKIE, ""), DONE.get(request.query_params.get("done", ""), "")
    )


async def _end(request: Request) -> Response:
    (which,) = await fields(request, "sign_in")
    return await to_thread.run_sync(_ended, request.cookies.get(COOKIE, ""), which)


def _page(token: str, done: str) -> Response:
    person, now = person_of(token), datetime.now(UTC)
    if person is None:
        return signed_out()
    with reading() as session:
        found = sign_ins.open_ones(session, account_id=person.id, token=token, now=now)
    return plain_page(title=TITLE, body=_body(person, found, done), wide=True)


def _ended(token: str, which: str) -> Response:
    person, now = person_of(token), datetime.now(UTC)
    if person is None:
        return signed_out()
    with writing() as session:
        if which == OTHERS:
            sign_ins.end_others(session, account_id=person.id, token=token, now=now)
        elif which.isascii() and which.isdecimal() and len(which) < 10:
            sign_ins.end(session, account_id=person.id, sign_in_id=int(which), now=now)
    return RedirectResponse(f"{ACCOUNT}?done={'others' if which == OTHERS else 'ended'}", status_code=303)


def _body(person: Person, found: Sequence[OpenSignIn], done: str) -> str:
    hours = idle.limit().total_seconds() / 3600
    until = next((_moment(each.until) for each in found if each.here), "")
    others = (
        f'<form method="post" action="{ACCOUNT}/end"><input type="hidden" name="sign_in" value="{OTHERS}">'
        f'<button type="submit" class="small">{END_OTHERS}</button></form>'
    )
    return f"""{f'<p class="done" role="status">{done}</p>' if done else ""}
<p>{escape(WHO.format(name=person.name, role=person.role, until=until, hours=hours))}</p>
<h2>{WHERE}</h2>
<ul>{"".join(_line(each) for each in found)}</ul>
{f'<p class="quiet">{STRANGE}</p>{others}' if len(found) > 1 else ""}
<nav class="links">
<a href="{ACCOUNT}/password">{CHANGE}</a><a href="/signout">{SIGN_OUT}</a><a href="/">{TO_START}</a>
</nav>"""


def _line(each: OpenSignIn) -> str:
    device, since = escape(each.device or UNKNOWN), _moment(each.since)
    form = (
        f'<form method="post" action="{ACCOUNT}/end"><input type="hidden" name="sign_in" value="{each.id}">'
        f'<button type="submit" class="small" aria-label="{END_ONE.format(device=device, since=since)}">{END}</button>'
        "</form>"
    )
    return (
        f"<li><div>{device}<small>{SPAN.format(since=since, until=_moment(each.until))}</small></div>"
        f"{f'<strong>{HERE}</strong>' if each.here else form}</li>"
    )


def _moment(moment: datetime) -> str:
    return f"{moment.day} {moment:%b %Y, %H:%M}"
