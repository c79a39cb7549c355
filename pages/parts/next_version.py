"""What would a changed codebook do to the answers that are there, and what has to be said before it is saved?"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import streamlit as st

from annotation.codebook import Codebook, said
from annotation.codebook.change_words import in_words
from annotation.next_version import LONGEST_NOTE, NOWHERE, Gone, Plan
from languages import say, spoken, worded
from pages.parts.literal import literal
from pages.parts.quiet import quiet

CHANGES = worded("What is different from version {version}")
GONE = worded("Labels in use that are gone")
GONE_IS = worded("Say what the answers with each of them become. The judgments themselves stay as they were given.")
BECOMES = worded("{question}: {label} ({count:,} answers) becomes")
CHOOSE = worded("Choose …")
NO_ANSWER = worded("no answer any more")
REMOVE = worded("{question}: {count:,} answers. They stay, and the question is not asked any more.")
REOPENED = worded(
    "{count:,} items of annotators would be open again, as an answer is missing in each. What is answered stays."
)
COMPLETED = worded("{count:,} items of annotators would be done, as nothing is missing in them any more.")
DRAFTS = worded("{count:,} drafts that annotators have not submitted go on with the new version.")
BOARDS = worded("Boards that are open now say that the codebook has changed, and keep what was answered on them.")
NOTE = worded("Why, for the history")

Maps = dict[str, dict[str, str]]

_UNSAID = "?"  # no label: a key has no question mark


def ask_maps(slug: str, to_map: tuple[Gone, ...], book: Codebook) -> Maps:
    """Draw what each label becomes; what is said so far."""
    maps: Maps = {}
    if not to_map:
        return maps
    st.markdown(f"**{say(GONE)}**")
    quiet(say(GONE_IS))
    for gone in to_map:
        question = book.question(gone.question)
        texts = {label.key: said(label.text, spoken()) for label in question.labels} if question else {}
        options: list[str] = [_UNSAID, *texts, NOWHERE]
        chosen: str = st.selectbox(
            literal(say(BECOMES, question=gone.question, label=gone.label, count=gone.count)),
            options,
            format_func=partial(_in_words, texts),
            key=f"becomes-{slug}-{gone.question}-{gone.label}",
            width=420,
        )
        if chosen != _UNSAID:
            maps.setdefault(gone.question, {})[gone.label] = chosen
    return maps


def ask_removed(slug: str, to_confirm: tuple[Gone, ...]) -> list[str]:
    """Draw a box for each question in use that is gone; those that are confirmed."""
    return [
        gone.question
        for gone in to_confirm
        if st.checkbox(
            literal(say(REMOVE, question=gone.question, count=gone.count)), key=f"removes-{slug}-{gone.question}"
        )
    ]


def ask_note(slug: str) -> None:
    """Draw the place for the reason."""
    st.text_input(say(NOTE), key=_note(slug), max_chars=LONGEST_NOTE, width=640)


def note(slug: str) -> str:
    """The reason, as it stands there now."""
    return str(st.session_state.get(_note(slug)) or "")


def draw_changes(plan: Plan) -> None:
    """Draw what is different, and why it cannot be saved if it cannot."""
    st.markdown(f"**{say(CHANGES, version=plan.version)}**")
    st.markdown("\n".join(f"- {literal(say(sentence))}" for sentence in in_words(plan.changes)))
    for why in plan.refused:
        st.error(literal(say(why)))


def draw_effects(plan: Plan) -> None:
    """Draw what saving would do to the work of annotators."""
    if plan.reopened:
        st.warning(say(REOPENED, count=plan.reopened))
    if plan.completed:
        st.info(say(COMPLETED, count=plan.completed))
    drafts = f"{say(DRAFTS, count=plan.drafts)} " if plan.drafts else ""
    quiet(f"{drafts}{say(BOARDS)}")


def _in_words(texts: Mapping[str, str], key: str) -> str:
    if key in (_UNSAID, NOWHERE):
        return say(CHOOSE if key == _UNSAID else NO_ANSWER)
    return f"{texts[key]} ({key})"


def _note(slug: str) -> str:
    return f"codebook-note-{slug}"
