"""A codebook as text that a researcher changes: what is written so far, what is wrong with it, and its board.

What is written is kept in this browser tab until it is saved or begun anew; it belongs to the version that it began on.
"""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from annotation import codebook
from annotation.codebook import Codebook, written
from annotation.codebook.files import LONGEST
from annotation.codebook_history import Version
from annotation.errors import AccordError
from annotation.people.accounts import Person
from annotation.specimens import specimen_of
from annotation.store import reading
from languages import say, spoken, told, worded
from pages.parts import unsaved
from pages.parts.board_link import to_board
from pages.parts.literal import literal
from pages.parts.protocol import draw_problems
from pages.parts.quiet import quiet

YAML = worded("The codebook as YAML")
YAML_HELP = worded("Checked whenever you leave the field or press Ctrl+Enter.")
FROM_FILE = worded("Or take it from a file")
WRONG = worded("This cannot be used yet. What is wrong with it:")
BOARD = worded("Look at its board in a new tab")
NO_ITEM = worded("No item shows everything that it asks about, so there is no board to look at.")
ANEW = worded("Begin anew from version {version}")
NOT_TEXT = worded("The file was not taken: {why}")

_STYLE = """<style>
[class*="st-key-codebook-text-"] textarea { font-size: 0.875rem; line-height: 1.5;
  font-family: "Source Code Pro", ui-monospace, "Noto Sans Mono CJK SC", "PingFang SC", "Microsoft YaHei", monospace; }
</style>"""


@dataclass(frozen=True)
class Draft:
    """What is written, and the version that it began on."""

    book: Codebook
    began_on: int


def ask(slug: str, newest: Version, person: Person) -> Draft | None:
    """Draw the text, what is wrong with it, and the way to its board; the codebook once it can be used."""
    st.html(_STYLE)
    began_on = _begin(slug, newest)
    st.text_area(say(YAML), key=_text(slug), height=480, max_chars=LONGEST, help=say(YAML_HELP))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.file_uploader(
            say(FROM_FILE),
            type=["yaml", "yml"],
            max_upload_size=1,
            key=_file(slug),
            on_change=_take_file,
            args=(slug,),
            width=420,
        )
        if st.session_state[_text(slug)] != written(newest.book) or began_on != newest.number:
            st.button(say(ANEW, version=newest.number), on_click=forget, args=(slug,))
    if why := st.session_state.pop(_refused(slug), None):
        st.error(literal(say(NOT_TEXT, why=why)))
    source = st.session_state[_text(slug)]
    problems = codebook.problems(source)
    if problems:
        st.error(say(WRONG))
        draw_problems(problems)
        return None
    book = codebook.read(source, name=slug)
    link_to_board(slug, book, person)
    return Draft(book, began_on)


def link_to_board(slug: str, book: Codebook, person: Person) -> None:
    """Draw the way to the board of a codebook that need not be saved, on an item of the project."""
    with reading() as session:
        shown = specimen_of(session, book, slug=slug, language=spoken())
    if shown is None:
        quiet(say(NO_ITEM))
        return
    name = unsaved.keep(person.id, book, shown)
    to_board(name, say(BOARD), new_tab=True)


def forget(slug: str) -> None:
    """Begin anew, from the newest version."""
    for key in (_text(slug), _began(slug), _file(slug)):
        st.session_state.pop(key, None)
    st.session_state[_turn(slug)] = st.session_state.get(_turn(slug), 0) + 1


def _begin(slug: str, newest: Version) -> int:
    """Begin with the newest version where nothing is written yet; the version that was begun on.

    A widget that is not drawn loses its value: a copy is kept beside it.
    """
    state = st.session_state
    if _began(slug) not in state:
        state[_began(slug)], state[_kept(slug)] = newest.number, written(newest.book)
    if _text(slug) not in state:
        state[_text(slug)] = state[_kept(slug)]
    state[_kept(slug)] = state[_text(slug)]
    return int(state[_began(slug)])


def _take_file(slug: str) -> None:
    given = st.session_state.get(_file(slug))
    if given is None:
        return
    try:
        st.session_state[_text(slug)] = codebook.text_of(given.getvalue(), name=given.name)
    except AccordError as error:
        st.session_state[_refused(slug)] = told(error)


def _text(slug: str) -> str:
    return f"codebook-text-{slug}"


def _kept(slug: str) -> str:
    return f"codebook-kept-{slug}"


def _began(slug: str) -> str:
    return f"codebook-began-{slug}"


def _refused(slug: str) -> str:
    return f"codebook-refused-{slug}"


def _turn(slug: str) -> str:
    return f"codebook-turn-{slug}"


def _file(slug: str) -> str:
    """A file that was taken once does not come again: each beginning has a place for files of its own."""
    return f"codebook-file-{slug}-{st.session_state.get(_turn(slug), 0)}"
