"""Where am I signed in, and until when? A plain page for everybody, from where any sign-in of one's own can be ended.

It is no screen of Streamlit's: what it does is about the cookie, which Streamlit's websocket never carries anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from html import escape
from typing import Literal

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from annotation.people import idle, preferences, sign_ins
from annotation.people.accounts import Person
from annotation.people.preferences import Preferences
from annotation.people.sign_ins import OpenSignIn
from annotation.store import reading, writing
from languages import LANGUAGES, NAMES, Language, chosen, day, is_language, say, spoken, worded
from pages.parts.access import ROLE_WORDS
from pages.parts.device import in_words
from pages.parts.form import fields
from pages.parts.language import COOKIE as LANGUAGE_COOKIE
from pages.parts.language import HEADER
from pages.parts.refusal import signed_out
from pages.parts.visitor import COOKIE, person_of
from pages.plain_page import TO_START, plain_page

ACCOUNT = "/account"
TITLE = worded("Your account")
WHO = worded(
    "You are signed in as {name}, {role}. This sign-in ends on {until} at the latest, and after {hours:g} hours "
    "without use; signing out ends it at once. Times are in UTC."
)
WHERE = worded("Where you are signed in")
HERE = worded("this browser")
SPAN = worded("Since {since}, ends by {until}")
END = worded("End")
END_ONE = worded("End the sign-in in {device}, since {since}")
END_OTHERS = worded("End all other sign-ins")
LANGUAGE = worded("Language")
AS_THE_BROWSER = worded("As the browser asks ({language})")
KEEP = worded("Use this language")
STRANGE = worded("If you do not know one of these, end it and change your password.")
CHANGE = worded("Change password")
ABOUT_YOU = worded("About you, if you like")
SIGN_OUT = worded("Sign out")
# What a form has done, said on the page that follows it.
DONE = {
    "language": worded("This is your language now, on every device."),
    "ended": worded("That sign-in is ended."),
    "others": worded("Your other sign-ins are ended. This one stays."),
    "password": worded("Your password is changed. Your sign-ins in other browsers are ended; this one stays."),
}
OTHERS = "others"


def routes() -> list[Route]:
    """GET of the page, POST to choose a language and to end sign-ins."""
    return [
        Route(ACCOUNT, _show, methods=["GET"]),
        Route(f"{ACCOUNT}/language", _choose, methods=["POST"]),
        Route(f"{ACCOUNT}/end", _end, methods=["POST"]),
    ]


async def _show(request: Request) -> Response:
    asked = chosen(request.cookies.get(LANGUAGE_COOKIE), header=request.headers.get(HEADER))
    done = request.query_params.get("done", "")
    return await to_thread.run_sync(_page, request.cookies.get(COOKIE, ""), asked, done)


async def _choose(request: Request) -> Response:
    (language,) = await fields(request, "language")
    return await to_thread.run_sync(_chosen, request.cookies.get(COOKIE, ""), language)


async def _end(request: Request) -> Response:
    (which,) = await fields(request, "sign_in")
    return await to_thread.run_sync(_ended, request.cookies.get(COOKIE, ""), which)


def _page(token: str, asked: Language, done: str) -> Response:
    person, now = person_of(token), datetime.now(UTC)
    if person is None:
        return signed_out()
    with reading() as session:
        found = sign_ins.open_ones(session, account_id=person.id, token=token, now=now)
    return plain_page(title=say(TITLE), body=_body(person, found, asked, done), wide=True)


def _chosen(token: str, language: str) -> Response:
    person = person_of(token)
    if person is None:
        return signed_out()
    kept: Language | Literal[""] = language if is_language(language) else ""
    with writing() as session:
        preferences.save(session, account_id=person.id, chosen=Preferences(language=kept))
    return RedirectResponse(f"{ACCOUNT}?done=language", status_code=303)


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


def _body(person: Person, found: Sequence[OpenSignIn], asked: Language, done: str) -> str:
    hours = idle.limit().total_seconds() / 3600
    until = next((_moment(each.until) for each in found if each.here), "")
    others = (
        f'<form method="post" action="{ACCOUNT}/end"><input type="hidden" name="sign_in" value="{OTHERS}">'
        f'<button type="submit" class="small">{say(END_OTHERS)}</button></form>'
    )
    return f"""{f'<p class="done" role="status">{say(DONE[done])}</p>' if done in DONE else ""}
<p>{escape(say(WHO, name=person.name, role=ROLE_WORDS[person.role], until=until, hours=hours))}</p>
<h2>{say(LANGUAGE)}</h2>
{_languages(person, asked)}
<h2>{say(WHERE)}</h2>
<ul>{"".join(_line(each) for each in found)}</ul>
{f'<p class="quiet">{say(STRANGE)}</p>{others}' if len(found) > 1 else ""}
<nav class="links">
<a href="{ACCOUNT}/password">{say(CHANGE)}</a>
<a href="{ACCOUNT}/background">{say(ABOUT_YOU)}</a><a href="/signout">{say(SIGN_OUT)}</a><a href="/">{say(TO_START)}</a>
</nav>"""


def _languages(person: Person, asked: Language) -> str:
    """The choice of a language, each under its own name."""
    offered = [("", say(AS_THE_BROWSER, language=NAMES[asked])), *((code, NAMES[code]) for code in LANGUAGES)]
    options = "".join(
        f'<option value="{code}"{" selected" if code == person.language else ""}'
        f' lang="{code or spoken()}">{name}</option>'
        for code, name in offered
    )
    return (
        f'<form class="line" method="post" action="{ACCOUNT}/language">'
        f'<select name="language" aria-label="{say(LANGUAGE)}">{options}</select>'
        f'<button type="submit" class="small">{say(KEEP)}</button></form>'
    )


def _line(each: OpenSignIn) -> str:
    device, since = escape(in_words(each.device)), _moment(each.since)
    form = (
        f'<form method="post" action="{ACCOUNT}/end"><input type="hidden" name="sign_in" value="{each.id}">'
        f'<button type="submit" class="small" aria-label="{say(END_ONE, device=device, since=since)}">'
        f"{say(END)}</button>"
        "</form>"
    )
    return (
        f"<li><div>{device}<small>{say(SPAN, since=since, until=_moment(each.until))}</small></div>"
        f"{f'<strong>{say(HERE)}</strong>' if each.here else form}</li>"
    )


def _moment(moment: datetime) -> str:
    time = f"{moment:%H:%M}"
    return say("{day}, {time}", day=day(moment), time=time)
