"""Which projects are there, and how is a new one made? From a file: uploaded, looked at, then saved or left."""

from __future__ import annotations

from datetime import UTC, datetime

import streamlit as st

from annotation import projects
from annotation.codebook import Codebook
from annotation.errors import AccordError
from annotation.imports import importing, table_columns
from annotation.imports import preview as import_preview
from annotation.imports.look import Imported
from annotation.imports.preview import Preview, Recognized
from annotation.people.accounts import Person
from annotation.readers.columns import ColumnMap
from annotation.status import Status, statuses
from annotation.store import reading, writing
from languages import say, say_if_ours, told, worded
from pages.parts import mapping, outcome, protocol, upload
from pages.parts.access import require
from pages.parts.acting import act
from pages.parts.literal import literal
from pages.parts.menu import ASSIGN, PROGRESS, STUDY
from pages.parts.tables import Bar, Link, table

TITLE = worded("Projects")
NONE_YET = worded("There is no project yet. Make the first one from a file.")
COMPLETE = worded("{complete:,} of {assigned:,}")
NOBODY = worded("not assigned yet: assign items")
FROM_A_FILE = worded("Add items from a file")
RECOGNIZED = worded("Recognized: {title}.")
HOLDS = worded("Items that can be taken: {good:,}; memories: {memories:,}.")
HOLDS_RESPONSES = worded("Responses that can be taken: {responses:,}.")
KNOWN = worded("Already in this project: {skipped:,}; they stay as they are.")
NO_ROW = worded("There is nothing new to save in this file.")
ONLY_RESPONSES = worded(
    "This file holds responses only. Choose the project that has the items that they are to, or import those first."
)
SAVE_ALL = {"new": worded("Make the project with {good:,} items"), "known": worded("Add {good:,} items")}
SAVE_GOOD = {
    "new": worded("Make the project with the {good:,} good items"),
    "known": worded("Add the {good:,} good items"),
}
SAVE_RESPONSES = worded("Add {responses:,} responses")
LEAVE = worded("Take nothing")
MADE = worded("{title} is made, with {added:,} items. Next: assign them.")
ADDED = worded("Added to {title}: {added:,} items. Already there: {skipped:,}. Left out: {refused:,} rows.")
ADDED_RESPONSES = worded(
    "Added to {title}: {added:,} items and {responses:,} responses. Already there: {skipped:,}. "
    "Left out: {refused:,} rows."
)


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
                say(COMPLETE, complete=each.items_complete, assigned=each.items_assigned),
            )
            if each.items_assigned
            else Link(say(NOBODY), f"/{ASSIGN.name}?project={each.project}"),
        )
        for each in found
    ]
    table((say("Project"), say("Short name"), say("Items"), say("Assigned items complete")), rows)


def save(partial: bool, columns: ColumnMap | None, book: str | Codebook | None) -> None:
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
                columns=columns,
                protocol=book if chosen.new else None,
                partial=partial,
                account_id=person.id,
                expected="new" if chosen.new else "known",
                now=datetime.now(UTC),
            )
            title = projects.find(session, chosen.slug).title
        return say(
            MADE if chosen.new else ADDED_RESPONSES if done.responses else ADDED,
            title=title,
            added=done.items_added,
            responses=done.responses,
            skipped=done.items_skipped + done.responses_skipped,
            refused=len(done.rows_refused),
        )

    act(verb, then=upload.forget)


def show(preview: Preview, *, new: bool, columns: ColumnMap | None, book: str | Codebook | None) -> None:
    """Draw what the file holds, what is wrong with which row, and the choice."""
    done, refused = preview.done, preview.done.rows_refused
    only_responses = not (done.items_added or done.items_skipped) and (done.responses or done.responses_skipped)
    parts = [] if only_responses else [say(HOLDS, good=done.items_added, memories=done.memories)]
    if only_responses or done.responses:
        parts.append(say(HOLDS_RESPONSES, responses=done.responses))
    st.write(literal(" ".join(parts)))
    if known := done.items_skipped + done.responses_skipped:
        st.write(say(KNOWN, skipped=known))
    upload.draw_refused(refused)
    upload.draw_sample(preview.sample, total=done.items_added)
    if not done.adds:
        st.write(say(NO_ROW))
    outcome.say_refused()
    with st.container(horizontal=True):
        if done.adds:
            st.button(
                say(words_of(done, new=new), good=done.items_added, responses=done.responses),
                type="primary",
                disabled=new and book is None,
                on_click=save,
                args=(bool(refused), columns, book),
            )
        st.button(say(LEAVE), on_click=upload.forget)


def words_of(done: Imported, *, new: bool) -> str:
    """What the button says that saves."""
    if not done.items_added:
        return SAVE_RESPONSES
    return (SAVE_GOOD if done.rows_refused else SAVE_ALL)["new" if new else "known"]


def take(file: bytes, found: Recognized, titles: dict[str, str]) -> None:
    """Draw everything about a file, from what it is to the button that saves it. Raises what a preview raises."""
    st.write(literal(say(RECOGNIZED, title=say_if_ours(found.title))))
    if upload.format_name() is not None:
        upload.ask_for_format()
    upload.ask_into(titles, proposed=found.held.project if found.held else None)
    into = upload.into()
    if into is None and not found.protocols:
        st.info(say(ONLY_RESPONSES))
        st.button(say(LEAVE), on_click=upload.forget)
        return
    book = ask_new(found, titles) if into is None else None
    with reading() as session:
        asked = projects.latest_codebook(session, projects.key_of(projects.find(session, into)))[1] if into else book
        table_found = table_columns.columns_of(session, file, slug=into, format_name=upload.format_name())
    columns = None
    if table_found is not None:
        columns = mapping.ask(table_found, questions=protocol.question_keys(asked))
        if columns is None:
            return
    preview = found.preview if into is None and columns is None else None
    if preview is None:
        with reading() as session:
            preview = import_preview.preview(
                session, file, slug=into, format_name=upload.format_name(), columns=columns
            )
    if into is None and preview.held is not None:
        upload.warn_of_twin(preview.held, total=preview.done.items_added)
    show(preview, new=into is None, columns=columns, book=book)


def ask_new(found: Recognized, titles: dict[str, str]) -> str | Codebook | None:
    """Draw what a new project is called and which codebook it begins with; the codebook."""
    upload.ask_for_names(taken=list(titles))
    return protocol.ask(found.protocols)


require(*STUDY)
st.title(say(TITLE), anchor=False)
outcome.say_done()
with reading() as session:
    found = statuses(session)
if found:
    listing(found)
else:
    st.write(say(NONE_YET))

st.subheader(say(FROM_A_FILE), anchor=False)
file = upload.ask_for_file()
if file is None:
    st.stop()
try:
    with reading() as session:
        recognized = import_preview.recognize(session, file, format_name=upload.format_name())
except AccordError as error:
    st.error(literal(told(error)))
    upload.ask_for_format()
    st.stop()
try:
    take(file, recognized, {each.project: each.title for each in found})
except AccordError as error:
    st.error(literal(told(error)))
