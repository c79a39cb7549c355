"""Which widget the annotator labels on: mounts the board of a project and gives it its words.

The widget is fed by its own routes (`/board/<project>/…`); nothing about an item passes through Streamlit, which only
mounts it.
"""

from pathlib import Path

import streamlit as st

from pages.parts.board.texts import TEXTS

HERE = Path(__file__).parent

# One module in the browser: joined in this order, since a script that arrives as a blob cannot import its neighbours.
SCRIPT = (
    "words.js",
    "wire.js",
    "draft.js",
    "resume.js",
    "answers.js",
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
    "targets.js",
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
    "search.js",
    "mention.js",
    "hints.js",
    "help.js",
    "keys.js",
    "mount.js",
)

STYLE = (
    "board.css",
    "messages.css",
    "frame.css",
    "footer.css",
    "lists.css",
    "context.css",
    "targets.css",
    "choices.css",
    "panels.css",
    "guideline.css",
    "settings.css",
    "help.css",
)


def _joined(names: tuple[str, ...]) -> str:
    return "\n".join((HERE / name).read_text(encoding="utf-8") for name in names)


_mount = st.components.v2.component(
    "accord_board",
    css=_joined(STYLE),
    js=_joined(SCRIPT),
    isolate_styles=True,
)


def board(project: str) -> None:
    """Draw the labelling board of the project with this slug over the whole window."""
    _mount(key=f"board-{project}", data={"project": project, "texts": TEXTS, "home": "/"})
