"""What can leave the house? The labels, the gold and the report, as files to download."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

import streamlit as st

from annotation.desk import adjudication, place_states
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
GOLD_STATE = worded(
    "{decided:,} decided, {to_decide:,} to decide, {agreed:,} agreed and not settled, {incomplete:,} incomplete."
)
LAYERS = worded("Layers")
LAYERS_ARE = worded("Everything that is known, one table each; the same columns in every format.")
LAYER: Mapping[str, str] = {
    "raw": worded("Every revision of every answer, with its round, what it is for, and when it was given"),
    "soft": worded("Soft labels: the share of the raters for each label, and its posterior (Dawid and Skene)"),
    "decisions": worded("Every revision of every decision, with its method and reason"),
    "comments": worded("Comments, flags, notes and skips"),
    "drafts": worded("Drafts that nobody has submitted yet"),
}
NAMES = worded("The names of accounts instead of pseudonyms; the log says that they left")
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


def layer_links(slug: str, offered: list[OfferedFile], *, names: bool) -> None:
    """One line per layer: what it is, and a link for each format."""
    asked = "?names=1" if names else ""
    lines = []
    for layer, text in LAYER.items():
        anchors = " · ".join(
            f'<a href="{escape(address(slug, file) + asked)}" target="_self" download '
            f'aria-label="{escape(say(text))}: {escape(say_if_ours(file.title))}">{escape(say_if_ours(file.title))}</a>'
            for file in offered
            if file.layer == layer
        )
        lines.append(f"<li>{escape(say(text))}: {anchors}</li>")
    st.html(f"<style>.accord-files a {{ color: inherit; }}</style><ul class='accord-files'>{''.join(lines)}</ul>")


def address(slug: str, file: OfferedFile) -> str:
    """Where a file is downloaded."""
    return f"/download/{slug}/report/{file.format_name}" if file.what == "report" else f"/download/{slug}/{file.name}"


require("researcher", "admin")
st.title(say(TITLE), anchor=False)
slug = choose_project()
with reading() as session:
    state = adjudication.count(session, slug=slug)
    counts = place_states.count(session, slug=slug)
    offered = files.offered(session, slug=slug)

st.subheader(say(LABELS), anchor=False)
st.write(say(LABELS_ARE))
links(slug, [file for file in offered if file.what == "labels"])
st.subheader(say(GOLD), anchor=False)
st.write(say(GOLD_IS))
st.write(
    say(
        GOLD_STATE,
        decided=counts.decided,
        to_decide=counts.to_decide,
        agreed=counts.agreed,
        incomplete=counts.incomplete,
    )
)
if state.undecided:
    st.write(say(LEFT_OUT))
links(slug, [file for file in offered if file.what == "gold"])
st.subheader(say(LAYERS), anchor=False)
st.write(say(LAYERS_ARE))
names = st.checkbox(say(NAMES), key=f"names-{slug}")
layer_links(slug, offered, names=names)
st.subheader(say(REPORT), anchor=False)
st.write(say(REPORT_IS))
links(slug, files.reports())
