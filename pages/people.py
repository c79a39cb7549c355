"""Who has an account? Adding people, new passwords, signing out, closing; nobody is ever deleted."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import get_args

import streamlit as st

from annotation.people import roster
from annotation.people.accounts import Person, Role
from annotation.people.roster import Given, Listed
from annotation.store import reading, writing
from languages import meant, say, worded
from pages.parts import outcome
from pages.parts.access import ROLE_WORDS, require
from pages.parts.acting import act
from pages.parts.confirm import Action, confirm
from pages.parts.literal import literal
from pages.parts.tables import table
from pages.parts.times import moment

TITLE = meant("a screen", "People")
ROLES: tuple[Role, ...] = ("admin",)
OPEN, CLOSED = meant("an account", "open"), worded("closed {at}")
ADD, NAME, ROLE, ADD_IT = worded("Add somebody"), worded("Name"), worded("Role"), worded("Add")
NAME_HINT = worded("Letters, digits and . _ @ + - only.")
CHANGE, WHO, WHO_HINT = worded("Change an account"), worded("Account"), worded("Choose somebody")
RESET, RESET_SAYS, RESET_YES = (
    worded("New password"),
    worded("{name} gets a new password, which is shown to you once, and is signed out everywhere. Drafts are kept."),
    worded("Make a new password"),
)
OUT, OUT_SAYS, OUT_YES = (
    worded("Sign out everywhere"),
    worded("{name} is signed out in every browser and has to sign in again. Drafts are kept."),
    worded("Sign out {name}"),
)
CLOSE, CLOSE_SAYS, CLOSE_YES = (
    worded("Close the account"),
    worded(
        "{name} can no longer sign in, and the account cannot be opened again. All answers stay; open items stay "
        "assigned."
    ),
    worded("Close {name}"),
)
PASSWORD_OF = worded(
    "The password of {name}. It is shown this once: hand it over now, and have it changed at the first sign-in."
)
HANDED_OVER = worded("I have handed it over")
ADDED, SIGNED_OUT, ACCOUNT_CLOSED = (
    worded("{name} is added."),
    worded("{name} is signed out ({count})."),
    worded("{name} is closed."),
)
GIVEN = "people-given"  # a password that was made, until the admin says that it was handed over
NEW_NAME, NEW_ROLE = "people-name", "people-role"


def add(person: Person) -> str:
    """Add whoever is filled in."""
    name = (st.session_state.get(NEW_NAME) or "").strip()
    with writing() as session:
        given = roster.add(session, name=name, role=st.session_state[NEW_ROLE], by=person.id, now=datetime.now(UTC))
    st.session_state[NEW_NAME] = ""
    return _handed(given, ADDED)


def reset(name: str) -> Callable[[Person], str]:
    """The verb that gives somebody a new password."""

    def verb(person: Person) -> str:
        with writing() as session:
            given = roster.reset(session, name=name, by=person.id, now=datetime.now(UTC))
        return _handed(given, "")

    return verb


def sign_out(name: str) -> Callable[[Person], str]:
    """The verb that signs somebody out."""

    def verb(person: Person) -> str:
        with writing() as session:
            count = roster.sign_out(session, name=name, by=person.id, now=datetime.now(UTC))
        return say(SIGNED_OUT, name=name, count=count)

    return verb


def close(name: str) -> Callable[[Person], str]:
    """The verb that closes an account."""

    def verb(person: Person) -> str:
        with writing() as session:
            roster.close(session, name=name, by=person.id, now=datetime.now(UTC))
        return say(ACCOUNT_CLOSED, name=name)

    return verb


def _handed(given: Given, sentence: str) -> str:
    st.session_state[GIVEN] = given
    return say(sentence, name=given.name)


def forget_password() -> None:
    """Show the password no longer."""
    st.session_state.pop(GIVEN, None)


def show_password() -> None:
    """Draw a password that was made, until it is handed over."""
    given: Given | None = st.session_state.get(GIVEN)
    if given is None:
        return
    with st.container(border=True, key="given-password"):
        st.write(literal(say(PASSWORD_OF, name=given.name)))
        st.code(given.password, language=None)
        st.button(say(HANDED_OVER), on_click=forget_password)


def listing(found: list[Listed]) -> None:
    """Draw everybody."""
    rows = [
        (
            each.name,
            say(ROLE_WORDS[each.role]),
            say(CLOSED, at=moment(each.closed_at)) if each.closed_at else say(OPEN),
            moment(each.last_sign_in),
            each.open_sign_ins,
        )
        for each in found
    ]
    table((say("Name"), say("Role"), say("Account"), say("Last sign-in"), say("Signed-in browsers")), rows)


def ask_to_add() -> None:
    """Draw the form for a new account."""
    with st.form("add-person", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input(say(NAME), key=NEW_NAME, help=say(NAME_HINT), max_chars=64, width=260)
        st.selectbox(say(ROLE), get_args(Role), format_func=lambda role: say(ROLE_WORDS[role]), key=NEW_ROLE, width=180)
        st.form_submit_button(say(ADD_IT), on_click=act, args=(add, "", ROLES))


def ask_to_change(names: list[str]) -> None:
    """Draw what can be done about an open account; each is asked once more."""
    name = st.selectbox(say(WHO), names, index=None, placeholder=say(WHO_HINT), key="people-account", width=260)
    if name is None:
        return
    confirm(
        f"account-{name}",
        [
            Action(say(ask), say(says, name=name), say(yes, name=name), act, (verb(name), "", ROLES))
            for ask, says, yes, verb in (
                (RESET, RESET_SAYS, RESET_YES, reset),
                (OUT, OUT_SAYS, OUT_YES, sign_out),
                (CLOSE, CLOSE_SAYS, CLOSE_YES, close),
            )
        ],
    )


person = require(*ROLES)
st.title(say(TITLE), anchor=False)
with reading() as session:
    found = roster.listed(session, now=datetime.now(UTC))
listing(found)
outcome.say_outcome()
show_password()
st.subheader(say(ADD), anchor=False)
ask_to_add()
st.subheader(say(CHANGE), anchor=False)
ask_to_change([each.name for each in found if each.closed_at is None])
