"""The adjudicator's screen: for which project? The desk draws the rest, and speaks to its own routes."""

from __future__ import annotations

import streamlit as st

from annotation import projects
from annotation.store import reading
from languages import say, worded
from pages.parts.access import require
from pages.parts.choose import LAST, choose_project
from pages.parts.desk.desk import desk
from pages.parts.literal import literal

TITLE = worded("Decide")
CHOOSE = worded("Choose the project to decide in.")

require("adjudicator", "admin")
st.title(say(TITLE), anchor=False)
with reading() as session:
    titles = {project.slug: project.title for project in projects.every(session)}
if len(titles) > 1 and "project" not in st.query_params and LAST not in st.session_state:
    st.write(say(CHOOSE))  # the desk covers the whole window: it must not open on a project that nobody chose
    for slug, title in titles.items():
        st.page_link(__file__, label=literal(title), query_params={"project": slug})
else:
    desk(choose_project(), item=st.query_params.get("item", ""))
