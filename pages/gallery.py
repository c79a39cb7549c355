"""Which protocols are there, and how does each look? What each asks, and its board on one sample item."""

from __future__ import annotations

from functools import partial
from html import escape

import streamlit as st

from annotation import codebook
from annotation.codebook import Codebook, said, written
from annotation.specimens import specimen
from languages import say, spoken, worded
from pages.parts.access import require
from pages.parts.board.preview import board_preview
from pages.parts.board_link import to_board
from pages.parts.codebook_view import ABOUT, draw_guideline, draw_questions, languages
from pages.parts.menu import PROJECTS, STUDY
from pages.parts.quiet import quiet

TITLE = worded("Gallery")
WHAT = worded(
    "The protocols that come with Accord. Each is a codebook that a project can begin with, change, or replace by one "
    "of its own."
)
TRY = worded("Try the board")
TRY_IS = worded("The board shows one sample item as annotators would see it; nothing is stored.")
DOWNLOAD = worded("Download as YAML")
ASKS = worded("Questions, labels and guideline")
QUESTIONS = worded("{count:,} questions, {about}")
QUESTION = worded("1 question, {about}")
NO_SAMPLE = worded("There is no sample to show it on.")
TO_PROJECTS = worded("Make a project from a file")

_STYLE = """<style>
[class*="st-key-protocol-"] h2 { margin: 0; padding: 0; font-size: 1.125rem; line-height: 1.4; }
[class*="st-key-protocol-"] h2 code { font-size: 0.8125rem; font-weight: 400; opacity: 0.75; margin-left: 0.5rem;
  background: none; color: inherit; }
[class*="st-key-protocol-"] p.what { margin: 0.125rem 0 0; max-width: 46rem; }
</style>"""


def card(book: Codebook) -> None:
    """Draw one protocol."""
    language = spoken()
    with st.container(border=True, key=f"protocol-{book.name}", gap="small"):
        st.html(
            f"<h2>{escape(said(book.title, language))}<code>{escape(book.name)}</code></h2>"
            f'<p class="what">{escape(said(book.description, language))}</p>'
        )
        quiet(f"{in_short(book)} · {languages(book)}")
        with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
            if specimen(book, language=language):
                to_board(book.name, say(TRY))
            else:
                quiet(say(NO_SAMPLE))
            st.download_button(
                say(DOWNLOAD),
                partial(written, book),
                file_name=f"{book.name}.yaml",
                mime="application/yaml",
                key=f"download-{book.name}",
                type="tertiary",
                icon=":material/download:",
                on_click="ignore",
            )
        with st.expander(say(ASKS)):
            draw_questions(book)
            draw_guideline(book)


def in_short(book: Codebook) -> str:
    """How many questions there are, and about what."""
    about = say(", ").join(say(ABOUT[kind]) for kind in dict.fromkeys(question.about for question in book.questions))
    count = len(book.questions)
    return say(QUESTION if count == 1 else QUESTIONS, count=count, about=about)


require(*STUDY)
if shown := st.query_params.get("board", ""):
    board_preview(shown)
    st.stop()
st.title(say(TITLE), anchor=False)
st.html(_STYLE)
st.write(say(WHAT))
quiet(say(TRY_IS))
for name in codebook.built_in_names():
    card(codebook.built_in(name))
st.page_link(PROJECTS.file, label=say(TO_PROJECTS))
