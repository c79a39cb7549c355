"""In which language does whoever asks get our words? In the one they chose, else the one that their browser asks for.

The choice of a person is kept with the account; before the sign-in there is a cookie, set by the sign-in page.
"""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st
from starlette.requests import HTTPConnection

from annotation.people.accounts import Person
from languages import chosen, say, speak

COOKIE = "accord_language"
HEADER = "accept-language"
Texts = Mapping[str, str | Mapping[str, str]]


def speak_to(visit: HTTPConnection, person: Person | None = None) -> None:
    """Answer a request in the language of this person, or of the browser that sends it."""
    speak(chosen(person.language if person else "", visit.cookies.get(COOKIE), header=visit.headers.get(HEADER)))


def speak_on_screen(person: Person | None) -> None:
    """Draw this run of a screen in the language of the person, or of the browser that opened it."""
    own = person.language if person else ""
    speak(chosen(own, st.context.cookies.get(COOKIE), header=st.context.headers.get(HEADER)))


def said(texts: Texts) -> dict[str, str | dict[str, str]]:
    """The texts of a widget by name, in the language spoken now."""
    return {
        name: say(text) if isinstance(text, str) else {key: say(each) for key, each in text.items()}
        for name, text in texts.items()
    }
