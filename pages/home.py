"""What is there for me to do? The first screen of everybody."""

from __future__ import annotations

import streamlit as st

from annotation import labelling, projects
from annotation.store import reading
from pages.parts.access import require
from pages.parts.cards import project_card, work_card
from pages.parts.menu import EVERYONE, HOME, entries_for

WORK = "Your work"
NO_WORK = "There is nothing for you to label at the moment. When items are assigned to you, they appear here."
PROJECTS = "Projects"
NO_PROJECTS = "There is no project yet. Importing a file makes one: `python -m annotation import FILE --project NAME`"

person = require(*EVERYONE)
screens = [entry for entry in entries_for(person.role) if entry is not HOME]

with reading() as session:
    work = labelling.work(session, account_id=person.id)
    studies = projects.every(session) if screens else []

if work or not screens:
    st.title(WORK, anchor=False)
    for each in work:
        work_card(each)
    if not work:
        st.write(NO_WORK)

if screens:
    st.title(PROJECTS, anchor=False)
    for study in studies:
        project_card(study.slug, study.title, screens)
    if not studies:
        st.write(NO_PROJECTS)
