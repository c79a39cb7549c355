"""What can leave the house? The labels, the gold and the report, as files to download."""

from __future__ import annotations

from html import escape

import streamlit as st

from annotation import adjudication
from annotation.store import reading
from exports import files
from exports.files import OfferedFile
from languages import say, say_if_ours, worded
from pages.parts.access import require
from pages.parts.choose import choose_project

TITLE = worded("Export")
LABELS = worded("Labels")
LABELS_ARE = worded(
    "Every current answer, one row each: item, target, question, rater, label, time; also in words, and why "
    "something cannot be judged. With a column for each rater, the labels alone. Annotators stand under pseudonyms, "
    "imported people under their names."
)
GOLD = worded("Gold")
GOLD_IS = worded("The label of every target, with how it was decided and how many raters said the same.")
GOLD_STATE = worded("{decided:,} decided, {undecided:,} undecided.")
REPORT = worded("Report")
REPORT_IS = worded(
    "Agreement and judges with a methods paragraph for a paper; the same numbers in every format. It is computed when "
    "you ask for it, which can take a while."
)
LEFT_OUT = worded("The benchmark's own format leaves out items that have an undecided target.")


def links(slug: str, offered: list[OfferedFile]) -> None:
    """One link per file; the files are streamed by their own route, which checks the role again."""
    anchors = "".join(
        f'<li><a href="{escape(address(slug, file))}" target="_self" download>'
        f"{escape(say_if_ours(file.title))}</a></li>"
        for file in offered
    )
    st.html(f"<style>.accord-files a {{ color: inherit; }}</style><ul class='accord-files'>{anchors}</ul>")


def address(slug: str, file: OfferedFile) -> str:
    """Where a file is downloaded."""
    return f"/download/{slug}/report/{file.format_name}" if file.what == "report" else f"/download/{slug}/{file.name}"


require("researcher", "admin")
st.title(say(TITLE), anchor=False)
slug = choose_project()
with reading() as session:
    state = adjudication.count(session, slug=slug)
    offered = files.offered(session, slug=slug)

st.subheader(say(LABELS), anchor=False)
st.write(say(LABELS_ARE))
links(slug, [file for file in offered if file.what == "labels"])
st.subheader(say(GOLD), anchor=False)
st.write(say(GOLD_IS))
st.write(say(GOLD_STATE, decided=state.decided, undecided=state.undecided))
if state.undecided:
    st.write(say(LEFT_OUT))
links(slug, [file for file in offered if file.what == "gold"])
st.subheader(say(REPORT), anchor=False)
st.write(say(REPORT_IS))
links(slug, files.reports())
