"""Reading the log: the latest first, filtered, a part at a time; what is about no project is for admins."""

from __future__ import annotations

from datetime import timedelta

from annotation import events, store
from annotation.events import Filters, Told
from tests import studies
from tests.studies import NOW, SLUG


def listed(filters: Filters | None = None, *, first: int = 0, at_most: int = 100) -> list[Told]:
    with store.reading() as session:
        return events.listed(session, filters or Filters(), first=first, at_most=at_most)


def furnish() -> None:
    """An import into two projects, by the command line and by rui; then ann signs in."""
    for slug in (SLUG, "other"):
        studies.make_project(slug=slug)
    people = {**studies.add_people("rui", role="researcher"), **studies.add_people("ann")}
    with store.writing() as session:
        later = NOW + timedelta(minutes=1)
        events.record(session, "items assigned", now=later, account_id=people["rui"], project_id=1, detail={"n": "<b>"})
        events.record(session, "signed in", now=later, account_id=people["ann"])


def test_the_latest_comes_first_with_who_and_where(database: str) -> None:
    furnish()
    found = listed()
    assert [(each.kind, each.who, each.project) for each in found] == [
        ("signed in", "ann", None),
        ("items assigned", "rui", SLUG),
        ("items imported", None, "other"),
        ("project made", None, "other"),
        ("items imported", None, SLUG),
        ("project made", None, SLUG),
    ]
    assert found[1].detail == {"n": "<b>"}


def test_filters_and_parts(database: str) -> None:
    furnish()
    assert [each.kind for each in listed(Filters(project="other"))] == ["items imported", "project made"]
    assert [each.project for each in listed(Filters(kind="project made"))] == ["other", SLUG]
    assert [each.kind for each in listed(Filters(who="rui"))] == ["items assigned"]
    assert [each.kind for each in listed(first=1, at_most=2)] == ["items assigned", "items imported"]
    with store.reading() as session:
        assert events.number(session, Filters()) == 6
        assert events.number(session, Filters(project=SLUG, kind="items imported")) == 1
        assert events.number(session, Filters(project="nosuch")) == 0


def test_a_researcher_reads_only_what_is_about_projects(database: str) -> None:
    furnish()
    assert all(each.project for each in listed(Filters(projects_only=True)))
    assert listed(Filters(who="ann", projects_only=True)) == []
    with store.reading() as session:
        assert "signed in" in events.kinds(session)
        assert "signed in" not in events.kinds(session, projects_only=True)
        assert events.people(session) == ["ann", "rui"]
        assert events.people(session, projects_only=True) == ["rui"]


def test_what_can_be_asked_for_is_what_the_log_has(database: str) -> None:
    furnish()
    with store.reading() as session:
        assert events.known(session, Filters(project="other", kind="signed in", who="ann"))
        assert not events.known(session, Filters(project="nosuch"))
        assert not events.known(session, Filters(who="\0"))
        assert not events.known(session, Filters(who="ann", projects_only=True))
