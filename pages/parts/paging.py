"""Which part of a long list is on the screen, and the way to the parts before and after it."""

from __future__ import annotations

from math import ceil

import streamlit as st

from languages import say, worded
from pages.parts.quiet import quiet

EARLIER = worded("Previous")
LATER = worded("Next")
SHOWN = worded("{first:,} to {last:,} of {total:,}")


def first_shown(name: str, *, total: int, size: int) -> int:
    """The place of the first entry on the screen; within the list however much shorter it has become."""
    last = max(0, ceil(total / size) - 1)
    part = min(st.session_state.get(_key(name), 0), last)
    st.session_state[_key(name)] = part
    return int(part * size)


def pager(name: str, *, total: int, size: int) -> None:
    """Draw where one is in the list, and two buttons; nothing where all of it fits on the screen."""
    if total <= size:
        return
    first = first_shown(name, total=total, size=size)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.button(say(EARLIER), key=f"{name}-earlier", disabled=first == 0, on_click=_move, args=(name, -1))
        st.button(say(LATER), key=f"{name}-later", disabled=first + size >= total, on_click=_move, args=(name, 1))
        quiet(say(SHOWN, first=first + 1, last=min(first + size, total), total=total))


def to_beginning(name: str) -> None:
    """Show the first part again, since the list is another one."""
    st.session_state.pop(_key(name), None)


def _move(name: str, by: int) -> None:
    st.session_state[_key(name)] = max(0, st.session_state.get(_key(name), 0) + by)


def _key(name: str) -> str:
    return f"part-{name}"
