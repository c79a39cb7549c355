"""How far is the work? Counts, each person's progress and pace, each item with what people say of it."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from annotation import item_progress, progress
from annotation.item_progress import ItemProgress, Mark
from annotation.progress import ImportedRater, PersonProgress
from annotation.status import Status, status
from annotation.store import reading
from languages import say, whole, worded
from pages.parts import paging
from pages.parts.access import require
from pages.parts.choose import choose_project
from pages.parts.menu import ASSIGN, STUDY
from pages.parts.quiet import quiet
from pages.parts.tables import Bar, Cell, Figure, Remark, Short, table
from pages.parts.terms import tag
from pages.parts.times import day_and_time, pace, span

TITLE = worded("Progress")
NOBODY = worded("No items are assigned yet.")
TO_ASSIGN = worded("Assign items")
BY_PERSON = worded("By person, round {number}")
DONE_OF = worded("{done} of {total} items")
SKIPPED = worded("{count} skipped")
NOTES = worded(
    "“At work” is what the boards measured on submitted items, pauses left out; “An item” is the median, corrections "
    "included. Reports and exports name annotators by their pseudonym."
)
IMPORTED = worded("From files")
BY_ITEM = worded("By item")
FILTERS = {
    "all": worded("All"),
    "skipped": worded("Skipped"),
    "flagged": worded("Flagged"),
    "noted": worded("With notes"),
    "to_decide": worded("To decide"),
}
NO_SUCH_ITEM = worded("No item is like that.")
AT_ONCE = 25
REASONS = {
    "hard": worded("too hard"),
    "broken": worded("broken item"),
    "distressing": worded("distressing"),
    "other": worded("other reason"),
}
SKIPPED_BY = worded("Skipped by {name}: {reason}.")
FLAGGED_BY = worded("Flagged by {names}.")
NOTE_BY = worded("{name}: {note}")
TO_DECIDE = worded("{count} to decide")
ALL_DECIDED = worded("decided")
AGREED = worded("no difference")
WAITS = worded("waits for annotators")
OF = worded("{n:,} of {total:,}")
TOO_FEW = "—"
SENSITIVE = worded("sensitive")
HOLDS = worded("What the items are")


def counts(found: Status) -> None:
    """Draw the project in four figures."""
    facts = (
        (say("Items"), whole(found.items)),
        (say("Targets to label"), whole(found.targets)),
        (say("Judgments"), whole(found.judgments)),
        (say("Assigned items complete"), say(OF, n=found.items_complete, total=found.items_assigned)),
    )
    for column, (name, value) in zip(st.columns(len(facts)), facts, strict=True):
        column.metric(name, value)


def by_person(people: Sequence[PersonProgress]) -> None:
    """Draw each annotator's progress, marks and pace."""
    rows = [
        (
            Remark(each.name, each.pseudonym),
            Bar(each.done, each.total, say(DONE_OF, done=each.done, total=each.total)),
            each.skipped,
            each.drafts,
            each.flagged,
            Figure(span(each.active_ms)),
            Remark(span(each.median_ms), pace(each.items_an_hour)),
            Remark(*day_and_time(each.last_at)),
        )
        for each in people
    ]
    heads = (
        say("Annotator"),
        say("Done"),
        say("Skipped"),
        say("Drafts"),
        say("Flagged"),
        say("At work"),
        say("An item"),
        say("Last active"),
    )
    table(heads, rows)
    quiet(say(NOTES))


def from_files(raters: Sequence[ImportedRater]) -> None:
    """Draw the people whose labels came from files."""
    st.subheader(say(IMPORTED), anchor=False)
    table((say("Rater"), say("Items"), say("Judgments")), [(each.name, each.items, each.judgments) for each in raters])


@st.fragment
def by_item(slug: str) -> None:
    """Draw the items that the filter lets through, a screenful at a time.

    Going from one screenful to the next runs this alone, so it asks again who is asking.
    """
    require(*STUDY)
    st.subheader(say(BY_ITEM), anchor=False)
    with reading() as session:
        items = item_progress.by_item(session, slug=slug)
    name = f"items-{slug}"
    kept = {key: [each for each in items if key == "all" or getattr(each, key)] for key in FILTERS}
    chosen = st.segmented_control(
        say(BY_ITEM),
        list(FILTERS),
        default="all",
        required=True,
        format_func=lambda key: f"{say(FILTERS[key])} ({whole(len(kept[key]))})",
        label_visibility="collapsed",
        key=f"filter-{slug}",
        on_change=paging.to_beginning,
        args=(name,),
    )
    shown = kept[chosen or "all"]
    if not shown:
        st.write(say(NO_SUCH_ITEM))
        return
    first = paging.first_shown(name, total=len(shown), size=AT_ONCE)
    rows = [
        (
            Short(whole(each.number)),
            Remark(each.item, say(SENSITIVE) if each.sensitive else ""),
            Figure(say(OF, n=each.done, total=each.assigned)),
            agreement(each),
            Remark(*said(each)),
        )
        for each in shown[first : first + AT_ONCE]
    ]
    table((say("Number"), say("Item"), say("Done"), say("Answers"), say("What annotators say")), rows)
    paging.pager(name, total=len(shown), size=AT_ONCE)


def agreement(item: ItemProgress) -> Cell:
    """Whether there is something to adjudicate."""
    if item.to_decide:
        return Short(say(TO_DECIDE, count=item.to_decide))
    if item.state == "incomplete" and item.differing:
        return Short(say(WAITS))
    if item.state == "decided" and item.differing:
        return say(ALL_DECIDED)
    return Short(say(AGREED)) if item.state in ("agreed", "decided") else TOO_FEW


def said(item: ItemProgress) -> tuple[str, str]:
    """Skips and flags in one text, notes in a quieter one."""
    skips = [skip(mark, mark.skip_reason) for mark in item.marks if mark.skip_reason]
    flags = [mark.name for mark in item.marks if mark.flagged]
    loud = [*skips, *([say(FLAGGED_BY, names=say(", ").join(flags))] if flags else [])]
    notes = [say(NOTE_BY, name=mark.name, note=mark.note) for mark in item.marks if mark.note]
    return " ".join(loud), " · ".join(notes)


def skip(mark: Mark, reason: str) -> str:
    """Who skipped an item and why, in their own words where there are some."""
    words = say(" “{words}”", words=mark.skip_words) if mark.skip_words else ""
    return say(SKIPPED_BY, name=mark.name, reason=REASONS[reason]) + words


def holds(found: Status) -> None:
    """Draw how many items have which tag."""
    st.subheader(say(HOLDS), anchor=False)
    for column, (name, values) in zip(st.columns(max(len(found.tags), 1)), found.tags.items(), strict=False):
        with column:
            table((tag(name), say("Items")), list(values.items()))


person = require(*STUDY)
st.title(say(TITLE), anchor=False)
slug = choose_project()
with reading() as session:
    found = status(session, slug=slug)
    people = progress.by_person(session, slug=slug)
    raters = progress.imported(session, slug=slug)

counts(found)
st.subheader(say(BY_PERSON, number=found.round), anchor=False)
if people:
    by_person(people)
else:
    st.write(say(NOBODY))
    st.page_link(ASSIGN.file, label=say(TO_ASSIGN), query_params={"project": slug})
if raters:
    from_files(raters)
by_item(slug)
if found.tags:
    holds(found)
