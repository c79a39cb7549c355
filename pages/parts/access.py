"""Who is asking for this screen, and may they see it? The one place where a screen learns it.

Every page's first line is `person = require(...)`. Streamlit runs a widget's callback and a fragment without running
the page's first line: whichever of them reads or writes anything asks `require` again itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

import streamlit as st

from annotation.people.accounts import Person, Role
from languages import Worded, say, worded
from pages.parts.language import speak_on_screen
from pages.parts.visitor import COOKIE, person_of

SIGNED_OUT = worded("You are signed out.")
TO_SIGN_IN = worded("Sign in")
TO_HOME = worded("Back to the start")
WRONG_ROLE = worded("This page is for {roles}. You are signed in as {name}, {role}.")
ROLE_WORDS: Mapping[str, Worded] = {
    "annotator": worded("annotator"),
    "adjudicator": worded("adjudicator"),
    "researcher": worded("researcher"),
    "admin": worded("admin"),
}
PLURALS: Mapping[str, Worded] = {
    "annotator": worded("annotators"),
    "adjudicator": worded("adjudicators"),
    "researcher": worded("researchers"),
    "admin": worded("admins"),
}


def asking() -> Person | None:
    """The person behind the cookie that came with the websocket, if the sign-in still holds; tests replace this."""
    return person_of(st.context.cookies.get(COOKIE))


def require(*roles: Role) -> Person:
    """The person, where they have one of these roles; else the screen says so and ends here."""
    person = asking()
    speak_on_screen(person)
    if person is None:
        _say(say(SIGNED_OUT), to="/signin", link=say(TO_SIGN_IN))
        st.stop()
    if person.role not in roles:
        allowed = say(" and ").join(say(PLURALS[role]) for role in roles)
        _say(say(WRONG_ROLE, roles=allowed, name=person.name, role=ROLE_WORDS[person.role]), to="/", link=say(TO_HOME))
        st.stop()
    return person


def _say(sentence: str, *, to: str, link: str) -> None:
    st.html(f'<p>{escape(sentence)} <a href="{to}" target="_self" style="color: inherit">{link}</a></p>')
