"""How good is each annotator's work while it goes on? Figures by person, and pausing somebody: only by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import streamlit as st

from annotation import judgments
from annotation.errors import AccordError
from annotation.people.accounts import Person
from annotation.quality import pausing
from annotation.store import reading, writing
from exports import quality_tables
from exports.quality import Figure as Measured
from exports.quality import PersonQuality
from languages import percent, say, say_if_ours, told, whole, worded
from pages.parts import outcome, person_quality, sheet
from pages.parts.access import require
from pages.parts.acting import act
from pages.parts.choose import choose_project
from pages.parts.confirm import Action, confirm
from pages.parts.literal import literal
from pages.parts.menu import STUDY
from pages.parts.quality_of import quality_of, question_texts, state_of
from pages.parts.quiet import quiet
from pages.parts.tables import Figure, Remark, table
from pages.parts.times import moment, span

TITLE = worded("Quality")
NO_JUDGMENTS = worded("Nobody has labelled anything in this project yet.")
ROUND_IS = worded("Round {number}. Nothing follows from these figures by itself: who is paused is for you to say.")
AT_WORK = worded("At work")
NOBODY = worded("No items are assigned yet.")
PAUSE, PAUSE_YES = worded("Pause {name}"), worded("Pause")
PAUSE_SAYS = worded(
    "{name} can submit nothing in this project until you let them go on; their board says so. What they have not "
    "submitted is kept."
)
RESUME, RESUME_YES = worded("Let {name} go on"), worded("Let them go on")
RESUME_SAYS = worded("{name} goes on where they stopped.")
PAUSED, RESUMED = worded("{name} is paused."), worded("{name} can go on.")
PAUSED_SINCE = worded("paused since {at}")
PAUSING = worded("Pausing")
NOTES = worded(
    "“An item” is the median time that the boards measured, pauses left out. Skipped and flagged are shares of the "
    "items that were done or skipped, “cannot judge” of the answers."
)


def share(found: Measured) -> Figure:
    """A share in percent with what it rests on, or a dash with the reason."""
    if found.value is None:
        return Figure("—", say_if_ours(found.why or ""))
    return Figure(percent(found.value), whole(found.n))


def at_work(people: Sequence[PersonQuality], paused: dict[str, datetime]) -> None:
    """Draw everybody's speed, and what they skip, flag and cannot judge."""
    st.subheader(say(AT_WORK), anchor=False)
    rows = [
        (
            Remark(
                each.name,
                say(PAUSED_SINCE, at=moment(paused[each.name])) if each.name in paused else each.pseudonym,
            ),
            each.items,
            Figure(span(round(each.seconds.value * 1000)), whole(each.seconds.n))
            if each.seconds.value is not None
            else Figure("—", say_if_ours(each.seconds.why or "")),
            share(each.cannot),
            share(each.skipped),
            share(each.flagged),
        )
        for each in people
    ]
    heads = (say("Annotator"), say("Items"), say("An item"), say("Cannot judge"), say("Skipped"), say("Flagged"))
    table(heads, rows)
    quiet(say(NOTES))


def ask_to_pause(slug: str, people: Sequence[PersonQuality], paused: dict[str, datetime]) -> None:
    """Draw a button for each annotator that has them wait or go on; each asks once more."""
    st.subheader(say(PAUSING), anchor=False)
    outcome.say_outcome(PAUSING)
    actions = []
    for each in people:
        waits = each.name in paused
        ask, says, yes = (RESUME, RESUME_SAYS, RESUME_YES) if waits else (PAUSE, PAUSE_SAYS, PAUSE_YES)
        verb = turn(slug, each.name, waits=waits)
        actions.append(Action(say(ask, name=each.name), say(says, name=each.name), say(yes), act, (verb, PAUSING)))
    confirm(f"pausing-{slug}", actions)


def turn(slug: str, name: str, *, waits: bool) -> Callable[[Person], str]:
    """The verb that has an annotator wait or go on."""

    def verb(person: Person) -> str:
        turned, said = (pausing.resume, RESUMED) if waits else (pausing.pause, PAUSED)
        with writing() as session:
            turned(session, slug=slug, annotator=name, account_id=person.id, now=datetime.now(UTC))
        return say(said, name=name)

    return verb


require(*STUDY)
st.title(say(TITLE), anchor=False)
slug = choose_project()
with reading() as session:
    has_any = judgments.state(session, slug=slug) != (0, 0)
    paused = pausing.paused(session, slug=slug)
if not has_any:
    st.write(say(NO_JUDGMENTS))
    st.stop()
try:
    found = quality_of(slug, state_of(slug))
except AccordError as error:
    st.error(literal(told(error)))
    st.stop()
quiet(say(ROUND_IS, number=found.round))
if not found.people:
    st.write(say(NOBODY))
    st.stop()
at_work(found.people, paused)
person_quality.by_question(found.people, question_texts(slug))
person_quality.as_it_goes_on(found.people, question_texts(slug))
sheet.offer(quality_tables.sheet(found), slug=slug, question="quality")
ask_to_pause(slug, found.people, paused)
