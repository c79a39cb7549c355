"""Who labels what? Choose people, see everybody's load before and after, then assign; what exists stays as it is."""

from __future__ import annotations

from datetime import UTC, datetime

import streamlit as st

from annotation import assignment, projects, rounds, settings
from annotation.assignment import Preview
from annotation.errors import AccordError
from annotation.people import roster
from annotation.people.accounts import Person
from annotation.status import status
from annotation.store import reading, writing
from languages import say, told, worded
from pages.parts import drawing, escalating, outcome, pooling
from pages.parts.access import require
from pages.parts.acting import act
from pages.parts.choose import choose_project
from pages.parts.literal import literal
from pages.parts.menu import STUDY
from pages.parts.quiet import quiet
from pages.parts.tables import table

TITLE = worded("Assign")
NO_PEOPLE = worded("Nobody can label yet. An admin adds annotators on the screen “People”.")
CLOSED = worded("Round {number} is closed. Items that you assign now can be labelled when it is opened again.")
PEOPLE = worded("Annotators")
PEOPLE_HINT = worded("Choose one or more")
OVERLAP = worded("Annotators for each item")
OVERLAP_HELP = worded("How many different people label each item. Agreement needs two or more.")
SEED = worded("Seed")
SEED_HELP = worded("The same seed, items and people give the same plan.")
CHOOSE_FIRST = worded("Choose who labels, and you will see what each of them would have to do.")
WOULD_ADD = worded("This adds {added:,} assignments, so that each of the {items:,} items has {overlap} annotators.")
FEWER = worded("This adds {added:,} assignments.")
KEPT_AWAY = worded(
    "Nobody is given an item that they met in a training, in a calibration or as a known item: {count:,} times that "
    "kept an item from somebody chosen here. Items with fewer than {overlap} annotators: {short:,}."
)
NOTHING_NEW = worded("There is nothing to add: each of the {items:,} items has enough annotators.")
STAYS = worded(
    "What is assigned already stays as it is; new items come after a person's earlier ones, in an order of their own."
)
ASSIGN = worded("Assign")
DONE = worded("{added:,} assignments added.")


def assign(slug: str, annotators: list[str], overlap: int, seed: int, sample: str | None, seen: str) -> None:
    """Assign as it was shown."""

    def verb(person: Person) -> str:
        with writing() as session:
            done = assignment.assign(
                session,
                slug=slug,
                annotators=annotators,
                overlap=overlap,
                seed=seed,
                sample=sample,
                seen=seen,
                account_id=person.id,
                now=datetime.now(UTC),
            )
        return say(DONE, added=done.assignments_added)

    act(verb)


def show(preview: Preview, overlap: int) -> None:
    """Draw the plan: each person's load before, what comes new, and after."""
    said = WOULD_ADD if preview.assignments_added else NOTHING_NEW
    said = FEWER if preview.items_short else said
    st.write(say(said, added=preview.assignments_added, items=preview.items, overlap=overlap))
    if preview.kept_away:
        st.info(say(KEPT_AWAY, count=preview.kept_away, overlap=overlap, short=preview.items_short))
    rows = [
        (name, preview.before[name], preview.after[name] - preview.before[name], preview.after[name])
        for name in preview.after
    ]
    table((say("Annotator"), say("Items now"), say("New"), say("Items after")), rows)
    quiet(say(STAYS))


def propose(slug: str, chosen: list[str], *, overlap: int, seed: int, sample: str | None) -> None:
    """Draw the plan, and the button that makes it so."""
    if not chosen:
        st.write(say(CHOOSE_FIRST))
        return
    try:
        with reading() as session:
            preview = assignment.preview(
                session, slug=slug, annotators=chosen, overlap=overlap, seed=seed, sample=sample
            )
    except AccordError as error:
        st.error(literal(told(error)))
        return
    show(preview, overlap)
    st.button(
        say(ASSIGN),
        type="primary",
        disabled=not preview.assignments_added,
        on_click=assign,
        args=(slug, chosen, overlap, seed, sample, preview.stamp),
    )


person = require(*STUDY)
st.title(say(TITLE), anchor=False)
slug = choose_project()
with reading() as session:
    project = projects.find(session, slug)
    defaults = settings.read(project)
    names = roster.may_label(session)
    working = assignment.assigned(session, slug=slug)
    state = rounds.state(session, slug=slug)
    found = status(session, slug=slug)
if not names:
    st.write(say(NO_PEOPLE))
    st.stop()
if state.closed_at:
    st.warning(say(CLOSED, number=state.number))

chosen = st.multiselect(
    say(PEOPLE),
    names,
    default=[name for name in names if name in working],
    placeholder=say(PEOPLE_HINT),
    key=f"assign-annotators-{slug}",
    width=640,
)
with st.container(horizontal=True):
    overlap = st.number_input(
        say(OVERLAP),
        value=defaults.overlap,
        key=f"assign-overlap-{slug}",
        help=say(OVERLAP_HELP),
        width=220,
    )
    seed = st.number_input(
        say(SEED),
        min_value=0,
        max_value=settings.LARGEST_SEED,
        value=defaults.seed,
        key=f"assign-seed-{slug}",
        help=say(SEED_HELP),
        width=220,
    )
sample = drawing.ask_sample(slug)
outcome.say_outcome()
propose(slug, chosen, overlap=overlap, seed=seed, sample=sample)
drawing.ask_to_draw(slug, items=found.items, tags=list(found.tags), seed=seed)
pooling.ask_pool(slug, names=names, seed=defaults.seed)
escalating.ask_escalation(slug, names=names, seed=defaults.seed)
