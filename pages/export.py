"""What can leave the house? The labels, the gold and the report, as files to download."""

from __future__ import annotations

from html import escape

import streamlit as st

from annotation import adjudication
from annotation.store import reading
from exports import files
from exports.files import OfferedFile
from pages.parts.access import require
from pages.parts.choose import choose_project

TITLE = "Export"
LABELS = "Labels"
LABELS_ARE = (
    "Every current answer, one row each: item, target, question, rater, label, time. "
    "Annotators stand under pseudonyms, imported people under their names."
)
GOLD = "Gold"
GOLD_IS = "The label of every target, with how it was decided and how many raters said the same."
GOLD_STATE = "{decided:,} decided, {undecided:,} undecided."
REPORT = "Report"
REPORT_IS = (
    "Agreement and judges with a methods paragraph for a paper; the same numbers in every format. It is computed when "
    "you ask for it, which can take a while."
)
LEFT_OUT = "The benchmark's own format leaves out items that have an undecided target."


def links(slug: str, offered: list[OfferedFile]) -> None:
    """One link per file; the files are streamed by their own route, which checks the role again."""
    anchors = "".join(
        f'<li><a href="{escape(address(slug, file))}" target="_self" download>{escape(file.title)}</a></li>'
        for file in offered
    )
    st.html(f"<style>.accord-files a {{ color: inherit; }}</style><ul class='accord-files'>{anchors}</ul>")


def address(slug: str, file: OfferedFile) -> str:
    """Where a file is downloaded."""
    return f"/download/{slug}/report/{file.format_name}" if file.what == "report" else f"/download/{slug}/{file.name}"


require("researcher", "admin")
st.title(TITLE, anchor=False)
slug = choose_project()
with reading() as session:
    state = adjudication.count(session, slug=slug)
    offered = files.offered(session, slug=slug)

st.subheader(LABELS, anchor=False)
st.write(LABELS_ARE)
links(slug, [file for file in offered if file.what == "labels"])
st.subheader(GOLD, anchor=False)
st.write(GOLD_IS)
st.write(GOLD_STATE.format(decided=state.decided, undecided=state.undecided))
if state.undecided:
    st.write(LEFT_OUT)
links(slug, [file for file in offered if file.what == "gold"])
st.subheader(REPORT, anchor=False)
st.write(REPORT_IS)
links(slug, files.reports())
