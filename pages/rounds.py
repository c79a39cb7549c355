"""Which rounds are there, and what is done for quality while they go on? Practice, repeats, known items, discussion."""

from __future__ import annotations

import streamlit as st

from annotation import projects, round_list, rounds, settings
from annotation.people import roster
from annotation.status import status
from annotation.store import reading
from languages import say, worded
from pages.parts import mixing_in, practising, round_states
from pages.parts.access import require
from pages.parts.choose import choose_project
from pages.parts.discussing import discussing
from pages.parts.menu import STUDY

TITLE = worded("Rounds")
PARTS = {
    "rounds": worded("Rounds"),
    "repeats": worded("Shown again"),
    "known": worded("Known items"),
    "training": worded("Training"),
    "calibration": worded("Calibration"),
}

person = require(*STUDY)
st.title(say(TITLE), anchor=False)
slug = choose_project()
with reading() as session:
    seed = settings.read(projects.find(session, slug)).seed
    names = roster.may_label(session)
    lines = round_list.listed(session, slug=slug)
    state = rounds.state(session, slug=slug)
    tags = status(session, slug=slug).tags
part = st.segmented_control(
    say(TITLE),
    list(PARTS),
    default="rounds",
    required=True,
    format_func=lambda key: say(PARTS[key]),
    label_visibility="collapsed",
    key=f"rounds-part-{slug}",
)
if part == "repeats":
    mixing_in.repeated(slug, seed)
elif part == "known":
    mixing_in.known_items(slug, tags, seed)
elif part == "training":
    practising.trainings(slug, names, tags, seed)
elif part == "calibration":
    practising.calibrating(slug, names, tags, seed)
else:
    round_states.draw(slug, lines, state)
    discussing(slug)
