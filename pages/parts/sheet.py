"""The link under a picture or a table that gives the exact numbers behind it."""

from __future__ import annotations

import streamlit as st

from exports.sheets import Sheet
from languages import say, worded

DOWNLOAD = worded("Download this table")


def offer(sheet: Sheet, *, slug: str, question: str) -> None:
    """Draw the download of a table; its file is named after the project and the question."""
    st.download_button(
        say(DOWNLOAD),
        sheet.as_csv(),
        file_name=f"{slug}-{question}-{sheet.name}.csv",
        mime="text/csv",
        key=f"sheet-{question}-{sheet.name}",
        type="tertiary",
        icon=":material/download:",
        on_click="ignore",
    )
