"""Which project is this screen about? The one in the address, else the only one, else the one that is chosen."""

from __future__ import annotations

import streamlit as st

from annotation import projects
from annotation.store import reading

PROJECT = "Project"
NONE_YET = "There is no project yet. A researcher makes one on the command line: `python -m annotation import`."


def choose_project() -> str:
    """The chosen project's slug; the screen ends with a sentence where there is none."""
    with reading() as session:
        titles = {project.slug: project.title for project in projects.every(session)}
    if not titles:
        st.write(NONE_YET)
        st.stop()
    asked = st.query_params.get("project")
    slugs = list(titles)
    if len(slugs) == 1:
        return slugs[0]
    chosen = st.selectbox(
        PROJECT,
        slugs,
        index=slugs.index(asked) if asked in titles else 0,
        format_func=lambda slug: f"{titles[slug]} ({slug})",
        width=420,
    )
    if asked is not None and chosen != asked:
        st.query_params["project"] = chosen
    return chosen
