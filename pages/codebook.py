"""What does this project ask? Its codebook as it is, a change to it, what to look at again, and its versions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from urllib.parse import urlencode

import streamlit as st

from annotation import codebook_history, next_version
from annotation.codebook import said, written
from annotation.codebook.change_words import in_words
from annotation.codebook_history import Version
from annotation.desk import guideline_needs
from annotation.old_answers import OldAnswers, old_answers
from annotation.people.accounts import Person
from annotation.store import reading, writing
from languages import say, spoken, whole, worded
from pages.parts import codebook_editor, outcome, paging
from pages.parts import next_version as form
from pages.parts.access import require
from pages.parts.acting import act
from pages.parts.choose import choose_project
from pages.parts.codebook_editor import Draft
from pages.parts.codebook_view import draw_guideline, draw_questions, languages
from pages.parts.guideline_needs import draw_needs
from pages.parts.literal import literal
from pages.parts.menu import ITEM, STUDY
from pages.parts.quiet import quiet
from pages.parts.tables import Link, Remark, Short, table
from pages.parts.times import moment

TITLE = worded("Codebook")
VIEWS: Mapping[str, str] = {
    "now": worded("As it is"),
    "change": worded("Change it"),
    "again": worded("Look at again"),
    "needs": worded("What it needs"),
    "history": worded("Versions"),
}
VERSION = worded("Version {number}, since {at}")
DOWNLOAD = worded("Download as YAML")
SAVE = worded("Save as version {number}")
SAVED = worded("Version {number} is saved. Items of annotators that are open again: {reopened:,}.")
STALE = worded("Version {number} was saved since you began. Begin anew from it, and make your change to that.")
SAME = worded("Nothing is different from version {number} yet.")
AGAIN_IS = worded(
    "Answers to a question as it was in an earlier version. They count as they were given, in the labels of today. An "
    "item leaves this list when its annotator submits it again."
)
NOTHING_AGAIN = worded("Every answer was given to its question as it is now.")
AT_ONCE = 50
LINE = worded("command line")
WITH_PROJECT = worded("came with the project")
BECAME = worded("{question}: {label} became {now}.")
NOWHERE = worded("no answer")
OF_VERSION = worded("Version")


def save(slug: str, draft: Draft, maps: form.Maps, confirmed: list[str]) -> None:
    """Save what was looked at as the next version."""

    def verb(person: Person) -> str:
        with writing() as session:
            done = next_version.save(
                session,
                slug=slug,
                book=draft.book,
                maps=maps,
                confirmed=confirmed,
                note=form.note(slug),
                seen=draft.began_on,
                account_id=person.id,
                now=datetime.now(UTC),
            )
        return say(SAVED, number=done.version, reopened=done.reopened)

    act(verb, TITLE, then=lambda: codebook_editor.forget(slug))


def as_it_is(slug: str, newest: Version, person: Person) -> None:
    """Draw the newest version."""
    quiet(f"{say(VERSION, number=newest.number, at=moment(newest.made_at))} · {languages(newest.book)}")
    st.markdown(f"**{literal(said(newest.book.title, spoken()))}**")
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        download(slug, newest)
        codebook_editor.link_to_board(slug, newest.book, person)
    draw_questions(newest.book)
    with st.container(gap="xsmall"):
        draw_guideline(newest.book)


def download(slug: str, version: Version) -> None:
    """Draw the way to a version's file."""
    st.download_button(
        say(DOWNLOAD),
        written(version.book),
        file_name=f"{slug}-codebook-{version.number}.yaml",
        mime="application/yaml",
        key=f"download-{slug}-{version.number}",
        type="tertiary",
        icon=":material/download:",
        on_click="ignore",
    )


def change(slug: str, newest: Version, person: Person) -> None:
    """Draw the text, and what saving it would do; the button that saves it, once everything is said."""
    draft = codebook_editor.ask(slug, newest, person)
    if draft is None:
        return
    if draft.began_on != newest.number:
        st.warning(say(STALE, number=newest.number))
        return
    with reading() as session:
        plan = next_version.plan(session, slug=slug, book=draft.book)
    if not plan.changes:
        st.write(say(SAME, number=newest.number))
        return
    form.draw_changes(plan)
    maps = form.ask_maps(slug, plan.to_map, draft.book)
    confirmed = form.ask_removed(slug, plan.to_confirm)
    said_all = sum(map(len, maps.values())) == len(plan.to_map) and len(confirmed) == len(plan.to_confirm)
    if maps:
        with reading() as session:
            plan = next_version.plan(session, slug=slug, book=draft.book, maps=maps)
    if said_all and not plan.refused:
        form.draw_effects(plan)
    form.ask_note(slug)
    st.button(
        say(SAVE, number=newest.number + 1),
        type="primary",
        disabled=bool(plan.refused) or not said_all,
        on_click=save,
        args=(slug, draft, maps, confirmed),
    )


def again(slug: str, found: list[OldAnswers]) -> None:
    """Draw what to look at again, by annotator and item."""
    if not found:
        st.write(say(NOTHING_AGAIN))
        return
    st.write(say(AGAIN_IS))
    name = f"again-{slug}"
    first = paging.first_shown(name, total=len(found), size=AT_ONCE)
    rows = [
        (
            Short(each.rater),
            Link(each.item, f"/{ITEM.name}?{urlencode({'project': slug, 'item': each.item})}"),
            Short(each.question),
            each.version,
            each.count,
        )
        for each in found[first : first + AT_ONCE]
    ]
    table((say("Annotator"), say("Item"), say("Question"), say(OF_VERSION), say("Answers")), rows)
    paging.pager(name, total=len(found), size=AT_ONCE)


def history(slug: str, versions: list[Version]) -> None:
    """Draw every version, the newest first, and the way to the file of each."""
    rows = [
        (
            Short(str(each.number)),
            Short(moment(each.made_at)),
            Short(maker(each)),
            Remark(" ".join(told(each)), each.note),
        )
        for each in versions
    ]
    table((say(OF_VERSION), say("When"), say("Who"), say("What changed, and why")), rows)
    number = st.selectbox(say(OF_VERSION), [each.number for each in versions], key=f"version-{slug}", width=220)
    download(slug, next(each for each in versions if each.number == number))


def maker(version: Version) -> str:
    """Who saved a version."""
    if version.number == 1:
        return say(WITH_PROJECT)
    return version.who or say(LINE)


def told(version: Version) -> list[str]:
    """What a version changed, and what its labels became."""
    if version.number == 1:
        return []
    changed = [say(sentence) for sentence in in_words(version.changes)]
    return changed + [
        say(BECAME, question=question, label=label, now=now or NOWHERE)
        for question, labels in version.became.items()
        for label, now in labels.items()
    ]


person = require(*STUDY)
st.title(say(TITLE), anchor=False)
slug = choose_project()
with reading() as session:
    versions = codebook_history.versions(session, slug=slug)
    to_look_at = old_answers(session, slug=slug)
    needs = guideline_needs.needs(session, slug=slug)
DRAW: Mapping[str, Callable[[], None]] = {
    "now": lambda: as_it_is(slug, versions[0], person),
    "change": lambda: change(slug, versions[0], person),
    "again": lambda: again(slug, to_look_at),
    "needs": lambda: draw_needs(needs),
    "history": lambda: history(slug, versions),
}
COUNTS = {"again": len(to_look_at), "needs": len(needs.marked), "history": len(versions)}
view = st.segmented_control(
    say(TITLE),
    list(VIEWS),
    default="now",
    required=True,
    format_func=lambda key: f"{say(VIEWS[key])} ({whole(COUNTS[key])})" if key in COUNTS else say(VIEWS[key]),
    label_visibility="collapsed",
    key=f"view-{slug}",
)
outcome.say_outcome(TITLE)
DRAW[view or "now"]()
