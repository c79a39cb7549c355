"""Who did what when? The log, the latest first: a researcher reads what belongs to projects, an admin everything."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from html import escape
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from annotation import event_details, events, projects
from annotation.events import Filters, Told
from annotation.store import reading
from languages import say, worded
from pages.parts import log_words, paging
from pages.parts.access import require
from pages.parts.menu import STUDY
from pages.parts.tables import Short, table
from pages.parts.times import moment, span

TITLE = worded("Log")
ANY = worded("All")
PROJECT, KIND, WHO = worded("Project"), worded("What"), worded("Who")
COMMAND_LINE = worded("command line")
NOTHING = worded("Nothing like that has happened yet.")
AT_ONCE = 50
LIST = "log"
QUOTED = ("memory", "reason", "note", "words")  # what somebody wrote
ACTIVE = "active_ms"
AT_WORK = worded("at work")
PAIR = worded("{name}: {value}")
DOWNLOAD = worded("Download all {total:,} as CSV")
LOG_FILE = "/download/log.csv"


def choice(label: str, options: list[str], words: Callable[[str], str] = str) -> str | None:
    """Draw a filter; None: all of them."""
    chosen: str | None = st.selectbox(
        label,
        [None, *options],
        format_func=lambda option: say(ANY) if option is None else words(option),
        on_change=paging.to_beginning,
        args=(LIST,),
        width=220,
    )
    return chosen


def show(page: list[Told]) -> None:
    """Draw some events."""
    rows = [
        (
            Short(moment(each.at)),
            Short(each.who or say(COMMAND_LINE)),
            Short(log_words.kind(each.kind)),
            each.project or "",
            detail(each.detail),
        )
        for each in page
    ]
    table((say("When"), say("Who"), say("What"), say("Project"), say("In detail")), rows)


def detail(told: Mapping[str, Any]) -> str:
    """What an event says of itself, as plain text."""
    before, after = told.get("before"), told.get("after")
    if isinstance(before, dict) and isinstance(after, dict):
        changes = {name: f"{plain(before.get(name), name)} → {plain(now, name)}" for name, now in after.items()}
        return in_pairs(changes)
    return in_pairs({name: plain(value, name, quoted=name in QUOTED) for name, value in shown(told).items()})


def in_pairs(details: Mapping[str, str]) -> str:
    """Details with their names."""
    return " · ".join(say(PAIR, name=words_for(name), value=value) for name, value in details.items())


def shown(told: Mapping[str, Any]) -> Mapping[str, Any]:
    """What there is to say: nothing of what is empty, and a time at work as such."""
    said = {name: value for name, value in told.items() if value not in ("", None, [])}
    return {name: span(value) if name == ACTIVE and isinstance(value, int) else value for name, value in said.items()}


def words_for(name: str) -> str:
    """The name of a detail as it is read."""
    return say(AT_WORK) if name == ACTIVE else log_words.detail(name)


def as_file(filters: Filters, total: int) -> None:
    """Draw the way to the same events as a file; its route checks the role again."""
    asked = {"project": filters.project, "kind": filters.kind, "who": filters.who}
    address = f"{LOG_FILE}?{urlencode({name: value for name, value in asked.items() if value})}".removesuffix("?")
    words = escape(say(DOWNLOAD, total=total))
    st.html(f'<p><a href="{escape(address)}" target="_self" download style="color: inherit">{words}</a></p>')


def plain(value: Any, name: str, *, quoted: bool = False) -> str:
    """A value of an event's detail as text."""
    if isinstance(value, str) and (known := log_words.value(name, value)) != value:
        return known
    if quoted and isinstance(value, str):
        return f"“{value}”"
    if isinstance(value, list):
        return say("; ").join(plain(each, name) for each in value)
    return value if isinstance(value, str) and value else json.dumps(value, ensure_ascii=False)


person = require(*STUDY)
projects_only = person.role != "admin"
st.title(say(TITLE), anchor=False)
with reading() as session:
    slugs = [project.slug for project in projects.every(session)]
    kinds = events.kinds(session, projects_only=projects_only)
    people = events.people(session, projects_only=projects_only)
with st.container(horizontal=True):
    filters = Filters(
        project=choice(say(PROJECT), slugs),
        kind=choice(say(KIND), kinds, log_words.kind),
        who=choice(say(WHO), people),
        projects_only=projects_only,
    )
with reading() as session:
    total = events.number(session, filters)
    first = paging.first_shown(LIST, total=total, size=AT_ONCE)
    page = event_details.readable(session, events.listed(session, filters, first=first, at_most=AT_ONCE))
if page:
    show(page)
    paging.pager(LIST, total=total, size=AT_ONCE)
    as_file(filters, total)
else:
    st.write(say(NOTHING))
