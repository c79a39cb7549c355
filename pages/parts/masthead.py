"""The line above every screen but the board: where one can go, who one is, and the way out."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

from annotation.people import preferences
from annotation.people.accounts import Person
from annotation.people.preferences import Preferences
from annotation.store import writing
from languages import LANGUAGES, NAMES, Language, say, spoken, worded
from pages.parts import access
from pages.parts.document import name_language

BRAND = "Accord"
SIGN_OUT = worded("Sign out")

# Colours come from the text's own, so that both themes are served by one rule.
_STYLE = """<style>
.st-key-masthead, .st-key-project-line {
  border-bottom: 1px solid color-mix(in srgb, currentColor 15%, transparent); }
.st-key-masthead { padding-bottom: 0.75rem; }
.st-key-project-line { padding-bottom: 0.5rem; margin-top: -0.5rem; }
.st-key-masthead .brand { font-weight: 700; margin-right: 0.5rem; }
.st-key-masthead .person { display: flex; gap: 1rem; font-size: 0.875rem; }
.st-key-masthead .person span { opacity: 0.75; }
.st-key-masthead a { color: inherit; }
.st-key-masthead .st-key-document-language { display: none; }
.st-key-masthead [class*="st-key-language-"] button p { font-size: 0.875rem; text-decoration: underline; }
/* White on the dark theme's light blue could not be read. */
@media (prefers-color-scheme: dark) {
  [data-testid^="stBaseButton-primary"] { color: #10131c; font-weight: 600; }
  [data-testid="stMultiSelectTagsContainer"] [data-tag] { color: #10131c; } }
</style>"""


def masthead(person: Person, screens: Sequence[st.Page], of_project: Sequence[st.Page] = ()) -> None:
    """Draw the line: the brand, the screens that the person has (if there is a choice), their name, sign out.

    `of_project` are the screens of the project at hand, on a line of their own.
    """
    st.html(_STYLE)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="masthead"):
        st.html(f'<div class="brand">{BRAND}</div>', width="content")
        for screen in screens if len(screens) > 1 else ():
            st.page_link(screen, label=screen.title)
        st.space("stretch")
        name_language()
        language_switch()
        st.html(
            f'<div class="person"><a href="/account" target="_self"><span>{escape(person.name)}</span></a>'
            f'<a href="/signout" target="_self">{say(SIGN_OUT)}</a></div>',
            width="content",
        )
    if of_project:
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key="project-line"):
            for screen in of_project:
                st.page_link(screen, label=screen.title)


def language_switch() -> None:
    """Draw a button for each other language, under the language's own name; pressed, it is the person's own."""
    for code in LANGUAGES:
        if code != spoken():
            st.button(NAMES[code], key=f"language-{code}", type="tertiary", on_click=_choose, args=(code,))


def _choose(language: Language) -> None:
    person = access.asking()
    if person is not None:
        with writing() as session:
            preferences.save(session, account_id=person.id, chosen=Preferences(language=language))
