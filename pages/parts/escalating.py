"""The part of *Assign* for escalation: where people agree too little on an item, one more of them is asked."""

from __future__ import annotations

from datetime import UTC, datetime

import streamlit as st

from annotation import settings
from annotation.errors import AccordError
from annotation.people.accounts import Person
from annotation.pool import escalation, escalation_plan
from annotation.pool.escalation_plan import Escalation
from annotation.store import reading, writing
from languages import say, told, worded
from pages.parts import outcome
from pages.parts.acting import act
from pages.parts.literal import literal
from pages.parts.quiet import quiet

PLACE = "escalation"
TITLE = worded("Escalation: one more annotator where people differ")
SAYS = worded(
    "When everybody who has an item is done and too small a share of their pairs of answers agrees, one more annotator "
    "is asked, one at a time. Such answers count where something is decided, and never in the agreement."
)
UNDER, UNDER_HELP = (
    worded("Ask below this agreement"),
    worded("The share of agreeing pairs of answers over all questions of an item, free text left out."),
)
CAP, CAP_HELP = worded("At most so many people"), worded("How many people label one item, those asked later included.")
WHO, ANYBODY = worded("Who may be asked"), worded("Nobody chosen: every annotator")
SEED = worded("Seed of the ties")
STANDS = worded(
    "{under:,} finished items are below it, {at_cap:,} of them with as many people as allowed. {asked:,} answers are "
    "asked for, {done:,} given."
)
ON_NOW, OFF_NOW = worded("It is switched on."), worded("It is switched off.")
SWITCH_ON, CHANGE, OFF, RUN = (
    worded("Switch it on"),
    worded("Change it"),
    worded("Switch it off"),
    worded("Ask for these items now"),
)
SET, ENDED, ASKED = (
    worded("From now on one more annotator is asked where people differ."),
    worded("Nobody is asked any more."),
    worded("Annotators asked: {count:,}."),
)


def set_up(slug: str, chosen: Escalation) -> None:
    """Switch it on, or change it, as it was shown."""

    def verb(person: Person) -> str:
        with writing() as session:
            escalation.set_up(session, slug=slug, chosen=chosen, account_id=person.id, now=datetime.now(UTC))
        return say(SET)

    act(verb, PLACE)


def switch_off(slug: str) -> None:
    """Ask nobody any more."""

    def verb(person: Person) -> str:
        with writing() as session:
            escalation.switch_off(session, slug=slug, account_id=person.id, now=datetime.now(UTC))
        return say(ENDED)

    act(verb, PLACE)


def run(slug: str) -> None:
    """Ask for what was finished before."""

    def verb(_person: Person) -> str:
        with writing() as session:
            count = escalation.run(session, slug=slug, now=datetime.now(UTC))
        return say(ASKED, count=count)

    act(verb, PLACE)


def ask_escalation(slug: str, *, names: list[str], seed: int) -> None:
    """Draw where the items stand, and the form that switches it on, changes it or switches it off."""
    outcome.say_outcome(PLACE)
    with reading() as session:
        before = escalation.state(session, slug=slug).chosen
    is_on = before is not None and before.is_on
    with st.expander(say(TITLE), expanded=is_on):
        quiet(say(SAYS))
        if before is not None:
            st.write(say(ON_NOW if is_on else OFF_NOW))
        try:
            chosen = _form(slug, before or Escalation(seed=seed), names)
            with reading() as session:
                found = escalation.state(session, slug=slug, chosen=chosen)
        except AccordError as error:
            st.error(literal(told(error)))
            return
        st.write(say(STANDS, under=found.under, at_cap=found.at_cap, asked=found.asked, done=found.done))
        with st.container(horizontal=True):
            label = CHANGE if is_on else SWITCH_ON
            st.button(say(label), disabled=chosen == before, on_click=set_up, args=(slug, chosen))
            if is_on:
                needing = found.under - found.at_cap
                st.button(say(RUN), disabled=not needing or chosen != before, on_click=run, args=(slug,))
                st.button(say(OFF), on_click=switch_off, args=(slug,))


def _form(slug: str, now: Escalation, names: list[str]) -> Escalation:
    """The settings that are chosen. Raises WrongUse."""
    with st.container(horizontal=True):
        under = st.number_input(
            say(UNDER),
            0.01,
            1.0,
            now.under,
            step=0.05,
            key=f"escalation-under-{slug}",
            help=say(UNDER_HELP),
            width=220,
        )
        cap = st.number_input(
            say(CAP),
            escalation_plan.FEWEST_RATERS,
            escalation_plan.MOST_RATERS,
            now.cap,
            key=f"escalation-cap-{slug}",
            help=say(CAP_HELP),
            width=220,
        )
        seed = st.number_input(say(SEED), 0, settings.LARGEST_SEED, now.seed, key=f"escalation-seed-{slug}", width=220)
    annotators = st.multiselect(
        say(WHO),
        names,
        default=[name for name in now.annotators if name in names],
        placeholder=say(ANYBODY),
        key=f"escalation-annotators-{slug}",
        width=640,
    )
    return escalation_plan.checked(under=under, cap=cap, annotators=tuple(annotators), seed=seed)
