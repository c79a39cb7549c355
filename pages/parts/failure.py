"""What a person sees when a screen breaks: a sentence. The traceback is in the server's log, never in the browser."""

from __future__ import annotations

import streamlit as st

from languages import say, worded

FAILED = worded(
    "This page could not be shown. Whatever was saved stays saved. "
    "Reload the page; if it happens again, tell the person who runs Accord."
)
TO_HOME = worded("Back to the start")


def say_failed(_error: Exception) -> bool:
    """Show the sentence instead of the error; Streamlit has logged it by now."""
    st.error(say(FAILED))
    st.html(f'<a href="/" target="_self" style="color: inherit">{say(TO_HOME)}</a>')
    return True
