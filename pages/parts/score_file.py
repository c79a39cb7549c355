"""A file of a judge's scores on its way into a project: asked for, looked at, then saved or left."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import PurePath
from typing import Any

import streamlit as st

from annotation.errors import AccordError
from annotation.imports import judge_import
from annotation.imports.judge_import import ScoresTaken
from annotation.people.accounts import Person
from annotation.store import reading, writing
from languages import say, say_if_ours, told, worded
from pages.parts import outcome
from pages.parts.acting import act
from pages.parts.literal import literal
from pages.parts.quiet import quiet
from pages.parts.upload import draw_refused

PLACE = "scores"
HEADING = worded("Scores from a file")
FILE = worded("A judge's scores: csv, tsv or jsonl with item, target, question and label")
ABOUT = worded(
    "Name, version and run are what you say here, else the columns rater, version and run, else the file's name."
)
NAME, VERSION, RUN = worded("Judge"), worded("Version of model and prompt"), worded("Run")
MEANINGS = worded("What its answers mean, one a line: OLD=NEW")
FOUND = worded("Scores that can be taken: {added:,}, of {judges}. Already there: {skipped:,}. Blank: {blank:,}.")
UNPARSED = worded("Answers that give no label: {count:,}. They are kept and counted, and never guessed at.")
SAVE, SAVE_GOOD, LEAVE = worded("Add {count:,} scores"), worded("Add the {count:,} good scores"), worded("Take nothing")
SAVED = worded("Added {added:,} scores of {judges}.")
SHOWN = 5
NOTHING = worded("There is nothing new to save in this file.")
_TURN = "scores-turn"


def ask(slug: str) -> None:
    """Draw the whole way of a file."""
    st.subheader(say(HEADING), anchor=False)
    outcome.say_outcome(PLACE)
    uploaded = st.file_uploader(say(FILE), key=_key("file"), width=640)
    quiet(say(ABOUT))
    if uploaded is None:
        return
    with st.container(horizontal=True):
        st.text_input(say(NAME), key=_key("name"), max_chars=judge_import.LONGEST_NAME)
        st.text_input(say(VERSION), key=_key("version"), max_chars=judge_import.LONGEST_NAME)
        st.text_input(say(RUN), key=_key("run"), max_chars=judge_import.LONGEST_NAME)
    st.text_area(say(MEANINGS), key=_key("meanings"), height=80, width=420)
    try:
        with reading() as session:
            looked = _take(session, slug, dry_run=True)
    except AccordError as error:
        st.error(literal(told(error)))
        return
    _draw(slug, looked)


def _draw(slug: str, looked: ScoresTaken) -> None:
    """Draw what the file holds, what is wrong with which row, and the choice."""
    st.write(
        literal(
            say(
                FOUND,
                added=looked.judgments_added,
                judges=_named(looked),
                skipped=looked.judgments_skipped,
                blank=looked.blank,
            )
        )
    )
    if looked.unparsed:
        quiet(say(UNPARSED, count=len(looked.unparsed)))
        quiet(say("; ").join(f"{each.row}: {say_if_ours(each.why)}" for each in looked.unparsed[:SHOWN]))
    draw_refused(looked.rows_refused)
    if not looked.judgments_added:
        st.write(say(NOTHING))
        return
    label = SAVE_GOOD if looked.rows_refused else SAVE
    with st.container(horizontal=True):
        st.button(say(label, count=looked.judgments_added), type="primary", on_click=_save, args=(slug,))
        st.button(say(LEAVE), on_click=_forget, key=_key("leave"))


def _save(slug: str) -> None:
    """Save what was looked at."""

    def verb(person: Person) -> str:
        with writing() as session:
            done = _take(session, slug, dry_run=False, account_id=person.id)
        return say(SAVED, added=done.judgments_added, judges=_named(done))

    if st.session_state.get(_key("file")) is not None:
        act(verb, PLACE, then=_forget)


def _take(session: Any, slug: str, *, dry_run: bool, account_id: int | None = None) -> ScoresTaken:
    uploaded = st.session_state[_key("file")]
    return judge_import.import_scores(
        session,
        uploaded.getvalue(),
        slug=slug,
        file_name=PurePath(uploaded.name).stem,
        now=datetime.now(UTC),
        name=_said("name"),
        version=_said("version"),
        run=_said("run"),
        meanings=judge_import.meanings(_said("meanings").splitlines()),
        partial=True,
        dry_run=dry_run,
        account_id=account_id,
    )


def _named(taken: ScoresTaken) -> str:
    return say("; ").join(judge.title for judge in taken.judges) or say("no judge")


def _said(name: str) -> str:
    return str(st.session_state.get(_key(name)) or "").strip()


def _forget() -> None:
    st.session_state[_TURN] = st.session_state.get(_TURN, 0) + 1


def _key(name: str) -> str:
    return f"scores-{name}-{st.session_state.get(_TURN, 0)}"
