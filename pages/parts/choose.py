"""Which project is this screen about? The one in the address, else the one that was looked at last, else the first."""

from __future__ import annotations

import streamlit as st

from annotation import projects
from annotation.store import reading
from languages import say, worded
from pages.parts.literal import literal
from pages.parts.quiet import quiet

PROJECT = worded("Project")
NONE_YET = worded("There is no project yet. A researcher makes one from a file, on the screen “Projects”.")
UNKNOWN = worded("There is no project “{slug}”. Choose one of those there are.")
LAST = "project"  # what was chosen last in this browser tab; the menu's links keep to it


def choose_project() -> str:
    """The chosen project's slug; the screen ends with a sentence where there is none or an unknown one is asked for.

    The address and the other screens follow the choice.
    """
    with reading() as session:
        titles = {project.slug: project.title for project in projects.every(session)}
    if not titles:
        st.write(say(NONE_YET))
        st.stop()
    asked = st.query_params.get("project", st.session_state.get(LAST))
    slugs = list(titles)
    known = asked is None or asked in titles
    if not known:
        st.error(literal(say(UNKNOWN, slug=asked)))
    if len(slugs) == 1 and known:
        quiet(titles[slugs[0]])
        return slugs[0]
    chosen: str | None = st.selectbox(
        say(PROJECT),
        slugs,
        index=slugs.index(asked) if asked in titles else 0 if known else None,
        format_func=lambda slug: f"{titles[slug]} ({slug})",
        width=420,
    )
    if chosen is None:
        st.stop()
    st.session_state[LAST] = chosen
    if st.query_params.get("project") != chosen:
        st.query_params["project"] = chosen
    return chosen
