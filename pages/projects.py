"""Which projects are there, and how is a new one made? From a file: uploaded, looked at, then saved or left."""

from __future__ import annotations

from datetime import UTC, datetime

import streamlit as st

from annotation import importing, projects
from annotation.accounts import Person
from annotation.errors import AccordError
from annotation.importing import Preview
from annotation.status import Status, statuses
from annotation.store import reading, writing
from pages.parts import outcome, upload
from pages.parts.access import require
from pages.parts.acting import act
from pages.parts.literal import literal
from pages.parts.menu import ASSIGN, PROGRESS, STUDY
from pages.parts.tables import Bar, Link, table

TITLE = "Projects"
NONE_YET = "There is no project yet. Make the first one from a file."
COMPLETE = "{complete:,} of {assigned:,}"
NOBODY = "not assigned yet: assign items"
FROM_A_FILE = "Add items from a file"
RECOGNIZED = (
    "Recognized: format {format}, protocol {protocol}. Items that can be taken: {good:,}; memories: {memories:,}."
)
KNOWN = "Already in this project: {skipped:,}; they stay as they are."
NO_ROW = "There is nothing new to save in this file."
SAVE_ALL = {"new": "Make the project with {good:,} items", "known": "Add {good:,} items"}
SAVE_GOOD = {"new": "Make the project with the {good:,} good items", "known": "Add the {good:,} good items"}
LEAVE = "Take nothing"
MADE = "{title} is made, with {added:,} items. Next: assign them."
ADDED = "Added to {title}: {added:,} items. Already there: {skipped:,}. Left out: {refused:,} rows."


def listing(found: list[Status]) -> None:
    """Draw the projects that there are."""
    rows = [
        (
            Link(each.title, f"/{PROGRESS.name}?project={each.project}"),
            each.project,
            each.items,
            Bar(
                each.items_complete,
                each.items_assigned,
                COMPLETE.format(complete=each.items_complete, assigned=each.items_assigned),
            )
            if each.items_assigned
            else Link(NOBODY, f"/{ASSIGN.name}?project={each.project}"),
        )
        for each in found
    ]
    table(("Project", "Short name", "Items", "Assigned items complete"), rows)


def save(partial: bool) -> None:
    """Save what was looked at."""
    chosen = upload.chosen()
    if chosen is None:
        return

    def verb(person: Person) -> str:
        with writing() as session:
            done = importing.import_items(
                session,
                chosen.file,
                slug=chosen.slug,
                title=chosen.title,
                format_name=chosen.format_name,
                partial=partial,
                account_id=person.id,
                expected="new" if chosen.new else "known",
                now=datetime.now(UTC),
            )
            title = projects.find(session, chosen.slug).title
        said = MADE if chosen.new else ADDED
        return said.format(
            title=title, added=done.items_added, skipped=done.items_skipped, refused=len(done.rows_refused)
        )

    act(verb, then=upload.forget)


def show(preview: Preview, kind: str) -> None:
    """Draw what the file holds, what is wrong with which row, and the choice."""
    done, refused = preview.done, preview.done.rows_refused
    st.write(
        literal(
            RECOGNIZED.format(
                format=preview.format_name, protocol=preview.protocol, good=done.items_added, memories=done.memories
            )
        )
    )
    if done.items_skipped:
        st.write(KNOWN.format(skipped=done.items_skipped))
    upload.draw_refused(refused)
    upload.draw_sample(preview.sample, total=done.items_added)
    if not done.items_added:
        st.write(NO_ROW)
    outcome.say_refused()
    labels = SAVE_GOOD if refused else SAVE_ALL
    with st.container(horizontal=True):
        if done.items_added:
            label = labels[kind].format(good=done.items_added)
            st.button(label, type="primary", on_click=save, args=(bool(refused),))
        st.button(LEAVE, on_click=upload.forget)


person = require(*STUDY)
st.title(TITLE, anchor=False)
outcome.say_done()
with reading() as session:
    found = statuses(session)
if found:
    listing(found)
else:
    st.write(NONE_YET)

st.subheader(FROM_A_FILE, anchor=False)
file = upload.ask_for_file()
if file is None:
    st.stop()
titles = {each.project: each.title for each in found}
try:
    with reading() as session:
        preview = importing.preview(session, file, format_name=upload.format_name())
        held = preview.held
        upload.ask_into(titles, proposed=held.project if held else None)
        into = upload.into()
        if into is not None:
            preview = importing.preview(session, file, slug=into, format_name=upload.format_name())
except AccordError as error:
    st.error(literal(str(error)))
    upload.ask_for_format()
    st.stop()
if upload.format_name() is not None:
    upload.ask_for_format()
if into is None and held is not None:
    upload.warn_of_twin(held, total=preview.done.items_added)
if into is None:
    upload.ask_for_names(taken=list(titles))
show(preview, "new" if into is None else "known")
