"""Which widget the adjudicator decides on: mounts the desk of a project and gives it its words.

It is the board with other rows: what both draw alike comes from the board's own files. It is fed by the routes under
`/desk/<project>/`; nothing about an item passes through Streamlit.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from languages import spoken
from pages.parts.board.board import KINDS
from pages.parts.board.texts import TEXTS as BOARD_TEXTS
from pages.parts.desk.texts import TEXTS
from pages.parts.language import said

HERE = Path(__file__).parent
BOARD = HERE.parent / "board"

# One module in the browser: joined in this order, since a script that arrives as a blob cannot import its neighbours.
OF_THE_BOARD = (
    "words.js",
    "wire.js",
    "values.js",
    "pieces.js",
    "answers.js",
    "outage.js",
    "frame.js",
    "cover.js",
    "panel.js",
    "context.js",
    *KINDS,
    "targets.js",
    "guideline.js",
    "search.js",
    "bank.js",
    "mention.js",
)
SCRIPT = (
    "places.js",
    "keep.js",
    "shell.js",
    "around.js",
    "chips.js",
    "rows.js",
    "queue.js",
    "record.js",
    "why.js",
    "suggest.js",
    "sieve.js",
    "accept.js",
    "returning.js",
    "opening.js",
    "saving.js",
    "pressing.js",
    "mount.js",
)
STYLE_OF_THE_BOARD = (
    "board.css",
    "messages.css",
    "frame.css",
    "footer.css",
    "context.css",
    "memories.css",
    "targets.css",
    "responses.css",
    "choices.css",
    "controls.css",
    "pieces.css",
    "panels.css",
    "guideline.css",
    "help.css",
)
STYLE = ("desk.css", "answers.css", "why.css", "sieve.css")


def _joined(*paths: Path) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


_mount = st.components.v2.component(
    "accord_desk",
    css=_joined(*(BOARD / name for name in STYLE_OF_THE_BOARD), *(HERE / name for name in STYLE)),
    js=_joined(*(BOARD / name for name in OF_THE_BOARD), *(HERE / name for name in SCRIPT)),
    isolate_styles=True,
)


def desk(project: str, *, item: str) -> None:
    """Draw the desk of the project with this slug over the whole window; first the item with this number, if any."""
    texts = said({**BOARD_TEXTS, **TEXTS})
    data = {"project": project, "texts": texts, "language": spoken(), "home": "/", "item": item}
    _mount(key=f"desk-{project}", data=data)
