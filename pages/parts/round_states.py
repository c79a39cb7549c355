"""The rounds of a project as a list, and closing, opening again and opening another: each asked once more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import streamlit as st

from annotation import rounds
from annotation.people.accounts import Person
from annotation.round_list import RoundLine
from annotation.rounds import RoundState
from annotation.store import writing
from languages import meant, say, worded
from pages.parts import outcome
from pages.parts.acting import act
from pages.parts.confirm import Action, confirm
from pages.parts.literal import literal
from pages.parts.quiet import quiet
from pages.parts.tables import Bar, Remark, table
from pages.parts.terms import round_kind
from pages.parts.times import moment

ROUND = worded("Round {number}")
BESIDE = worded("beside round {number}")
IS_OPEN, IS_CLOSED = meant("a round", "open"), worded("closed")
SINCE = worded("since {at}")
DONE_OF = worded("{done} of {total} assignments")
OPEN_SINCE, CLOSED_SINCE = worded("Open since {at}."), worded("Closed since {at}. Nothing is taken in it.")
CLOSE, CLOSE_YES, CLOSED = worded("Close the round"), worded("Close it"), worded("The round is closed.")
CLOSE_SAYS = worded(
    "Nobody can submit, skip or correct anything while the round is closed. "
    "Assigned items that are not done: {unfinished:,}; skipped: {skipped:,}; drafts that wait: {drafts:,}. "
    "Drafts are kept, and you can open the round again."
)
CLOSE_OTHER_SAYS = worded("Nobody can submit anything in it while it is closed; everybody goes on in the main round.")
OPEN, OPEN_YES, OPENED = worded("Open the round again"), meant("a round", "Open it"), worded("The round is open.")
OPEN_SAYS = worded(
    "Annotators go on where they stopped, and may correct what they submitted. "
    "Agreement, decisions and exports change with what they say."
)
ANOTHER, ANOTHER_YES = worded("Open another independent round"), worded("Open another round")
ANOTHER_SAYS = worded(
    "Nothing is assigned in it yet. From then on settling, decisions, reports and the gold are about the new round; "
    "this one can still be reported by its number."
)
ANOTHER_IS = worded("Round {number} is open. Assign items in it.")
COMPANIONS = worded("What is mixed into a round's queue ends with that round; annotators are not told of it.")
PLACE = "rounds"


def draw(slug: str, lines: Sequence[RoundLine], state: RoundState) -> None:
    """Draw the list, the state of the current round, and those of practice rounds beside it."""
    _list(lines)
    outcome.say_outcome(PLACE)
    for line in lines:
        if line.number == state.number and line.kind != "discussion":
            _turn_current(slug, state)
        elif line.kind in ("calibration", "training") and line.attempt == 1:
            _turn_other(slug, line)
    latest = max((line for line in lines if line.kind == "independent"), key=lambda line: line.number)
    if latest.closed_at is not None:
        action = Action(say(ANOTHER), say(ANOTHER_SAYS), say(ANOTHER_YES), act, (_another(slug), PLACE))
        confirm(f"another-round-{slug}", [action])


def _list(lines: Sequence[RoundLine]) -> None:
    rows = [
        (
            say(ROUND, number=line.number),
            Remark(round_kind(line.kind), say(BESIDE, number=line.beside) if line.beside else ""),
            Remark(
                say(IS_CLOSED if line.closed_at else IS_OPEN), say(SINCE, at=moment(line.closed_at or line.opened_at))
            ),
            line.annotators,
            line.items,
            Bar(line.done, line.assigned, say(DONE_OF, done=line.done, total=line.assigned)),
        )
        for line in lines
    ]
    table((say("Round"), say("Kind"), say("State"), say("Annotators"), say("Items"), say("Done")), rows)
    if any(line.kind in ("repeat", "known") for line in lines):
        quiet(say(COMPANIONS))


def _turn_current(slug: str, state: RoundState) -> None:
    st.subheader(say(ROUND, number=state.number), anchor=False)
    if state.closed_at is None:
        st.write(literal(say(OPEN_SINCE, at=moment(state.opened_at))))
        says = say(CLOSE_SAYS, unfinished=state.unfinished, skipped=state.skipped, drafts=state.drafts)
        action = Action(say(CLOSE), says, say(CLOSE_YES), act, (_turn(slug, rounds.close, CLOSED), PLACE))
    else:
        st.write(literal(say(CLOSED_SINCE, at=moment(state.closed_at))))
        action = Action(say(OPEN), say(OPEN_SAYS), say(OPEN_YES), act, (_turn(slug, rounds.reopen, OPENED), PLACE))
    confirm(f"round-{slug}", [action])


def _turn_other(slug: str, line: RoundLine) -> None:
    st.subheader(f"{say(ROUND, number=line.number)} · {round_kind(line.kind)}", anchor=False)
    if line.closed_at is None:
        st.write(literal(say(OPEN_SINCE, at=moment(line.opened_at))))
        verb, says, ask, yes = rounds.close, say(CLOSE_OTHER_SAYS), say(CLOSE), say(CLOSE_YES)
        said: str = CLOSED
    else:
        st.write(literal(say(CLOSED_SINCE, at=moment(line.closed_at))))
        verb, says, ask, yes, said = rounds.reopen, say(OPEN_SAYS), say(OPEN), say(OPEN_YES), OPENED
    turned = _turn(slug, verb, said, number=line.number)
    confirm(f"round-{line.number}-{slug}", [Action(ask, says, yes, act, (turned, PLACE))])


def _turn(slug: str, verb: Callable[..., None], said: str, *, number: int | None = None) -> Callable[[Person], str]:
    """The verb that closes or opens a round: the current one unless a number is given."""

    def turned(person: Person) -> str:
        with writing() as session:
            verb(session, slug=slug, account_id=person.id, now=datetime.now(UTC), round_number=number)
        return say(said)

    return turned


def _another(slug: str) -> Callable[[Person], str]:
    """The verb that opens a further independent round."""

    def verb(person: Person) -> str:
        with writing() as session:
            number = rounds.open_independent(session, slug=slug, account_id=person.id, now=datetime.now(UTC))
        return say(ANOTHER_IS, number=number)

    return verb
