"""Which widget the annotator labels on: mounts the board of a project and gives it its words.

The widget is fed by its own routes (`/board/<project>/…`); nothing about an item passes through Streamlit, which only
mounts it.
"""

from pathlib import Path

import streamlit as st

from languages import spoken
from pages.parts.board.texts import TEXTS
from pages.parts.language import said

HERE = Path(__file__).parent

# How every kind of question is drawn and answered: the board's and the desk's.
KINDS = (
    "memories.js",
    "kinds.js",
    "choices.js",
    "finder.js",
    "field.js",
    "quote.js",
    "marking.js",
    "picking.js",
    "pointer.js",
    "caution.js",
    "headings.js",
)

# One module in the browser: joined in this order, since a script that arrives as a blob cannot import its neighbours.
SCRIPT = (
    "words.js",
    "wire.js",
    "draft.js",
    "resume.js",
    "values.js",
    "pieces.js",
    "answers.js",
    "giving.js",
    "undo.js",
    "active.js",
    "sync.js",
    "conflicts.js",
    "outage.js",
    "footer.js",
    "frame.js",
    "cover.js",
    "panel.js",
    "context.js",
    *KINDS,
    "sure.js",
    "targets.js",
    "responses.js",
    "opening.js",
    "sending.js",
    "tray.js",
    "marks.js",
    "moving.js",
    "list.js",
    "history.js",
    "guideline.js",
    "keylist.js",
    "preferences.js",
    "pace.js",
    "breaks.js",
    "warning.js",
    "returned.js",
    "reserved.js",
    "talk.js",
    "hearing.js",
    "feedback.js",
    "search.js",
    "bank.js",
    "mention.js",
    "hints.js",
    "help.js",
    "keys.js",
    "touching.js",
    "mount.js",
)

STYLE = (
    "board.css",
    "messages.css",
    "frame.css",
    "footer.css",
    "lists.css",
    "context.css",
    "memories.css",
    "targets.css",
    "responses.css",
    "choices.css",
    "controls.css",
    "pieces.css",
    "panels.css",
    "guideline.css",
    "settings.css",
    "help.css",
    "talk.css",
    "returned.css",
    "feedback.css",
)


def joined(names: tuple[str, ...]) -> str:
    """The text of several of the board's files, one after the other."""
    return "\n".join((HERE / name).read_text(encoding="utf-8") for name in names)


_mount = st.components.v2.component(
    "accord_board",
    css=joined(STYLE),
    js=joined(SCRIPT),
    isolate_styles=True,
)


def board(project: str) -> None:
    """Draw the labelling board of the project with this slug over the whole window."""
    _mount(key=f"board-{project}", data={"project": project, "texts": said(TEXTS), "language": spoken(), "home": "/"})
