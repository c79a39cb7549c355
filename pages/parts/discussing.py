"""What would be discussed, and opening and closing the discussion: the part of a screen that researchers have."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import streamlit as st

from annotation import models as m
from annotation import projects
from annotation.discussion import opening as discussion
from annotation.discussion.opening import Preview
from annotation.people.accounts import Person
from annotation.store import reading, writing
from languages import say, worded
from pages.parts import outcome
from pages.parts.acting import act
from pages.parts.confirm import Action, confirm
from pages.parts.literal import literal
from pages.parts.quiet import quiet
from pages.parts.times import moment

TITLE = worded("Discussion")
WHAT_IT_IS = worded(
    "After an independent round people can discuss what they differ on: they see each other's first answers under "
    "pseudonyms, comment, and answer again. The first answers stay as they are; what comes out is consensus."
)
ABOUT = worded(
    "Places of round {round} on which people differ: {differing:,}. To discuss: {places:,} (targets: {targets:,}, "
    "items: {items:,}). People who take part: {people:,}."
)
DECIDED = worded("Left out, as an adjudicator has decided them: {n:,}.")
ALONE = worded("Left out, as fewer than two people could talk about them: {n:,}.")
CANNOT = worded(
    "Imported people cannot take part ({imported:,}), nor can closed accounts ({closed:,}); their answers are shown."
)
CLOSE_FIRST = worded("Close round {number} first: people discuss what they have finished.")
NOTHING = worded("There is nothing to discuss.")
OPEN, OPEN_YES, OPENED = (
    worded("Open a discussion"),
    worded("Open the discussion"),
    worded("The discussion is open, as round {number}."),
)
OPEN_SAYS = worded(
    "Items that people get again, with what the others said first: {items:,}; people: {people:,}. After that round "
    "{round} cannot be opened any more, and it can be discussed only once."
)
UNDER_WAY = worded("Round {number} is the discussion of round {about}; open since {at}.")
OVER = worded("Round {number} was the discussion of round {about}; closed since {at}.")
CLOSE, CLOSE_YES, CLOSED = (
    worded("Close the discussion"),
    worded("Close it now"),
    worded("The discussion is closed."),
)
CLOSE_SAYS = worded("It takes no more answers and comments. Whoever has not answered again keeps the first answers.")
AGAIN, AGAIN_YES, OPEN_NOW = (
    worded("Open the discussion again"),
    worded("Open it now"),
    worded("The discussion is open again."),
)
AGAIN_SAYS = worded("Participants go on where they stopped: they comment, and may correct what they answered again.")
SETTLE = worded("Settling and the adjudicator's desk now count what people say here.")


def discussing(slug: str) -> None:
    """Draw the discussion of the latest independent round: what it would be about, or how it stands."""
    with reading() as session:
        project = projects.find(session, slug)
        before = projects.find_round(session, project)
        found = discussion.under_way(session, slug=slug)
        preview = None if found else discussion.preview(session, slug=slug)
    st.subheader(say(TITLE), anchor=False)
    outcome.say_outcome(TITLE)
    if preview is not None:
        quiet(say(WHAT_IT_IS))
        _before(slug, before, preview)
    elif found is not None:
        _stands(slug, before, found)


def _before(slug: str, before: m.Round, found: Preview) -> None:
    if not found.differing:
        st.write(say(NOTHING))
        return
    st.write(
        literal(
            say(
                ABOUT,
                round=found.round,
                differing=found.differing,
                places=found.places,
                targets=found.targets,
                items=found.items,
                people=found.people,
            )
        )
    )
    for text, n in ((DECIDED, found.decided), (ALONE, found.alone)):
        if n:
            quiet(say(text, n=n))
    if found.imported or found.closed:
        quiet(say(CANNOT, imported=found.imported, closed=found.closed))
    if before.closed_at is None:
        st.write(say(CLOSE_FIRST, number=before.number))
    elif found.places:
        says = say(OPEN_SAYS, people=found.people, items=found.items, round=found.round)
        confirm(f"discuss-{slug}", [Action(say(OPEN), says, say(OPEN_YES), act, (_opening(slug), TITLE))])


def _stands(slug: str, before: m.Round, found: m.Round) -> None:
    if found.closed_at is not None:
        st.write(literal(say(OVER, number=found.number, about=before.number, at=moment(found.closed_at))))
    else:
        st.write(literal(say(UNDER_WAY, number=found.number, about=before.number, at=moment(found.opened_at))))
    quiet(say(SETTLE))
    if found.closed_at is None:
        verb, said = discussion.close, (CLOSE, CLOSE_SAYS, CLOSE_YES, CLOSED)
    else:
        verb, said = discussion.reopen, (AGAIN, AGAIN_SAYS, AGAIN_YES, OPEN_NOW)
    ask, says, yes, done = map(say, said)
    confirm(f"discuss-{slug}", [Action(ask, says, yes, act, (_turning(slug, verb, done), TITLE))])


def _opening(slug: str) -> Callable[[Person], str]:
    def verb(person: Person) -> str:
        with writing() as session:
            done = discussion.open_discussion(session, slug=slug, now=datetime.now(UTC), account_id=person.id)
        return say(OPENED, number=done.round)

    return verb


def _turning(slug: str, turn: Callable[..., int], done: str) -> Callable[[Person], str]:
    def verb(person: Person) -> str:
        with writing() as session:
            turn(session, slug=slug, now=datetime.now(UTC), account_id=person.id)
        return done

    return verb
