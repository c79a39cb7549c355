"""The study of a project, computed once for one state of its labels and judges, and in another process.

Whoever labels on this server waits for none of it: see `exports.elsewhere`.
"""

from __future__ import annotations

import streamlit as st

from annotation import judges, judgments, projects, settings
from annotation.store import reading
from exports.elsewhere import study_elsewhere
from exports.study import Study

State = tuple[object, ...]


def state_of(slug: str) -> State:
    """What changes whenever the study would; the first part is (0, 0) where nobody has labelled anything."""
    with reading() as session:
        project = projects.find(session, slug)
        return (
            judgments.state(session, slug=slug),
            judges.state(session, slug=slug),
            judgments.decided_state(session, slug=slug),
            settings.read(project).epsilon,
            projects.fingerprint(project),
        )


@st.cache_data(show_spinner="Computing the agreement …", max_entries=16)
def study_of(slug: str, round_number: int | None, state: State) -> Study:  # noqa: ARG001 - the state makes it new
    """The study of a round at this state of the project. Raises NotComputable."""
    return study_elsewhere(slug, round_number=round_number)
