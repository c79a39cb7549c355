"""With which codebook does a new project begin? One that comes with Accord and fits the file, or one of one's own."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from annotation import codebook
from annotation.codebook import Codebook, said
from annotation.errors import AccordError
from languages import say, say_if_ours, spoken, told, worded
from pages.parts import upload
from pages.parts.board_link import to_board
from pages.parts.literal import literal
from pages.parts.tables import Short, table

PROTOCOL = worded("Protocol")
OWN = worded("A codebook of my own (YAML)")
OWN_FILE = worded("Codebook")
LOOK = worded("Look at its board in a new tab")
LINE, FIELD, WHY = worded("Line"), worded("Field"), worded("Why")
SHOWN_PROBLEMS = 20

_OWN = ""  # no protocol has this name


def ask(protocols: Sequence[str]) -> str | Codebook | None:
    """Draw the choice among these, the best first; what is chosen, None while there is none that can be used."""
    name = st.selectbox(
        say(PROTOCOL),
        [*protocols, _OWN],
        format_func=lambda name: f"{_title(name)} ({name})" if name else say(OWN),
        key=upload.key("protocol"),
        width=420,
    )
    if name == _OWN:
        return _own()
    to_board(name, say(LOOK), new_tab=True)
    return name


def question_keys(book: str | Codebook | None) -> list[str]:
    """The questions of a codebook, by the name of a built-in one too."""
    if isinstance(book, str):
        book = codebook.built_in(book)
    return [question.key for question in book.questions] if book else []


def draw_problems(problems: Sequence[codebook.Problem]) -> None:
    """Draw what is wrong with the text of a codebook, by line."""
    rows = [
        (Short(str(each.line or "—")), each.field or "—", say_if_ours(each.why)) for each in problems[:SHOWN_PROBLEMS]
    ]
    table((say(LINE), say(FIELD), say(WHY)), rows)


def _own() -> Codebook | None:
    given = st.file_uploader(
        say(OWN_FILE), type=["yaml", "yml"], max_upload_size=1, key=upload.key("own-codebook"), width=640
    )
    if given is None:
        return None
    try:
        source = codebook.text_of(given.getvalue(), name=given.name)
        problems = codebook.problems(source)
        if not problems:
            return codebook.read(source, name=given.name)
        draw_problems(problems)
    except AccordError as error:
        st.error(literal(told(error)))
    return None


def _title(name: str) -> str:
    return said(codebook.built_in(name).title, spoken())
