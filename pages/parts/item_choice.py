"""The choice of some of a project's items: none, all, those with a tag, those whose ids are pasted."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from annotation.item_choice import TagIs, TheseItems, Which
from languages import say, worded
from pages.parts import terms

WHICH = worded("Which items")
CHOICES = {
    "none": worded("None"),
    "all": worded("All"),
    "tag": worded("Those with a tag"),
    "ids": worded("Those with these ids"),
}
TAG, IDS = worded("Tag"), worded("Item ids, one a line")


def ask(name: str, tags: Mapping[str, Mapping[str, int]]) -> bool:
    """Draw the choice under a name of its own; whether anything is chosen."""
    kinds = [kind for kind in CHOICES if kind != "tag" or tags]
    kind = st.radio(
        say(WHICH), kinds, index=None, format_func=lambda one: say(CHOICES[one]), horizontal=True, key=f"which-{name}"
    )
    if kind == "tag":
        values = [(tag, value) for tag, found in tags.items() for value in found]
        st.selectbox(
            say(TAG), values, format_func=lambda pair: f"{terms.tag(pair[0])}: {pair[1]}", key=f"tag-{name}", width=420
        )
    if kind == "ids":
        st.text_area(say(IDS), key=f"ids-{name}", height=120, width=420)
    return kind is not None


def chosen(name: str) -> Which:
    """The items that are filled in. Raises WrongUse for an empty list of ids."""
    kind = st.session_state.get(f"which-{name}")
    if kind == "tag":
        return TagIs(*st.session_state[f"tag-{name}"])
    if kind == "ids":
        return TheseItems.pasted(st.session_state.get(f"ids-{name}") or "")
    return "all" if kind == "all" else "none"
