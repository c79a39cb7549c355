"""A codebook as a researcher reads it: what is asked about what, which answers there are, and the guideline."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

import streamlit as st

from annotation.codebook import Codebook, Question, said
from languages import NAMES, is_language, meant, say, spoken, worded
from pages.parts.guideline_view import as_html
from pages.parts.quiet import quiet
from pages.parts.tables import Remark, Short, table

ABOUT: Mapping[str, str] = {
    "item": worded("about the item as a whole"),
    "memory": worded("about each memory"),
    "response": worded("about each response"),
    "pair": worded("about each memory in each response"),
}
KIND: Mapping[str, str] = {
    "one": worded("one label"),
    "several": worded("several labels"),
    "text": worded("free text"),
    "quote": worded("quoted words"),
    "pick": worded("turns or memories to pick"),
}
LEVEL: Mapping[str, str] = {
    "nominal": worded("no order"),
    "ordinal": worded("in an order"),
    "interval": worded("a scale of equal steps"),
}
OPTIONAL = worded("need not be answered")
UNJUDGED = worded("“cannot judge” is an answer")
SURE = worded("asks how sure one is")
AFTER = worded("asked after {question}: {labels}")
GUIDELINE = worded("Guideline")
NO_GUIDELINE = worded("This codebook has no guideline.")
LABEL, MEANS, KEY, GROUP = worded("Label"), worded("Means"), meant("on a keyboard", "Key"), worded("Group")
LANGUAGES = worded("Languages: {languages}")

_STYLE = """<style>
.accord-question { max-width: 46rem; unicode-bidi: plaintext; }
.accord-question h3 { font-size: 1.0625rem; margin: 0; padding: 0; }
.accord-question p { margin: 0.125rem 0 0; }
.accord-question .how { font-size: 0.875rem; opacity: 0.8; }
</style>"""


def draw_questions(book: Codebook) -> None:
    """Draw every question with its answers."""
    for question in book.questions:
        with st.container(gap="xsmall"):
            help_text = f'<p class="help">{escape(_said(question.help))}</p>' if question.help else ""
            st.html(
                f'{_STYLE}<div class="accord-question"><h3>{escape(_said(question.text))}</h3>'
                f'<p class="how">{escape(in_short(question))}</p>{help_text}</div>'
            )
            if question.groups:
                _groups(question)
            elif question.labels:
                _labels(question)


def draw_guideline(book: Codebook) -> None:
    """Draw the guideline under its name, as annotators read it."""
    if not book.guideline:
        quiet(say(NO_GUIDELINE))
        return
    st.markdown(f"**{say(GUIDELINE)}**")
    st.html(as_html(_said(book.guideline)))


def in_short(question: Question) -> str:
    """One line: the key, what it is about, and how it is answered."""
    parts = [question.key, say(ABOUT[question.about])]
    level = [say(LEVEL[question.level])] if question.kind == "one" else []
    parts.append(say(", ").join([say(KIND[question.kind]), *level]))
    if question.ask_if:
        labels = say(", ").join(question.ask_if.labels)
        parts.append(say(AFTER, question=question.ask_if.question, labels=labels))
    parts += [
        say(words)
        for words, holds in (
            (OPTIONAL, not question.required),
            (UNJUDGED, question.cannot_judge),
            (SURE, question.confidence),
        )
        if holds
    ]
    return " · ".join(parts)


def languages(book: Codebook) -> str:
    """In which languages everybody is asked, in the languages' own words."""
    codes = [
        code
        for code in book.questions[0].text
        if all(
            code in question.text and all(code in label.text for label in question.labels)
            for question in book.questions
        )
    ]
    named = [NAMES[code] if is_language(code) else code for code in codes]
    return say(LANGUAGES, languages=say(", ").join(named))


def _labels(question: Question) -> None:
    rows = [
        (
            Short(label.key),
            _said(label.text),
            Remark(_said(label.help) or _said(label.anchor)),
            Short(label.hotkey),
        )
        for label in question.labels
    ]
    table((say(LABEL), say("Text"), say(MEANS), say(KEY)), rows)


def _groups(question: Question) -> None:
    rows = [
        (
            _said(group.text),
            say(", ").join(_said(label.text) for label in question.labels if label.group == group.key),
        )
        for group in question.groups
    ]
    table((say(GROUP), say("Labels")), rows)


def _said(text: Mapping[str, str]) -> str:
    return said(dict(text), spoken())
