"""Who did what when? The log, the latest first: a researcher reads what belongs to projects, an admin everything."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import streamlit as st

from annotation import events, projects
from annotation.events import Filters, Told
from annotation.store import reading
from pages.parts import paging
from pages.parts.access import require
from pages.parts.menu import STUDY
from pages.parts.tables import Short, table
from pages.parts.times import moment

TITLE = "Log"
ANY = "All"
PROJECT, KIND, WHO = "Project", "What", "Who"
COMMAND_LINE = "command line"
NOTHING = "Nothing like that has happened yet."
AT_ONCE = 50
LIST = "log"


def choice(label: str, options: list[str]) -> str | None:
    """Draw a filter; None: all of them."""
    chosen: str | None = st.selectbox(
        label,
        [None, *options],
        format_func=lambda option: ANY if option is None else option,
        on_change=paging.to_beginning,
        args=(LIST,),
        width=220,
    )
    return chosen


def show(page: list[Told]) -> None:
    """Draw some events."""
    rows = [
        (Short(moment(each.at)), each.who or COMMAND_LINE, Short(each.kind), each.project or "", detail(each.detail))
        for each in page
    ]
    table(("When", "Who", "What", "Project", "In detail"), rows)


def detail(told: Mapping[str, Any]) -> str:
    """What an event says of itself, as plain text."""
    before, after = told.get("before"), told.get("after")
    if isinstance(before, dict) and isinstance(after, dict):
        return ", ".join(f"{name}: {plain(before.get(name))} → {plain(after[name])}" for name in after)
    return ", ".join(f"{name}: {plain(value)}" for name, value in told.items())


def plain(value: Any) -> str:
    """A value of an event's detail as text."""
    if isinstance(value, list):
        return " ".join(plain(each) for each in value)
    return value if isinstance(value, str) and value else json.dumps(value, ensure_ascii=False)


person = require(*STUDY)
projects_only = person.role != "admin"
st.title(TITLE, anchor=False)
with reading() as session:
    slugs = [project.slug for project in projects.every(session)]
    kinds = events.kinds(session, projects_only=projects_only)
    people = events.people(session, projects_only=projects_only)
with st.container(horizontal=True):
    filters = Filters(
        project=choice(PROJECT, slugs),
        kind=choice(KIND, kinds),
        who=choice(WHO, people),
        projects_only=projects_only,
    )
with reading() as session:
    total = events.number(session, filters)
    first = paging.first_shown(LIST, total=total, size=AT_ONCE)
    page = events.listed(session, filters, first=first, at_most=AT_ONCE)
if page:
    show(page)
    paging.pager(LIST, total=total, size=AT_ONCE)
else:
    st.write(NOTHING)
