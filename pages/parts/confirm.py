"""Asking once more before something that many people feel: the first press says what happens, the second does it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from languages import say, worded
from pages.parts.literal import literal

KEEP = worded("Leave it as it is")


@dataclass(frozen=True)
class Action:
    """Something to be confirmed: the button `ask`, what is said then, the button `yes` that calls `run(*args)`.

    Streamlit calls `run` before the page's first line: it asks by itself who is asking.
    """

    ask: str
    sentence: str
    yes: str
    run: Callable[..., None]
    args: tuple[Any, ...] = ()


def confirm(name: str, actions: Sequence[Action]) -> None:
    """Draw a button for each action, and for the one that was pressed what happens and the way back."""
    asked = st.session_state.get(_key(name))
    with st.container(horizontal=True):
        for action in actions:
            st.button(action.ask, key=f"ask-{name}-{action.ask}", on_click=_ask, args=(name, action.ask))
    for action in (each for each in actions if each.ask == asked):
        st.warning(literal(action.sentence))
        with st.container(horizontal=True):
            st.button(literal(action.yes), key=f"yes-{name}", type="primary", on_click=_run, args=(name, action))
            st.button(say(KEEP), key=f"no-{name}", on_click=_forget, args=(name,))


def _ask(name: str, ask: str) -> None:
    st.session_state[_key(name)] = ask


def _forget(name: str) -> None:
    st.session_state.pop(_key(name), None)


def _run(name: str, action: Action) -> None:
    _forget(name)
    action.run(*action.args)


def _key(name: str) -> str:
    return f"asked-{name}"
