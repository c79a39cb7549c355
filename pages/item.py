"""One item as a researcher looks at it: what it shows, and what everybody said of it."""

from __future__ import annotations

import streamlit as st

from annotation import item_view, judgments
from annotation.content import Content
from annotation.errors import AccordError
from annotation.item_view import ItemView
from annotation.store import reading
from pages.parts.access import require
from pages.parts.choose import choose_project
from pages.parts.literal import literal
from pages.parts.menu import AGREEMENT, STUDY
from pages.parts.quiet import quiet
from pages.parts.tables import Cell, Remark, Short, table

TITLE = "Item"
WHICH = "Open an item from the screen “Agreement”, by a click on its id."
NOTHING_SAID = "Nobody has labelled this item yet."
DIALOGUE, ANSWERS = "Dialogue", "Answers"
QUERY_OF = "{speaker} (query)"
THIS_ONE = "You came for this one."
TO_AGREEMENT = "Back to Agreement"


def dialogue(content: Content) -> None:
    """Draw the turns, the last one the query."""
    if content.scene:
        st.write(literal(content.scene))
    rows = [(Remark(turn.speaker, turn.time), turn.text) for turn in content.dialogue]
    if content.query:
        rows.append((Remark(QUERY_OF.format(speaker=content.query.speaker), content.query.time), content.query.text))
    st.subheader(DIALOGUE, anchor=False)
    table(("Speaker", "Words"), rows)


def answers(found: ItemView, texts: dict[str, dict[str, str]], target: str) -> None:
    """Draw what each rater said of each target; the one that was asked for comes first."""
    st.subheader(ANSWERS, anchor=False)
    if not found.places:
        st.write(NOTHING_SAID)
        return
    raters = sorted({rater for place in found.places for rater in place.labels})
    rows: list[tuple[Cell, ...]] = [
        (
            Remark(place.text or place.question, THIS_ONE if place.target == target else ""),
            *(Short(texts[place.question].get(place.labels.get(rater, ""), "—")) for rater in raters),
            Short(texts[place.question].get(place.decided or "", "—")),
        )
        for place in sorted(found.places, key=lambda place: place.target != target)
    ]
    table(("Target", *raters, "Decided"), rows)


require(*STUDY)
st.title(TITLE, anchor=False)
slug = choose_project()
asked = st.query_params.get("item", "")
if not asked:
    st.write(WHICH)
    st.stop()
try:
    with reading() as session:
        found = item_view.view(session, slug=slug, item=asked)
        texts = {each.key: dict(each.label_texts) for each in judgments.questions(session, slug=slug)}
except AccordError as error:
    st.error(literal(str(error)))
    st.stop()
quiet(f"{found.id} · {found.number:,}")
dialogue(found.content)
answers(found, texts, st.query_params.get("target", ""))
st.page_link(AGREEMENT.file, label=TO_AGREEMENT, query_params={"project": slug})
