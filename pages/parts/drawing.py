"""The part of a project that people label, drawn by chance: choosing a sample that there is, and drawing another."""

from __future__ import annotations

from datetime import UTC, datetime

import streamlit as st

from annotation import sampling
from annotation.errors import AccordError
from annotation.people.accounts import Person
from annotation.store import reading, writing
from languages import Worded, say, told, worded
from pages.parts import outcome, terms
from pages.parts.acting import act
from pages.parts.literal import literal
from pages.parts.quiet import quiet
from pages.parts.tables import table

WHICH = worded("Which items")
EVERY = worded("All items")
SAMPLE_OF = worded("Sample {name}: {items:,} items")
DRAW = worded("Draw a sample")
DRAW_SAYS = worded(
    "People label only some items, drawn by chance. The probability of each is stored, so that what they say can stand "
    "for all items."
)
HOW_MANY, BY_TAGS, CALLED = worded("Items"), worded("Stratify by"), worded("Name of the sample")
TAGS_HINT = worded("Choose tags, or none")
ALLOCATION = worded("From each stratum")
ALLOCATIONS: dict[sampling.Allocation, Worded] = {
    "proportional": worded("its share"),
    "equal": worded("as many from each"),
}
WOULD_DRAW = worded("This draws {n:,} of {total:,} items.")
DRAW_IT, DREW = worded("Draw it"), worded("The sample {name} has {n:,} items. Assign it above.")
STRATUM, THERE, DRAWN, CHANCE = worded("Stratum"), worded("Items"), worded("Drawn"), worded("Probability")


def ask_sample(slug: str) -> str | None:
    """Draw the choice between all items and a sample of them, where there is one."""
    with reading() as session:
        found = {each.name: each for each in sampling.samples(session, slug=slug)}
    if not found:
        return None
    chosen: str = st.selectbox(
        say(WHICH),
        ["", *found],
        format_func=lambda name: say(SAMPLE_OF, name=name, items=found[name].items) if name else say(EVERY),
        key=f"assign-sample-{slug}",
        width=420,
    )
    return chosen or None


def draw_sample(slug: str, n: int, by: list[str], allocation: sampling.Allocation, seed: int, name: str) -> None:
    """Draw a sample as it was shown."""

    def verb(person: Person) -> str:
        with writing() as session:
            drawn = sampling.sample(
                session,
                slug=slug,
                name=name,
                n=n,
                seed=seed,
                by=by,
                allocation=allocation,
                account_id=person.id,
                now=datetime.now(UTC),
            )
        return say(DREW, name=name.strip(), n=sum(each.drawn for each in drawn))

    act(verb, DRAW)


def ask_to_draw(slug: str, *, items: int, tags: list[str], seed: int) -> None:
    """Draw the form of a new sample, and what it would be."""
    outcome.say_outcome(DRAW)
    with st.expander(say(DRAW)):
        quiet(say(DRAW_SAYS))
        with st.container(horizontal=True):
            n = st.number_input(say(HOW_MANY), 1, max(1, items), min(100, items), key=f"sample-n-{slug}", width=160)
            name = st.text_input(say(CALLED), "validation", max_chars=sampling.LONGEST_NAME, key=f"sample-name-{slug}")
        by = st.multiselect(
            say(BY_TAGS),
            tags,
            format_func=terms.tag,
            placeholder=say(TAGS_HINT),
            key=f"sample-by-{slug}",
            width=420,
        )
        ways: list[sampling.Allocation] = list(ALLOCATIONS)
        allocation = st.radio(
            say(ALLOCATION),
            ways,
            format_func=lambda each: say(ALLOCATIONS[each]),
            horizontal=True,
            key=f"sample-allocation-{slug}",
        )
        try:
            with reading() as session:
                drawn = sampling.plan(session, slug=slug, n=n, seed=seed, by=by, allocation=allocation)
        except AccordError as error:
            st.error(literal(told(error)))
            return
        st.write(say(WOULD_DRAW, n=n, total=items))
        if by:
            rows = [(", ".join(each.stratum), each.items, each.drawn, f"{each.probability:.3f}") for each in drawn]
            table((say(STRATUM), say(THERE), say(DRAWN), say(CHANCE)), rows)
        st.button(say(DRAW_IT), on_click=draw_sample, args=(slug, n, by, allocation, seed, name))
