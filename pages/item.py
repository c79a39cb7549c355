"""One item as a researcher looks at it: what it shows, and what everybody said of it."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from annotation import item_view
from annotation.content import Content
from annotation.errors import AccordError
from annotation.item_view import ItemView, PlaceSaid
from annotation.store import reading
from exports.wording import said_in_words
from languages import say, spoken, told, whole, worded
from pages.parts.access import require
from pages.parts.choose import choose_project
from pages.parts.literal import literal
from pages.parts.menu import AGREEMENT, STUDY
from pages.parts.quiet import quiet
from pages.parts.tables import Cell, Remark, table

TITLE = worded("Item")
WHICH = worded("Open an item from the screen “Agreement”, by a click on its id.")
NOTHING_SAID = worded("Nobody has labelled this item yet.")
DIALOGUE, ANSWERS = worded("Dialogue"), worded("Answers")
QUERY_OF = worded("{speaker} (query)")
THIS_ONE = worded("You came for this one.")
TO_AGREEMENT = worded("Back to Agreement")


def dialogue(content: Content) -> None:
    """Draw the turns, the last one the query."""
    if content.scene:
        st.write(literal(content.scene))
    rows = [(Remark(turn.speaker, turn.time), turn.text) for turn in content.dialogue]
    if content.query:
        rows.append((Remark(say(QUERY_OF, speaker=content.query.speaker), content.query.time), content.query.text))
    st.subheader(say(DIALOGUE), anchor=False)
    table((say("Speaker"), say("Words")), rows)


def answers(found: ItemView, words: Mapping[tuple[str, str, str, str], str], target: str) -> None:
    """Draw what each rater said of each target; the one that was asked for comes first."""
    st.subheader(say(ANSWERS), anchor=False)
    if not found.places:
        st.write(say(NOTHING_SAID))
        return
    raters = sorted({rater for place in found.places for rater in place.labels})

    def in_words(place: PlaceSaid, label: str | None) -> Cell:
        return "—" if label is None else words[found.id, place.target, place.question, label]

    rows: list[tuple[Cell, ...]] = [
        (
            Remark(
                place.text or place.question,
                say(THIS_ONE) if place.target == target else place.question if place.text else "",
            ),
            *(in_words(place, place.labels.get(rater)) for rater in raters),
            in_words(place, place.decided),
        )
        for place in sorted(found.places, key=lambda place: place.target != target)
    ]
    table((say("Target"), *raters, say("Decided")), rows)


require(*STUDY)
st.title(say(TITLE), anchor=False)
slug = choose_project()
asked = st.query_params.get("item", "")
if not asked:
    st.write(say(WHICH))
    st.stop()
try:
    with reading() as session:
        found = item_view.view(session, slug=slug, item=asked)
        labels = [
            (found.id, place.target, place.question, label)
            for place in found.places
            for label in (*place.labels.values(), place.decided)
            if label is not None
        ]
        words = said_in_words(session, slug=slug, said=labels, language=spoken())
except AccordError as error:
    st.error(literal(told(error)))
    st.stop()
quiet(f"{found.id} · {whole(found.number)}")
dialogue(found.content)
answers(found, words, st.query_params.get("target", ""))
st.page_link(AGREEMENT.file, label=say(TO_AGREEMENT), query_params={"project": slug})
