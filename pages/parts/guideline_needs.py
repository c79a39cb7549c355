"""How what the guideline needs is drawn: why people differed, and the decisions that it should learn from."""

from __future__ import annotations

import streamlit as st

from annotation.desk.guideline_needs import Needs
from languages import meant, say, whole, worded
from pages.parts.quiet import quiet
from pages.parts.tables import Remark, Short, table
from pages.parts.times import moment

KINDS = {
    "ambiguous": meant("why people differ", "ambiguous text"),
    "guideline": meant("why people differ", "gap in the guideline"),
    "slip": meant("why people differ", "slip"),
    "subjective": meant("why people differ", "subjective"),
}
NEEDS_ARE = worded(
    "Decisions of adjudicators who say that the guideline needs this. A next version of the codebook can take them up."
)
CANNOT = worded("cannot be judged")
NOTHING = worded("No adjudicator has said so of a decision yet.")
WHY = worded("Why people differed, by decisions that say so")


def draw_needs(found: Needs) -> None:
    """Draw both; a sentence where there is nothing."""
    if not found.marked:
        st.write(say(NOTHING))
    else:
        st.write(say(NEEDS_ARE))
        rows = [
            (
                Short(each.item),
                Remark(each.text, f"{each.question}: {each.label or say(CANNOT)}"),
                Remark(each.reason, moment(each.at)),
                say(KINDS[each.error_kind]) if each.error_kind else "",
            )
            for each in found.marked
        ]
        table((say("Item"), say("About"), say("Reason"), say("Why they differ")), rows)
    if found.kinds:
        said = [f"{say(KINDS[kind])} {whole(found.kinds[kind])}" for kind in KINDS if kind in found.kinds]
        quiet(f"{say(WHY)}: {' · '.join(said)}")
