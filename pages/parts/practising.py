"""Practice before and beside the real work: a training that has to be passed, and a calibration round for all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime

import streamlit as st

from annotation.errors import AccordError
from annotation.item_choice import Which
from annotation.people.accounts import Person
from annotation.practice import calibration, training
from annotation.practice.training import Trainee, Training
from annotation.settings import LARGEST_SEED
from annotation.store import reading, writing
from languages import Worded, meant, say, told, worded
from pages.parts import drawing, item_choice, outcome
from pages.parts.acting import act
from pages.parts.literal import literal
from pages.parts.quiet import quiet
from pages.parts.tables import Bar, Remark, table

CALIBRATION = worded("Calibration round")
CALIBRATION_IS = worded(
    "Everybody chosen labels the same items, to practise and to talk about them. While it is open they work in it and "
    "nowhere else. Its answers are in neither the agreement nor the gold."
)
PEOPLE, PEOPLE_HINT, SEED = worded("Annotators"), worded("Choose one or more"), worded("Seed")
WOULD_GIVE = worded("Items for each: {items:,}. Annotators: {people:,}.")
TO_COME = worded(
    "{count:,} of these assignments stand in the same annotators' queues of the main round too, not labelled yet, and "
    "would come to them again there. Choose other items, or practise before you assign: what somebody practised on is "
    "then given to others."
)
OPEN_CALIBRATION = worded("Open the calibration round")
CALIBRATES = worded("Round {number} is open: {items:,} items for {people:,} annotators.")
TRAINING = worded("Training")
TRAINING_IS = worded(
    "Annotators get items whose answers are known before any others, and read after each what is right. Whoever gives "
    "too few of the known answers gets the same items again."
)
PASS_MARK, ATTEMPTS = worded("Known answers to be given, in percent"), worded("Attempts")
OPEN_TRAINING, MORE = worded("Open the training"), worded("Take them into the open training")
TRAINS = worded("Round {number}: {people:,} annotators are in the training.")
LET_PASS, PASSED_NOW = worded("Let {name} pass"), worded("{name} goes on to the real items.")
STATES: Mapping[training.State, Worded] = {
    "working": meant("in a training", "at work"),
    "passed": worded("passed"),
    "let_pass": worded("let pass by hand"),
    "not_passed": worded("not passed"),
}
ATTEMPT = worded("attempt {attempt} of {attempts}")
RIGHT_OF, DONE_OF = worded("{right} of {places} right"), worded("{done} of {items} items")
IS_TRAINING = worded("Round {number}: {items:,} items, to pass {mark:.0%}")


def calibrating(slug: str, names: Sequence[str], tags: Mapping[str, Mapping[str, int]], seed: int) -> None:
    """Draw the form of a calibration round."""
    st.subheader(say(CALIBRATION), anchor=False)
    quiet(say(CALIBRATION_IS))
    outcome.say_outcome(CALIBRATION)
    _people(f"calibration-{slug}", names)
    is_chosen = item_choice.ask(f"calibration-{slug}", tags)
    sample = drawing.ask_sample(slug) if is_chosen else None
    st.number_input(say(SEED), 0, LARGEST_SEED, seed, key=f"calibration-seed-{slug}", width=200)
    people = _chosen(f"calibration-{slug}")

    def seen(which: Which) -> tuple[int, int]:
        with reading() as session:
            return calibration.preview(session, slug=slug, which=which, sample=sample, annotators=people)

    items = _previewed(f"calibration-{slug}", seen, people) if is_chosen else 0
    verb = _calibrate(slug, sample)
    st.button(say(OPEN_CALIBRATION), disabled=not (items and people), on_click=act, args=(verb, CALIBRATION))


def trainings(slug: str, names: Sequence[str], tags: Mapping[str, Mapping[str, int]], seed: int) -> None:
    """Draw how everybody stands in trainings, and the form of one."""
    st.subheader(say(TRAINING), anchor=False)
    quiet(say(TRAINING_IS))
    outcome.say_outcome(TRAINING)
    with reading() as session:
        found = training.trainings(session, slug=slug)
    for each in found:
        _standing(slug, each)
    is_open = any(each.closed_at is None for each in found)
    _people(f"training-{slug}", names)
    is_chosen = is_open or item_choice.ask(f"training-{slug}", tags)
    if not is_open:
        with st.container(horizontal=True):
            st.number_input(say(PASS_MARK), 1, 100, 80, key=f"training-mark-{slug}", width=260)
            st.number_input(say(ATTEMPTS), 1, 20, 3, key=f"training-attempts-{slug}", width=160)
            st.number_input(say(SEED), 0, LARGEST_SEED, seed, key=f"training-seed-{slug}", width=200)
    people = _chosen(f"training-{slug}")

    def seen(which: Which) -> tuple[int, int]:
        with reading() as session:
            return training.preview(session, slug=slug, which=which, annotators=people)

    ready = bool(people) and (is_open or (is_chosen and bool(_previewed(f"training-{slug}", seen, people))))
    ask = say(MORE) if is_open else say(OPEN_TRAINING)
    st.button(ask, disabled=not ready, on_click=act, args=(_train(slug, is_open=is_open), TRAINING))


def _standing(slug: str, found: Training) -> None:
    st.write(literal(say(IS_TRAINING, number=found.number, items=found.items, mark=found.pass_mark)))
    rows = [
        (
            each.annotator,
            Remark(say(STATES[each.state]), say(ATTEMPT, attempt=each.attempt, attempts=each.attempts)),
            Bar(each.done, each.items, say(DONE_OF, done=each.done, items=each.items)),
            say(RIGHT_OF, right=each.right, places=each.places),
        )
        for each in found.people
    ]
    table((say("Annotator"), say("State"), say("Done"), say("Known answers given")), rows)
    if found.closed_at is not None:
        return
    with st.container(horizontal=True):
        for each in (one for one in found.people if one.state in ("working", "not_passed")):
            _ask_to_let_pass(slug, each)


def _ask_to_let_pass(slug: str, each: Trainee) -> None:
    def verb(person: Person) -> str:
        with writing() as session:
            training.let_pass(session, slug=slug, annotator=each.annotator, account_id=person.id, now=datetime.now(UTC))
        return say(PASSED_NOW, name=each.annotator)

    ask = literal(say(LET_PASS, name=each.annotator))
    st.button(ask, key=f"let-pass-{slug}-{each.annotator}", on_click=act, args=(verb, TRAINING))


def _previewed(name: str, seen: Callable[[Which], tuple[int, int]], people: Sequence[str]) -> int:
    """Say what the chosen items and people would mean; how many items, 0 where they cannot be."""
    try:
        items, to_come = seen(item_choice.chosen(name))
    except AccordError as error:
        st.error(literal(told(error)))
        return 0
    st.write(say(WOULD_GIVE, items=items, people=len(people)))
    if to_come:
        st.warning(say(TO_COME, count=to_come))
    return items


def _people(name: str, names: Sequence[str]) -> None:
    st.multiselect(say(PEOPLE), names, placeholder=say(PEOPLE_HINT), key=f"{name}-people", width=640)


def _chosen(name: str) -> list[str]:
    return list(st.session_state.get(f"{name}-people") or [])


def _calibrate(slug: str, sample: str | None) -> Callable[[Person], str]:
    def verb(person: Person) -> str:
        with writing() as session:
            done = calibration.open_calibration(
                session,
                slug=slug,
                annotators=_chosen(f"calibration-{slug}"),
                which=item_choice.chosen(f"calibration-{slug}"),
                sample=sample,
                seed=int(st.session_state.get(f"calibration-seed-{slug}", 0)),
                account_id=person.id,
                now=datetime.now(UTC),
            )
        return say(CALIBRATES, number=done.number, items=done.items, people=done.annotators)

    return verb


def _train(slug: str, *, is_open: bool) -> Callable[[Person], str]:
    def verb(person: Person) -> str:
        state = st.session_state
        with writing() as session:
            done = training.open_training(
                session,
                slug=slug,
                annotators=_chosen(f"training-{slug}"),
                which="all" if is_open else item_choice.chosen(f"training-{slug}"),
                pass_mark=state.get(f"training-mark-{slug}", 80) / 100,
                attempts=int(state.get(f"training-attempts-{slug}", 3)),
                seed=int(state.get(f"training-seed-{slug}", 0)),
                account_id=person.id,
                now=datetime.now(UTC),
            )
        return say(TRAINS, number=done.number, people=len(done.people))

    return verb
