"""How good are the systems? The benchmarks' measures from the gold and the models' outputs, with their intervals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import streamlit as st

from annotation import codebook, projects
from annotation.asked import asked_by
from annotation.errors import AccordError
from annotation.store import reading
from exports import difference_tables, measure_tables
from exports.elsewhere import results_elsewhere
from exports.measure_tables import Key, Side
from exports.measured import Results, state
from exports.measures import Definition, Found, MeasureRow
from exports.measures.measure import Flow
from exports.measures.ratios import Ratio
from languages import say, say_if_ours, spoken, told, whole, worded
from pages.parts import sheet
from pages.parts.access import require
from pages.parts.charts.look import show
from pages.parts.charts.sankey import sankey
from pages.parts.choose import choose_project
from pages.parts.literal import literal
from pages.parts.menu import STUDY
from pages.parts.quiet import quiet
from pages.parts.report import State, state_of
from pages.parts.tables import Cell, Figure, table

TITLE = worded("Results")
WHAT = worded(
    "What the gold and the imported outputs of models say of the systems. Roles, the use of memories and scores may be "
    "asked in several projects with the same items: take them together."
)
TOGETHER = worded("Together with")
NOTHING = worded("Nothing here can be measured yet: the project has none of the questions of a benchmark.")
LACKS = worded("Not computed. Missing: {what}.")
ROUGH = worded("Intervals over fewer than 30 items, or without any width, are rough; the downloaded table says which.")
HOW = worded("What the figures are")
INTERVALS = worded("Intervals: {replicates:,} bootstrap replicates over whole items, drawn anew.")
UNDER = worded("{interval}, n = {n}")
ONLY_N = worded("n = {n}")
DIFFERENCES = worded("How far systems differ")
DIFFERENCES_ARE = worded(
    "Each figure minus that of the one that is chosen, of shares in percentage points (pp). The interval is that of "
    "the difference: in every resample the same items count for both. n: items in which both have something to count."
)
MINUS_SYSTEM, MINUS_SETTING = worded("other systems − {name}"), worded("other settings − {name}")
BESIDE = worded("Differences from")
FLOW = worded("From need to type of memory")
WHOSE = worded("Whose")
ALL_TABLES = worded("All figures in one table")
FLOWS_OF = {"design": worded("as the items are designed"), "decided": worded("as people have decided")}
ASKED_FOR = ("use", "beside")

Show = Callable[[Ratio, Definition], tuple[str, str]]


def choose_beside(slug: str) -> list[str]:
    """The projects whose answers count too."""
    with reading() as session:
        titles = {project.slug: project.title for project in projects.every(session) if project.slug != slug}
    if not titles:
        return []
    return st.multiselect(
        say(TOGETHER),
        list(titles),
        format_func=lambda name: f"{titles[name]} ({name})",
        placeholder=say("Choose projects"),
        width=640,
    )


@st.cache_data(show_spinner=False, max_entries=16)
def computed(slug: str, beside: tuple[str, ...], state: Sequence[State]) -> Results:  # noqa: ARG001 - makes it new
    """The results at this state of the projects, computed in another process. Raises NotComputable."""
    return results_elsewhere(slug, beside=beside)


def draw(found: Found, *, slug: str) -> None:
    """Draw one measure: its tables, what its figures are, and its flow."""
    st.subheader(say(found.title), anchor=False)
    if found.lacks:
        st.write(literal(say(LACKS, what=say("; ").join(say_if_ours(each) for each in found.lacks))))
    for side in measure_tables.side_by_side(found):
        _table(found, side)
    if found.rows:
        if any(row.ratio.note for row in found.rows):
            quiet(say(ROUGH))
        with st.expander(say(HOW)):
            for sentence in measure_tables.definitions(found):
                quiet(sentence)
        sheet.offer(measure_tables.sheet_of(found), slug=slug, question="results")
    if found.differences:
        _differences(found, slug=slug)
    if found.flows:
        _flows(found, slug=slug)


def _differences(found: Found, *, slug: str) -> None:
    """Draw how far the other systems, or settings, are from one that is chosen."""
    there = difference_tables.references(found)
    words = {"system": MINUS_SYSTEM, "setting": MINUS_SETTING}
    st.markdown(f"**{say(DIFFERENCES)}**")
    one = st.selectbox(
        say(BESIDE),
        there,
        format_func=lambda each: say(words[each[0]], name=each[1]),
        key=f"differences-{found.name}",
        width=420,
    )
    for side in difference_tables.against(found, one):
        _table(found, side, show=difference_tables.shown, part="differences")
    quiet(say(DIFFERENCES_ARE))
    sheet.offer(difference_tables.sheet_of(found), slug=slug, question="results")


def _chosen(found: Found, side: Side, part: str) -> Side:
    """The rows by one word on the use of memories, or beside one judge; asked only where there are several."""
    for name in (name for name in ASKED_FOR if name in side.heads):
        place = side.heads.index(name)
        there = list(dict.fromkeys(names[place] for names, _ in side.rows))
        if len(there) > 1:
            key = f"{part}{found.name}-{'-'.join(side.heads)}-{name}"
            head = measure_tables.told(name)
            one = st.selectbox(head, there, format_func=measure_tables.told, key=key, width=420)
            own = tuple((_without(names, place), of) for names, of in side.rows if names[place] == one)
            side = replace(side, heads=_without(side.heads, place), rows=own)
    return side


def _without(names: tuple[str, ...], place: int) -> tuple[str, ...]:
    return (*names[:place], *names[place + 1 :])


def _table(found: Found, every: Side, *, show: Show = measure_tables.shown, part: str = "") -> None:
    side = _chosen(found, every, part)
    heads = [measure_tables.told(name) for name in side.heads]
    columns = [measure_tables.head_of(found, key) for key in side.columns]
    rows: list[tuple[Cell, ...]] = [
        (
            *(measure_tables.told(name) for name in names),
            *(_cell(found, key, figures.get(key), show) for key in side.columns),
        )
        for names, figures in side.rows
    ]
    table((*heads, *columns), rows)


def _cell(found: Found, key: Key, row: MeasureRow | None, show: Show) -> Cell:
    if row is None:
        return Figure("")
    value, below = show(row.ratio, found.definitions[key[0]])
    if row.ratio.undefined:
        return Figure(value, below)
    n = f"{row.ratio.n:g}"
    return Figure(value, say(UNDER, interval=below, n=n) if below else say(ONLY_N, n=n))


def _flows(found: Found, *, slug: str) -> None:
    st.markdown(f"**{say(FLOW)}**")
    of = list(dict.fromkeys(flow.of["of"] for flow in found.flows))
    named = {name: say(FLOWS_OF[name]) if name in FLOWS_OF else name for name in of}
    whose = st.selectbox(say(WHOSE), of, format_func=named.__getitem__, width=420) if len(of) > 1 else of[0]
    own: list[Flow] = [flow for flow in found.flows if flow.of["of"] == whose]
    asked = asked_by(codebook.built_in("enpmr-need"), language=spoken())
    words = {key: text for question in asked for key, text in question.label_texts.items()}
    show(sankey(own, words=words), key="flow")
    rows: list[tuple[Cell, ...]] = [
        (words.get(flow.start, flow.start), words.get(flow.end, flow.end), Figure(whole(flow.n))) for flow in own
    ]
    with st.expander(say("The counts")):
        table((say("Need"), say("Type of memory"), say("Number")), rows)
    sheet.offer(measure_tables.flow_sheet(found), slug=slug, question="results")


require(*STUDY)
st.title(say(TITLE), anchor=False)
slug = choose_project()
quiet(say(WHAT))
beside = choose_beside(slug)
slugs = [slug, *beside]
with reading() as session:
    states = [(*state_of(each), *state(session, slug=each)) for each in slugs]
try:
    with st.spinner(say("Computing the measures …")):
        results = computed(slug, tuple(beside), states)
except AccordError as error:
    st.error(literal(told(error)))
    st.stop()
if not results.found:
    st.write(say(NOTHING))
    st.stop()
for each in results.found:
    draw(each, slug=slug)
if any(each.rows for each in results.found):
    quiet(say(INTERVALS, replicates=results.replicates))
    st.markdown(f"**{say(ALL_TABLES)}**")
    sheet.offer(measure_tables.sheet(results), slug=slug, question="results")
