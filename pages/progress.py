"""How far is the work? Counts, each annotator's progress in items, and what the items are."""

from __future__ import annotations

import streamlit as st

from annotation.status import status
from annotation.store import reading
from pages.parts.access import require
from pages.parts.choose import choose_project
from pages.parts.literal import literal
from pages.parts.quiet import quiet
from pages.parts.tables import Bar, table

TITLE = "Progress"
NOBODY = (
    "No items are assigned yet. Assign them on the command line: "
    "`python -m annotation assign --project {slug} --annotators a,b --overlap 2`"
)
DONE_OF = "{done} of {total} items"
PSEUDONYM = "Reports and exports name annotators by their pseudonym."

require("researcher", "admin")
st.title(TITLE, anchor=False)
slug = choose_project()
with reading() as session:
    found = status(session, slug=slug)

facts = (
    ("Items", f"{found.items:,}"),
    ("Targets to label", f"{found.targets:,}"),
    ("Judgments", f"{found.judgments:,}"),
    ("Assigned items complete", f"{found.items_complete:,} of {found.items_assigned:,}"),
)
for column, (name, value) in zip(st.columns(len(facts)), facts, strict=True):
    column.metric(name, value)

st.subheader(f"Annotators, round {found.round}", anchor=False)
if found.annotators:
    rows = [
        (
            each.annotator,
            each.pseudonym,
            Bar(each.done, each.total, DONE_OF.format(done=each.done, total=each.total)),
        )
        for each in found.annotators
    ]
    table(("Annotator", "Pseudonym", "Done"), rows)
    quiet(PSEUDONYM)
else:
    st.write(NOBODY.format(slug=slug))

for column, (name, values) in zip(st.columns(max(len(found.tags), 1)), found.tags.items(), strict=False):
    with column:
        st.subheader(literal(name.capitalize()), anchor=False)
        table((name.capitalize(), "Items"), list(values.items()))
