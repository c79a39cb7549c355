"""What comes into annotators' queues unsaid: items shown a second time, and items whose answer is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime

import streamlit as st

from annotation import item_choice as items
from annotation.errors import AccordError
from annotation.people.accounts import Person
from annotation.quality import known, known_mixing, repeats
from annotation.quality.known import KnownItem
from annotation.quality.mixing import Mixed
from annotation.settings import LARGEST_SEED
from annotation.store import reading, writing
from languages import say, told, worded
from pages.parts import item_choice, outcome
from pages.parts.acting import act
from pages.parts.literal import literal
from pages.parts.quiet import quiet
from pages.parts.tables import Figure, table

REPEATS = worded("Items shown a second time")
REPEATS_ARE = worded(
    "A share of everybody's own items comes again later, blank and in another order; nobody is told which. How far "
    "somebody says the same again is their agreement with themselves. The second answers count nowhere else."
)
SHARE, DISTANCE, SEED = worded("Share of the items, in percent"), worded("Items later, at least"), worded("Seed")
WOULD_ADD, NOTHING_NEW = worded("This adds {added:,} assignments."), worded("There is nothing to add.")
NO_PLACE = worded("No item is left for that: the queues are too short, or people have these items anyway.")
SHOW_AGAIN, ADDED = worded("Show them again"), worded("{added:,} assignments added.")
KNOWN = worded("Known items")
KNOWN_ARE = worded(
    "Items whose answers are known, from this project's decisions or a file, are mixed in for annotators who do not "
    "have them anyway; nobody is told which. What is said of them counts neither in the agreement nor in the gold."
)
THERE_ARE = worded("Known now: {answers:,} answers on {items:,} items; {met:,} times an annotator meets one unawares.")
NONE_YET = worded("Nothing is known yet.")
FROM_DECISIONS, TAKE_DECISIONS = worded("Take them from decisions"), worded("Take what is decided for known")
TAKEN = worded("{n:,} answers are new or changed.")
FROM_FILE = worded("Take them from a file")
FILE = worded("A label file with item, target, question and label; a comment is the explanation in a training")
TAKE_FILE = worded("Take the answers of the file")
FILE_TAKEN = worded(
    "{added:,} answers added, {changed:,} changed, {skipped:,} known already; {refused:,} rows refused."
)
EACH, MIX_IN = worded("Known items for each annotator"), worded("Mix them in")


def repeated(slug: str, seed: int) -> None:
    """Draw the plan of what comes again, and the button that makes it so."""
    st.subheader(say(REPEATS), anchor=False)
    quiet(say(REPEATS_ARE))
    outcome.say_outcome(REPEATS)
    with st.container(horizontal=True):
        percent = st.number_input(say(SHARE), 1, 100, 10, key=f"repeats-share-{slug}", width=240)
        distance = st.number_input(say(DISTANCE), 1, 10_000, 20, key=f"repeats-distance-{slug}", width=240)
        drawn = st.number_input(say(SEED), 0, LARGEST_SEED, seed, key=f"repeats-seed-{slug}", width=200)
    options = {"share": percent / 100, "distance": int(distance), "seed": int(drawn)}
    with reading() as session:
        seen = repeats.preview(session, slug=slug, share=percent / 100, distance=int(distance), seed=int(drawn))

    def verb(person: Person) -> str:
        with writing() as session:
            done = repeats.add(session, slug=slug, account_id=person.id, now=datetime.now(UTC), **options)  # type: ignore[arg-type]
        return say(ADDED, added=done.added)

    _preview(seen.people, seen.added)
    st.button(say(SHOW_AGAIN), disabled=not seen.added, on_click=act, args=(verb, REPEATS), key=f"repeats-do-{slug}")


def known_items(slug: str, tags: Mapping[str, Mapping[str, int]], seed: int) -> None:
    """Draw what is known, the ways of knowing more, and the plan of mixing it in."""
    st.subheader(say(KNOWN), anchor=False)
    quiet(say(KNOWN_ARE))
    outcome.say_outcome(KNOWN)
    with reading() as session:
        there = known.listed(session, slug=slug)
    st.write(_counted(there) if there else say(NONE_YET))
    with st.expander(say(FROM_DECISIONS)):
        is_chosen = item_choice.ask(f"known-{slug}", tags)
        st.button(say(TAKE_DECISIONS), disabled=not is_chosen, on_click=act, args=(_from_decisions(slug), KNOWN))
    with st.expander(say(FROM_FILE)):
        uploaded = st.file_uploader(say(FILE), key=f"known-file-{slug}", width=640)
        if uploaded is not None:
            st.button(say(TAKE_FILE), on_click=act, args=(_from_file(slug, uploaded.getvalue()), KNOWN))
    if there:
        _mix_in(slug, seed)


def _counted(there: Sequence[KnownItem]) -> str:
    answers, met = sum(each.answers for each in there), sum(each.annotators for each in there)
    return say(THERE_ARE, answers=answers, items=len(there), met=met)


def _mix_in(slug: str, seed: int) -> None:
    with st.container(horizontal=True):
        each = st.number_input(say(EACH), 1, 1_000, 5, key=f"known-each-{slug}", width=240)
        drawn = st.number_input(say(SEED), 0, LARGEST_SEED, seed, key=f"known-seed-{slug}", width=200)
    try:
        with reading() as session:
            seen = known_mixing.preview(session, slug=slug, each=int(each), seed=int(drawn))
    except AccordError as error:
        st.error(literal(told(error)))
        return

    def verb(person: Person) -> str:
        with writing() as session:
            done = known_mixing.mix_in(
                session, slug=slug, each=int(each), seed=int(drawn), account_id=person.id, now=datetime.now(UTC)
            )
        return say(ADDED, added=done.added)

    _preview(seen.people, seen.added)
    st.button(say(MIX_IN), disabled=not seen.added, on_click=act, args=(verb, KNOWN), key=f"known-do-{slug}")


def _from_decisions(slug: str) -> Callable[[Person], str]:
    def verb(person: Person) -> str:
        which: items.Which = item_choice.chosen(f"known-{slug}")
        with writing() as session:
            done = known.from_decisions(session, slug=slug, which=which, account_id=person.id, now=datetime.now(UTC))
        return say(TAKEN, n=done)

    return verb


def _from_file(slug: str, file: bytes) -> Callable[[Person], str]:
    def verb(person: Person) -> str:
        with writing() as session:
            done = known.from_file(session, file, slug=slug, partial=False, account_id=person.id, now=datetime.now(UTC))
        return say(
            FILE_TAKEN, added=done.added, changed=done.changed, skipped=done.skipped, refused=len(done.rows_refused)
        )

    return verb


def _preview(people: Sequence[Mixed], added: int) -> None:
    is_short = any(len(each.placed) < each.wanted for each in people)
    st.write(say(WOULD_ADD, added=added) if added else say(NO_PLACE if is_short else NOTHING_NEW))
    if added:
        rows = [(each.annotator, Figure(str(len(each.placed))), Figure(str(each.wanted))) for each in people]
        table((say("Annotator"), say("New"), say("Wanted")), rows)
