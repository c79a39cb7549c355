"""The figures of a project's annotators, computed once for one state of its labels, and in another process."""

from __future__ import annotations

import streamlit as st

from annotation import judgments, projects
from annotation.asked import asked_questions
from annotation.store import reading
from exports.elsewhere import quality_elsewhere
from exports.quality import Quality
from languages import say, spoken

State = tuple[object, ...]


def state_of(slug: str) -> State:
    """What changes whenever the figures would."""
    with reading() as session:
        project = projects.find(session, slug)
        row, _ = projects.latest_codebook(session, projects.key_of(project))
        return judgments.state(session, slug=slug), row.version, projects.fingerprint(project)


def quality_of(slug: str, state: State) -> Quality:
    """The figures at this state of the project. Raises NotComputable."""
    with st.spinner(say("Computing the figures …")):
        return _quality_of(slug, state)


def question_texts(slug: str) -> dict[str, str]:
    """The text of each question, in the language spoken now."""
    with reading() as session:
        asked = asked_questions(session, slug=slug, language=spoken())
    return {each.key: each.text or each.key for each in asked}


@st.cache_data(show_spinner=False, max_entries=8)
def _quality_of(slug: str, state: State) -> Quality:  # noqa: ARG001 - the state makes it new
    return quality_elsewhere(slug)
