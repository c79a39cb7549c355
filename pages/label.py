"""The labelling screen: for which project? The board draws the rest, and speaks to its own routes."""

from __future__ import annotations

import streamlit as st

from annotation.board import labelling
from annotation.store import reading
from languages import say, worded
from pages.parts.access import require
from pages.parts.board.board import board
from pages.parts.menu import HOME

CHOOSE = worded("Choose what to label from your work.")
TO_HOME = worded("Your work")

person = require("annotator", "adjudicator")

slug = st.query_params.get("project")
if not slug:
    with reading() as session:
        work = labelling.work(session, account_id=person.id)
    slug = work[0].slug if len(work) == 1 else None

if slug:
    board(slug)
else:
    st.write(say(CHOOSE))
    st.page_link(HOME.file, label=say(TO_HOME))
