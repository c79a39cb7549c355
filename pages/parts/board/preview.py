"""Which board shows a codebook to a researcher? The annotators' own, on one sample item; what is answered goes nowhere.

It is fed by routes of its own (`/gallery/board/<name>/…`), which answer as the real ones do and store nothing.
"""

from __future__ import annotations

import streamlit as st

from languages import spoken, worded
from pages.parts.board.board import SCRIPT, STYLE, joined
from pages.parts.board.texts import TEXTS
from pages.parts.language import said
from pages.parts.menu import GALLERY

NOTHING_STORED = worded("A preview: nothing is stored")
BACK = worded("Gallery")
TO_GALLERY = worded("Back to the gallery")
SENT = worded("That would be saved now. This is a preview: nothing is stored.")
CANNOT_OPEN = worded("This preview cannot be shown any more. Open it again from the screen that you came from.")
_NOWHERE = ("draft_saved", "mark_saved", "note_saved", "flag_saved", "flag_off_saved", "draft_kept", "round")
_WORDS = {
    **dict.fromkeys(_NOWHERE, NOTHING_STORED),
    "saved": SENT,
    "skipped": SENT,
    "projects": BACK,
    "back_home": TO_GALLERY,
    "cannot_open": CANNOT_OPEN,
}
# A sample item has no neighbours and no other items, and whoever looks at it signs out elsewhere.
_LEFT_OUT = ".top form, .top .own-meter, .top .far, .top .meter, .top .to-items { display: none; }"

_mount = st.components.v2.component(
    "accord_board_preview",
    css=f"{joined(STYLE)}\n{_LEFT_OUT}",
    js=joined(SCRIPT),
    isolate_styles=True,
)


def board_preview(name: str) -> None:
    """Draw the board of a built-in codebook, or of one that is kept under this name, over the whole window."""
    words = said({**TEXTS, **_WORDS})
    home = f"/{GALLERY.name}"
    _mount(key=f"preview-{name}", data={"project": name, "texts": words, "language": spoken(), "home": home})
