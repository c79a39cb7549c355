"""The agreement of a project, computed once for one state of its judgments.

The bootstrap takes processor time from everybody on this server, so opening the page again costs nothing until a
judgment is added.
"""

from __future__ import annotations

import streamlit as st

from agreement.results import Report
from annotation.store import reading


@st.cache_data(show_spinner="Computing the agreement …", max_entries=16)
def project_report(slug: str, state: tuple[int, int]) -> Report:  # noqa: ARG001 - the state is what makes the answer new
    """The report of the project's latest independent round at this state of its judgments."""
    from exports import report

    with reading() as session:
        return report.project_report(session, slug=slug)
