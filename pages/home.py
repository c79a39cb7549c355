"""What is there for me to do? The first screen of everybody."""

from __future__ import annotations

import streamlit as st

from annotation import projects, rounds
from annotation.board import labelling, own_gold
from annotation.desk import disputes
from annotation.next_step import next_step
from annotation.status import status
from annotation.store import reading
from languages import say, worded
from pages.parts.access import require
from pages.parts.cards import desk_card, study_card, work_card
from pages.parts.literal import literal
from pages.parts.menu import DIFFERING, EVERYONE, PROJECTS, STUDY, of_project

WORK = worded("Your work")
NO_WORK = worded("There is nothing for you to label at the moment. When items are assigned to you, they appear here.")
DIFFERS = worded("Where the released gold differs from your answers:")
STUDIES = worded("Projects")
NO_PROJECTS = worded("There is no project yet.")
MAKE_ONE = worded("Make one from a file")

person = require(*EVERYONE)
screens = of_project(person.role)
looks_after = person.role in STUDY

with reading() as session:
    work = labelling.work(session, account_id=person.id)
    released = own_gold.released_to(session, account_id=person.id) if person.role in DIFFERING.roles else []
    studies = projects.every(session) if screens else []
    found = {study.slug: status(session, slug=study.slug) for study in studies if looks_after}
    waiting = {study.slug: disputes.queue(session, slug=study.slug) for study in studies if not looks_after}
    states = {study.slug: rounds.state(session, slug=study.slug) for study in studies if looks_after}

if work or released or not screens:
    st.title(say(WORK), anchor=False)
    for each in work:
        work_card(each)
    if not work:
        st.write(say(NO_WORK))
    for slug, title in released:
        words = f"{say(DIFFERS)} {literal(title)}"
        with st.container(key=f"look-differing-{slug}"):
            st.page_link(DIFFERING.file, label=words, query_params={"project": slug})

if screens:
    st.title(say(STUDIES), anchor=False)
    for study in studies:
        if looks_after:
            far = found[study.slug]
            study_card(far, next_step(far, states[study.slug]), screens)
        else:
            queue = waiting[study.slug]
            desk_card(study.slug, study.title, open_now=queue.to_decide, decided=queue.decided, desk=screens[0])
    if not studies:
        st.write(say(NO_PROJECTS))
        if looks_after:
            st.page_link(PROJECTS.file, label=say(MAKE_ONE))
