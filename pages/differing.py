"""Where does the released gold differ from what I said? For whoever labelled, and not before there is a release."""

from __future__ import annotations

import streamlit as st

from annotation.board import own_gold
from annotation.board.own_gold import OwnGold
from annotation.store import reading
from languages import say, spoken, worded
from pages.parts import paging
from pages.parts.access import require
from pages.parts.literal import literal
from pages.parts.menu import DIFFERING, HOME
from pages.parts.tables import Remark, table

TITLE = worded("The gold and your answers")
NOT_YET = worded("There is no released gold of your work yet.")
CHOOSE = worded("Choose a project.")
TO_HOME = worded("Your work")
SAYS = worded("Release {number}: {differing:,} of your {compared:,} answers differ from the gold.")
NOTHING = worded("Wherever you answered, the gold says the same.")
NO_NAMES = worded("Only your own answers stand here. The reason is that of the decision.")
NONE = worded("nothing applies")
AT_ONCE = 25


def differences(slug: str, found: OwnGold) -> None:
    """Draw the answers that differ, a screenful at a time."""
    st.write(say(SAYS, number=found.release, differing=len(found.differences), compared=found.compared))
    if not found.differences:
        st.write(say(NOTHING))
        return
    st.write(say(NO_NAMES))
    name = f"differing-{slug}"
    first = paging.first_shown(name, total=len(found.differences), size=AT_ONCE)
    rows = [
        (
            Remark(each.text or each.item, each.item if each.text else ""),
            each.question,
            each.own or say(NONE),
            each.gold or say(NONE),
            each.reason,
        )
        for each in found.differences[first : first + AT_ONCE]
    ]
    table((say("About"), say("Question"), say("Your answer"), say("Gold"), say("Reason")), rows)
    paging.pager(name, total=len(found.differences), size=AT_ONCE)


person = require("annotator", "adjudicator")
st.title(say(TITLE), anchor=False)
with reading() as session:
    released = dict(own_gold.released_to(session, account_id=person.id))
asked = st.query_params.get("project")
slug = asked if asked in released else next(iter(released)) if len(released) == 1 and asked is None else None
if slug is not None:
    with reading() as session:
        found = own_gold.own_gold(session, account_id=person.id, slug=slug, language=spoken())
    st.subheader(literal(released[slug]), anchor=False)
    differences(slug, found)
elif released and asked is None:
    st.write(say(CHOOSE))
    for each, title in released.items():
        st.page_link(DIFFERING.file, label=literal(title), query_params={"project": each})
else:
    st.write(say(NOT_YET))
    st.page_link(HOME.file, label=say(TO_HOME))
