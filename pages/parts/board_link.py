"""The way to a board that only shows a codebook: the gallery's screen, under the name by which the board is fed."""

from __future__ import annotations

from html import escape
from urllib.parse import urlencode

import streamlit as st

from pages.parts.menu import GALLERY


def to_board(name: str, words: str, *, new_tab: bool = False) -> None:
    """Draw the link. A new tab keeps what is chosen or written on this screen."""
    address = escape(f"/{GALLERY.name}?{urlencode({'board': name})}")
    target = "_blank" if new_tab else "_self"
    st.html(
        f'<a href="{address}" target="{target}" style="color: inherit; font-size: 0.9375rem">{escape(words)}</a>',
        width="content",
    )
