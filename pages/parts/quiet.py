"""A sentence beside the main thing: smaller and softer, and still dark enough to be read."""

from __future__ import annotations

from html import escape

import streamlit as st


def quiet(text: str) -> None:
    """Draw the sentence as literal text."""
    st.html(f'<p style="font-size: 0.875rem; opacity: 0.8; margin: 0; max-width: 60rem">{escape(text)}</p>')
