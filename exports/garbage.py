"""How often does Python look for garbage? Seldom, where one process writes one thing and ends.

Rows are made by the million, are never part of a cycle, and go as soon as they are written: to look through all of them
again and again takes a fifth of an export.
"""

from __future__ import annotations

import gc

SELDOM = 200_000  # new things between two looks; Python's own is 700


def look_seldom() -> None:
    """Look for garbage seldom from now on, and never among what is there already."""
    gc.freeze()
    gc.set_threshold(SELDOM)
