"""Who is asking for this screen, and may they see it? The one place where a screen learns it.

Every page's first line is `person = require(...)`. Streamlit runs a widget's callback and a fragment without running
the page's first line: whichever of them reads or writes anything asks `require` again itself.
"""

from __future__ import annotations

from html import escape

import streamlit as st

from annotation.accounts import Person, Role
from pages.parts.visitor import COOKIE, person_of

SIGNED_OUT = "You are signed out."
TO_SIGN_IN = "Sign in"
TO_HOME = "Back to the start"
WRONG_ROLE = "This page is for {roles}. You are signed in as {name}, {role}."
PLURALS: dict[Role, str] = {
    "annotator": "annotators",
    "adjudicator": "adjudicators",
    "researcher": "researchers",
    "admin": "admins",
}


def asking() -> Person | None:
    """The person behind the cookie that came with the websocket, if the sign-in still holds; tests replace this."""
    return person_of(st.context.cookies.get(COOKIE))


def require(*roles: Role) -> Person:
    """The person, where they have one of these roles; else the screen says so and ends here."""
    person = asking()
    if person is None:
        _say(SIGNED_OUT, to="/signin", link=TO_SIGN_IN)
        st.stop()
    if person.role not in roles:
        allowed = " and ".join(PLURALS[role] for role in roles)
        _say(WRONG_ROLE.format(roles=allowed, name=person.name, role=person.role), to="/", link=TO_HOME)
        st.stop()
    return person


def _say(sentence: str, *, to: str, link: str) -> None:
    st.html(f'<p>{escape(sentence)} <a href="{to}" target="_self" style="color: inherit">{link}</a></p>')
