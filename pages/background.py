"""What does a person say of themselves for a data statement? A plain page, optional from beginning to end."""

from __future__ import annotations

from datetime import UTC, datetime
from html import escape

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from annotation import models as m
from annotation.errors import WrongUse
from annotation.people import background
from annotation.people.background import AGES, EXPERIENCE, FEWEST, LONGEST, Background
from annotation.store import reading, writing
from languages import say, told, worded
from pages.parts.form import fields
from pages.parts.refusal import signed_out
from pages.parts.visitor import COOKIE, person_of
from pages.plain_page import plain_page

BACKGROUND = "/account/background"
TITLE = worded("About you, if you like")
WHY = worded(
    "Papers that publish labels are asked who labelled. What you say here is told only of all annotators together, and "
    "of no value that fewer than {fewest} people share. You need not say anything, and can take it back at any time."
)
LANGUAGES = worded("First languages")
AGE = worded("Age")
TRAINING = worded("Training in the field (such as linguistics, psychology)")
EXPERIENCE_WITH = worded("Experience with such annotation")
SILENT = worded("I would rather not say")
AGE_WORDS = {
    "18-24": worded("18–24"),
    "25-34": worded("25–34"),
    "35-44": worded("35–44"),
    "45-54": worded("45–54"),
    "55-64": worded("55–64"),
    "65 or more": worded("65 or more"),
}
EXPERIENCE_WORDS = {
    "none": worded("none"),
    "under a year": worded("under a year"),
    "1 to 5 years": worded("1 to 5 years"),
    "over 5 years": worded("over 5 years"),
}
AGREE = worded("I agree that this is kept and told of all annotators together")
KEEP = worded("Keep this")
TAKEN_BACK = worded("Nothing is kept about you.")
KEPT = worded("This is kept. Take the tick away and press the button to take it back.")
TO_ACCOUNT = worded("Your account")


def routes() -> list[Route]:
    """GET of the form, POST to keep it or take it back."""
    return [Route(BACKGROUND, _show, methods=["GET"]), Route(BACKGROUND, _keep, methods=["POST"])]


async def _show(request: Request) -> Response:
    done = request.query_params.get("done", "")
    return await to_thread.run_sync(_page, request.cookies.get(COOKIE, ""), done)


async def _keep(request: Request) -> Response:
    said = await fields(request, "consent", "first_languages", "age", "training", "experience")
    return await to_thread.run_sync(_kept, request.cookies.get(COOKIE, ""), said)


def _page(token: str, done: str) -> Response:
    person = person_of(token)
    if person is None:
        return signed_out()
    with reading() as session:
        said = background.read(session.get_one(m.Account, person.id))
    note = {"kept": KEPT, "back": TAKEN_BACK}.get(done)
    return plain_page(title=say(TITLE), body=_body(said, note=say(note) if note else ""), wide=True)


def _kept(token: str, said: tuple[str, ...]) -> Response:
    person = person_of(token)
    if person is None:
        return signed_out()
    consent, first_languages, age, training, experience = said
    try:
        given = background.checked(
            consent=bool(consent),
            first_languages=first_languages,
            age=age,
            training=training,
            experience=experience,
        )
    except WrongUse as error:
        body = _body(Background(), wrong=told(error))
        return plain_page(title=say(TITLE), body=body, status=400, wide=True)
    with writing() as session:
        background.save(session, account_id=person.id, said=given, now=datetime.now(UTC))
    return RedirectResponse(f"{BACKGROUND}?done={'kept' if given.consent else 'back'}", status_code=303)


def _body(said: Background, *, note: str = "", wrong: str = "") -> str:
    return f"""{f'<p class="done" role="status">{escape(note)}</p>' if note else ""}
{f'<p class="wrong" role="alert">{escape(wrong)}</p>' if wrong else ""}
<p class="quiet">{escape(say(WHY, fewest=FEWEST))}</p>
<form method="post" action="{BACKGROUND}">
{_text("first_languages", say(LANGUAGES), said.first_languages)}
{_choice("age", say(AGE), said.age, [(each, say(AGE_WORDS[each])) for each in AGES if each])}
{_text("training", say(TRAINING), said.training)}
{
        _choice(
            "experience",
            say(EXPERIENCE_WITH),
            said.experience,
            [(each, say(EXPERIENCE_WORDS[each])) for each in EXPERIENCE if each],
        )
    }
<label class="tick"><input type="checkbox" name="consent" value="yes"{" checked" if said.consent else ""}> {
        say(AGREE)
    }</label>
<button type="submit">{say(KEEP)}</button>
</form>
<nav class="links"><a href="/account">{say(TO_ACCOUNT)}</a></nav>"""


def _text(name: str, label: str, value: str) -> str:
    return (
        f'<label for="{name}">{label}</label>'
        f'<input id="{name}" name="{name}" type="text" maxlength="{LONGEST}" autocomplete="off"'
        f' value="{escape(value)}">'
    )


def _choice(name: str, label: str, value: str, options: list[tuple[str, str]]) -> str:
    drawn = "".join(
        f'<option value="{escape(key)}"{" selected" if key == value else ""}>{words}</option>'
        for key, words in [("", say(SILENT)), *options]
    )
    return f'<label for="{name}">{label}</label><select id="{name}" name="{name}">{drawn}</select>'
