"""The study of a project, computed once for one state of its labels and judges, and in another process.

Whoever labels on this server waits for none of it: see `exports.elsewhere`.
"""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from annotation import judges, judgments, projects, settings
from annotation.asked import asked_questions
from annotation.store import reading
from exports.elsewhere import study_elsewhere
from exports.study import Study
from languages import say, spoken

State = tuple[object, ...]


def state_of(slug: str) -> State:
    """What changes whenever the study would; the first part is (0, 0) where nobody has labelled anything."""
    with reading() as session:
        project = projects.find(session, slug)
        return (
            judgments.state(session, slug=slug),
            tuple(judgments.rounds(session, slug=slug)),
            judges.state(session, slug=slug),
            judgments.decided_state(session, slug=slug),
            projects.latest_codebook(session, projects.key_of(project))[0].version,
            settings.read(project).epsilon,
            projects.fingerprint(project),
        )


def study_of(slug: str, round_number: int | None, state: State) -> Study:
    """The study of a round at this state of the project, its questions as they are asked in the language spoken now.

    Raises NotComputable.
    """
    with st.spinner(say("Computing the agreement …")):
        found = _study_of(slug, round_number, state)
    with reading() as session:
        asked = {each.key: each for each in asked_questions(session, slug=slug, language=spoken())}
    questions = tuple(replace(each, spec=asked.get(each.spec.key, each.spec)) for each in found.questions)
    texts = tuple(replace(each, spec=asked.get(each.spec.key, each.spec)) for each in found.texts)
    return replace(found, questions=questions, texts=texts)


@st.cache_data(show_spinner=False, max_entries=16)
def _study_of(slug: str, round_number: int | None, state: State) -> Study:  # noqa: ARG001 - the state makes it new
    return study_elsewhere(slug, round_number=round_number)
