"""What is each column of a table? The form that proposes it, and what is chosen in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

import streamlit as st

from annotation.errors import WrongUse
from annotation.imports.table_columns import TableColumns
from annotation.readers.columns import ColumnMap
from languages import meant, say, told, worded
from pages.parts import upload
from pages.parts.literal import literal
from pages.parts.quiet import quiet

WHAT = worded("What is each column?")
PROPOSED = worded("Proposed by the columns' names. What you choose is remembered with the project.")
REMEMBERED = worded("As in the last table of this project.")
THE_OTHERS = worded("{count:,} further columns are kept for researchers, as all that annotators do not see.")
NOTHING_SHOWN = worded(
    "No column says what to show. Choose above which one is the query, the dialogue, the scene or the memories."
)
SHOWN = 60  # columns; nobody chooses for more

ROLES: Mapping[str, str] = {
    "id": meant("a column", "Id of the item"),
    "query": meant("a column", "Query"),
    "dialogue": meant("a column", "Dialogue"),
    "scene": meant("a column", "Scene"),
    "speaker": meant("a column", "Who asks"),
    "time": meant("a column", "Time of the query"),
    "memories": meant("a column", "Memories"),
    "response": meant("a column", "Response"),
    "system": meant("a column", "System, never shown to annotators"),
    "setting": meant("a column", "Setting, never shown to annotators"),
    "memory_used": meant("a column", "Memory used, never shown to annotators"),
    "tag": meant("a column", "Tag, to group items by"),
    "reference": meant("a column", "Kept for researchers"),
    "ignore": meant("a column", "Left out"),
}
LABEL_OF = worded("What the source says on: {question}")


def ask(found: TableColumns, *, questions: Sequence[str]) -> ColumnMap | None:
    """Draw a choice for each column; what they are then, None where it cannot be (and it is said why).

    `questions`: those of the project's codebook, to which a column may hold the source's own answers.
    """
    st.markdown(f"**{say(WHAT)}**")
    quiet(say(REMEMBERED if found.remembered else PROPOSED))
    known = {column: role for role, column in found.columns.pairs}
    shown = list(found.cells)[:SHOWN]
    pairs = [(_choice(column, known.get(column, "reference"), found, questions), column) for column in shown]
    pairs += [(role, column) for column, role in known.items() if column not in shown]
    if len(found.cells) > SHOWN:
        quiet(say(THE_OTHERS, count=len(found.cells) - SHOWN))
    try:
        chosen = ColumnMap.of(pairs)
    except WrongUse as error:
        st.error(literal(told(error)))
        return None
    if not chosen.makes_items() and not chosen.columns("response"):
        st.info(say(NOTHING_SHOWN))
        return None
    return chosen


def _choice(column: str, proposed: str, found: TableColumns, questions: Sequence[str]) -> str:
    """Draw one column's choice beside its first cells; the role that is chosen."""
    own = f"tag:{column[:60]}"
    fits_tag = "=" not in column
    options = [role if role != "tag" else own for role in ROLES if role != "tag" or fits_tag]
    options += [f"label:{question}" for question in questions]
    if proposed not in options:
        options.append(proposed)
    choice, cells = st.columns([2, 3], vertical_alignment="bottom", gap="medium")
    chosen: str = choice.selectbox(
        literal(column),
        options,
        index=options.index(proposed),
        format_func=_in_words,
        key=upload.key(f"column-{found.remembered}-{column}"),
    )
    first = " · ".join(cell for cell in found.cells[column] if cell) or "—"
    cells.html(f'<p style="font-size: 0.875rem; opacity: 0.8; margin: 0 0 0.625rem">{escape(first)}</p>')
    return chosen


def _in_words(role: str) -> str:
    kind, _, name = role.partition(":")
    return say(LABEL_OF, question=name) if kind == "label" else say(ROLES[kind])
