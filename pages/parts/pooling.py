"""The part of *Assign* for the pool: items that annotators take themselves, each reserved for a while."""

from __future__ import annotations

from datetime import UTC, datetime

import streamlit as st

from annotation import sampling, settings
from annotation.errors import AccordError
from annotation.people.accounts import Person
from annotation.pool import opening as pool
from annotation.pool import plan as pool_plan
from annotation.pool.opening import PoolState
from annotation.pool.plan import Pool
from annotation.store import reading, writing
from languages import Worded, say, told, worded
from pages.parts import outcome
from pages.parts.acting import act
from pages.parts.literal import literal
from pages.parts.quiet import quiet
from pages.parts.tables import table

PLACE = "pool"
TITLE = worded("Pool: annotators take the next item themselves")
SAYS = worded(
    "Each item has so many places. Whoever takes one has it reserved for a while; a draft begins that time anew, and "
    "when it is over the place is free again. What is assigned above holds places too and never runs out."
)
PLACES, MINUTES, ORDER = worded("Places for each item"), worded("Minutes reserved"), worded("Order")
WHO, ANYBODY = worded("Who takes"), worded("Nobody chosen: every annotator")
SEED, WHICH, EVERY = worded("Seed of the orders"), worded("Items in the pool"), worded("All items")
ORDERS: dict[pool_plan.Order, Worded] = {
    "planned": worded("as imported"),
    "random": worded("drawn for each annotator"),
    "disputed": worded("most disputed first"),
}
HEADS = (worded("Places"), worded("Done"), worded("Assigned, not done"), worded("Reserved"), worded("Free"))
OPEN_NOW = worded("The pool is open: {items:,} items.")
CLOSED_NOW = worded("The pool is closed: {items:,} items.")
WOULD_BE = worded("With these settings it has {places:,} places on {items:,} items, {free:,} of them free.")
OF_NOBODY = worded(
    "{count:,} of the free places can be taken by nobody: those who take from the pool have, had or met these items "
    "already. Let more people take from it, or assign somebody."
)
OPEN, CHANGE, CLOSE = worded("Open the pool"), worded("Change the pool"), worded("Close the pool")
OPENED, CLOSED = (
    worded("The pool is as you chose."),
    worded("The pool is closed; {count:,} reserved places were freed."),
)
CLOSE_SAYS = worded("Who is at work on a reserved item can still submit it.")


def set_up(slug: str, chosen: Pool) -> None:
    """Open or change the pool as it was shown."""

    def verb(person: Person) -> str:
        with writing() as session:
            pool.set_up(session, slug=slug, pool=chosen, account_id=person.id, now=datetime.now(UTC))
        return say(OPENED)

    act(verb, PLACE)


def close(slug: str) -> None:
    """Close the pool."""

    def verb(person: Person) -> str:
        with writing() as session:
            count = pool.close(session, slug=slug, account_id=person.id, now=datetime.now(UTC))
        return say(CLOSED, count=count)

    act(verb, PLACE)


def ask_pool(slug: str, *, names: list[str], seed: int) -> None:
    """Draw how full the pool is, and the form that opens or changes it."""
    outcome.say_outcome(PLACE)
    with reading() as session:
        found = pool.state(session, slug=slug)
        samples = [each.name for each in sampling.samples(session, slug=slug)]
    is_open = found.pool is not None and found.pool.is_open
    with st.expander(say(TITLE), expanded=is_open):
        quiet(say(SAYS))
        if found.pool is not None:
            _fullness(found)
        try:
            chosen = _form(slug, found.pool or Pool(seed=seed), names, samples)
            with reading() as session:
                would = pool.preview(session, slug=slug, pool=chosen)
        except AccordError as error:
            st.error(literal(told(error)))
            return
        st.write(say(WOULD_BE, places=would.places, items=would.items, free=would.free))
        if would.of_nobody:
            st.warning(say(OF_NOBODY, count=would.of_nobody))
        with st.container(horizontal=True):
            label = CHANGE if is_open else OPEN
            st.button(say(label), disabled=chosen == found.pool, on_click=set_up, args=(slug, chosen))
            if is_open:
                st.button(say(CLOSE), on_click=close, args=(slug,), help=say(CLOSE_SAYS))


def _fullness(found: PoolState) -> None:
    is_open = found.pool is not None and found.pool.is_open
    st.write(say(OPEN_NOW if is_open else CLOSED_NOW, items=found.items))
    counts = (found.places, found.done, found.open, found.reserved, found.free)
    table([say(each) for each in HEADS], [counts])


def _form(slug: str, now: Pool, names: list[str], samples: list[str]) -> Pool:
    """The settings that are chosen. Raises WrongUse."""
    with st.container(horizontal=True):
        most = pool_plan.MOST_PLACES
        places = st.number_input(say(PLACES), 1, most, now.places, key=f"pool-places-{slug}", width=200)
        minutes = st.number_input(say(MINUTES), 1, pool_plan.A_WEEK, now.minutes, key=f"pool-minutes-{slug}", width=200)
        seed = st.number_input(say(SEED), 0, settings.LARGEST_SEED, now.seed, key=f"pool-seed-{slug}", width=200)
    orders = list(ORDERS)
    order = st.radio(
        say(ORDER),
        orders,
        index=orders.index(now.order),
        format_func=lambda each: say(ORDERS[each]),
        horizontal=True,
        key=f"pool-order-{slug}",
    )
    annotators = st.multiselect(
        say(WHO),
        names,
        default=[name for name in now.annotators if name in names],
        placeholder=say(ANYBODY),
        key=f"pool-annotators-{slug}",
        width=640,
    )
    sample = now.sample or ""
    if samples:
        sample = st.selectbox(
            say(WHICH),
            ["", *samples],
            index=["", *samples].index(sample),
            format_func=lambda name: name or say(EVERY),
            key=f"pool-sample-{slug}",
            width=420,
        )
    return pool_plan.checked(
        places=places, minutes=minutes, order=order, annotators=tuple(annotators), seed=seed, sample=sample or None
    )
