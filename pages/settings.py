"""How is this project set up? Defaults, names, keys, the warning before sensitive items, and the round."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import streamlit as st

from agreement.alternative_results import EPSILONS
from annotation import projects, rounds, settings
from annotation.accounts import Person
from annotation.rounds import RoundState
from annotation.settings import ProjectSettings
from annotation.status import status
from annotation.store import reading, writing
from pages.parts import item_choice, outcome
from pages.parts.access import require
from pages.parts.acting import act
from pages.parts.choose import choose_project
from pages.parts.confirm import Action, confirm
from pages.parts.literal import literal
from pages.parts.menu import STUDY
from pages.parts.quiet import quiet
from pages.parts.times import moment

TITLE = "Settings"
GENERAL = "Labelling and deciding"
OVERLAP, SEED = "Annotators for each item", "Seed"
DEFAULTS_HELP = "What the screen “Assign” proposes."
NAMES = "An adjudicator may ask for the names behind the pseudonyms"
REASON = "A decision needs a reason"
KEYS = "Single letters are keys on the board, unless an annotator switches them off"
EPSILON = "Epsilon of the alternative annotator test"
EPSILON_HELP = (
    "How much a judge may fall short of a person and still stand in for one, as its labels cost less. "
    "Choose it before you see a judge's scores; the log keeps when. The values are those of the test's authors."
)
NO_TEST = "No test is made"
WHOM = "{value:g} ({whom})"
WARNING = "Words before sensitive items"
WARNING_HINT = "Empty: the board's own sentence."
SAVE, SAVED, UNCHANGED = "Save", "The settings are saved.", "Nothing has changed."
SENSITIVE = "Sensitive items"
SENSITIVE_IS = "Sensitive now: {sensitive:,} of {items:,} items. The board shows a warning before them."
NEW_ONES = "Items that are imported later are not sensitive until you choose them here."
SET, SET_NOW = "Set", "Sensitive now: {count:,} items."
ROUND = "Round {number}"
OPEN_SINCE, CLOSED_SINCE = "Open since {at}.", "Closed since {at}. Nothing is taken in it."
CLOSE, CLOSE_YES, CLOSED = "Close the round", "Close it", "The round is closed."
CLOSE_SAYS = (
    "Nobody can submit, skip or correct anything while the round is closed. "
    "Assigned items that are not done: {unfinished:,}; skipped: {skipped:,}; drafts that wait: {drafts:,}. "
    "Drafts are kept, and you can open the round again."
)
OPEN, OPEN_YES, OPENED = "Open the round again", "Open it", "The round is open."
OPEN_SAYS = (
    "Annotators go on where they stopped, and may correct what they submitted. "
    "Agreement, decisions and exports change with what they say."
)


def chosen(name: str, slug: str) -> Any:
    """What is filled in under this name."""
    return st.session_state.get(f"{name}-{slug}")


def save(slug: str) -> Callable[[Person], str]:
    """The verb that saves the form."""

    def verb(person: Person) -> str:
        given = settings.checked(**{name: chosen(name, slug) for name in ProjectSettings.model_fields})
        with writing() as session:
            changed = settings.save(session, slug=slug, settings=given, account_id=person.id, now=datetime.now(UTC))
        return SAVED if changed else UNCHANGED

    return verb


def mark(slug: str) -> Callable[[Person], str]:
    """The verb that says which items are sensitive."""

    def verb(person: Person) -> str:
        with writing() as session:
            count = settings.mark_sensitive(
                session, slug=slug, which=item_choice.chosen(slug), account_id=person.id, now=datetime.now(UTC)
            )
        return SET_NOW.format(count=count)

    return verb


def turn(slug: str, verb: Callable[..., None], said: str) -> Callable[[Person], str]:
    """The verb that closes or opens the round."""

    def turned(person: Person) -> str:
        with writing() as session:
            verb(session, slug=slug, account_id=person.id, now=datetime.now(UTC))
        return said

    return turned


def epsilons(now: float | None) -> list[float | None]:
    """The choices: none, the authors' three, and whatever is chosen already."""
    known = [None, *EPSILONS]
    return known if now in known else [*known, now]


def epsilon_in_words(value: float | None) -> str:
    """One choice, with the people that the authors mean it for."""
    if value is None:
        return NO_TEST
    whom = EPSILONS.get(value)
    return WHOM.format(value=value, whom=whom) if whom else f"{value:g}"


def ask_general(slug: str, now: ProjectSettings) -> None:
    """Draw the form of the settings."""
    st.subheader(GENERAL, anchor=False)
    outcome.say_outcome(GENERAL)
    with st.form(f"general-{slug}", border=False):
        with st.container(horizontal=True):
            st.number_input(
                OVERLAP, 1, settings.LARGEST_OVERLAP, now.overlap, key=f"overlap-{slug}", help=DEFAULTS_HELP, width=220
            )
            st.number_input(SEED, 0, settings.LARGEST_SEED, now.seed, key=f"seed-{slug}", help=DEFAULTS_HELP, width=220)
        st.checkbox(NAMES, now.names_visible, key=f"names_visible-{slug}")
        st.checkbox(REASON, now.reason_required, key=f"reason_required-{slug}")
        st.checkbox(KEYS, now.single_keys, key=f"single_keys-{slug}")
        st.selectbox(
            EPSILON,
            epsilons(now.epsilon),
            index=epsilons(now.epsilon).index(now.epsilon),
            format_func=epsilon_in_words,
            key=f"epsilon-{slug}",
            help=EPSILON_HELP,
            width=420,
        )
        st.text_area(
            WARNING,
            now.content_warning,
            key=f"content_warning-{slug}",
            placeholder=WARNING_HINT,
            max_chars=settings.LONGEST_WARNING,
            height=80,
        )
        st.form_submit_button(SAVE, type="primary", on_click=act, args=(save(slug), GENERAL))


def ask_sensitive(slug: str, *, sensitive: int, items: int, tags: dict[str, dict[str, int]]) -> None:
    """Draw which items are sensitive, and the choice of others."""
    st.subheader(SENSITIVE, anchor=False)
    outcome.say_outcome(SENSITIVE)
    st.write(SENSITIVE_IS.format(sensitive=sensitive, items=items))
    is_chosen = item_choice.ask(slug, tags)
    st.button(SET, disabled=not is_chosen, on_click=act, args=(mark(slug), SENSITIVE))
    quiet(NEW_ONES)


def ask_round(slug: str, state: RoundState) -> None:
    """Draw whether the round is open, and the way to the other state."""
    st.subheader(ROUND.format(number=state.number), anchor=False)
    outcome.say_outcome(CLOSE)
    if state.closed_at is None:
        st.write(literal(OPEN_SINCE.format(at=moment(state.opened_at))))
        says = CLOSE_SAYS.format(unfinished=state.unfinished, skipped=state.skipped, drafts=state.drafts)
        ask, yes, verb = CLOSE, CLOSE_YES, turn(slug, rounds.close, CLOSED)
    else:
        st.write(literal(CLOSED_SINCE.format(at=moment(state.closed_at))))
        says, ask, yes, verb = OPEN_SAYS, OPEN, OPEN_YES, turn(slug, rounds.reopen, OPENED)
    confirm(f"round-{slug}", [Action(ask, says, yes, act, (verb, CLOSE))])


person = require(*STUDY)
st.title(TITLE, anchor=False)
slug = choose_project()
with reading() as session:
    now = settings.read(projects.find(session, slug))
    found = status(session, slug=slug)
    sensitive = settings.sensitive(session, slug=slug)
    state = rounds.state(session, slug=slug)
ask_general(slug, now)
ask_sensitive(slug, sensitive=len(sensitive), items=found.items, tags=found.tags)
ask_round(slug, state)
