"""What became of a button that was pressed: kept from its callback until the page that follows has said it."""

from __future__ import annotations

import streamlit as st

from languages import told
from pages.parts.literal import literal

_DONE, _REFUSED = "outcome-done", "outcome-refused"


def done(sentence: str, *, place: str = "") -> None:
    """Keep a sentence that it worked; `place` is the part of the page where it is to be said."""
    st.session_state[_DONE + place] = sentence


def refused(error: Exception, *, place: str = "") -> None:
    """Keep the sentence of why it did not."""
    st.session_state[_REFUSED + place] = told(error)


def say_outcome(place: str = "") -> None:
    """Say what was kept, once; beside the button, where the eyes are."""
    say_done(place)
    say_refused(place)


def say_done(place: str = "") -> None:
    """Say that it worked, where it did."""
    if sentence := st.session_state.pop(_DONE + place, None):
        st.success(literal(sentence))


def say_refused(place: str = "") -> None:
    """Say why it did not work."""
    if sentence := st.session_state.pop(_REFUSED + place, None):
        st.error(literal(sentence))
