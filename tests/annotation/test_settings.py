"""A project's settings: what holds until somebody chooses, who changed what, and exactly which items are sensitive."""

from __future__ import annotations

from typing import Any

import pytest
from sqlmodel import col, select

from annotation import models as m
from annotation import settings, store
from annotation.errors import NotFound, WrongUse
from annotation.item_choice import TagIs, TheseItems, Which
from annotation.settings import ProjectSettings
from tests import studies
from tests.studies import NOW, SLUG


def read() -> ProjectSettings:
    with store.reading() as session:
        return settings.read(session.exec(select(m.Project)).one())


def save(**chosen: Any) -> bool:
    with store.writing() as session:
        return settings.save(session, slug=SLUG, settings=settings.checked(**chosen), account_id=None, now=NOW)


def mark(which: Which) -> int:
    with store.writing() as session:
        return settings.mark_sensitive(session, slug=SLUG, which=which, account_id=None, now=NOW)


def sensitive() -> list[str]:
    with store.reading() as session:
        return settings.sensitive(session, slug=SLUG)


def told(kind: str) -> list[dict[str, Any]]:
    with store.reading() as session:
        return [
            dict(each)
            for each in session.exec(select(m.Event.detail).where(m.Event.kind == kind).order_by(col(m.Event.id)))
        ]


def test_a_project_has_the_defaults_until_somebody_chooses(database: str) -> None:
    studies.make_project()
    assert read() == ProjectSettings()
    assert (read().overlap, read().names_visible, read().reason_required, read().single_keys) == (2, False, True, True)


def test_settings_are_kept_and_the_log_says_before_and_after(database: str) -> None:
    studies.make_project()
    assert save(overlap=3, names_visible=True)
    assert save(overlap=3, names_visible=True, content_warning=" 小心 <b> ")
    assert read() == ProjectSettings(overlap=3, names_visible=True, content_warning="小心 <b>")
    assert told("settings changed") == [
        {"before": {"overlap": 2, "names_visible": False}, "after": {"overlap": 3, "names_visible": True}},
        {"before": {"content_warning": ""}, "after": {"content_warning": "小心 <b>"}},
    ]


def test_saving_what_holds_already_is_no_event(sqlite_database: str) -> None:
    studies.make_project()
    assert not save()
    assert told("settings changed") == []


@pytest.mark.parametrize(
    "chosen",
    [
        {"overlap": 0},
        {"overlap": 101},
        {"seed": -1},
        {"seed": 2**40},
        {"content_warning": "\0"},
        {"content_warning": "\ud83d"},
        {"content_warning": "x" * 1001},
        {"colour": "red"},
    ],
)
def test_a_setting_that_cannot_be_is_refused_with_its_name(chosen: dict[str, Any]) -> None:
    with pytest.raises(WrongUse, match=next(iter(chosen))):
        settings.checked(**chosen)


def test_exactly_the_chosen_items_are_sensitive(database: str) -> None:
    studies.make_project([*studies.records(2), studies.record("x", memory=studies.memory(must=["a"]))])
    assert (mark("all"), sensitive()) == (3, ["i1", "i2", "x"])
    assert (mark(TagIs("scenario", "must-only")), sensitive()) == (1, ["x"])
    assert (mark(TheseItems(("i2", "i1", "i2"))), sensitive()) == (2, ["i1", "i2"])
    assert (mark("none"), sensitive()) == (0, [])
    assert [(each["which"], each["before"], each["after"]) for each in told("sensitive items set")] == [
        ("all", 0, 3),
        ("scenario = must-only", 3, 1),
        ("3 ids", 1, 2),
        ("none", 2, 0),
    ]


def test_an_unknown_id_or_tag_is_named_and_changes_nothing(sqlite_database: str) -> None:
    studies.make_project()
    mark(TheseItems(("i1",)))
    with pytest.raises(NotFound, match=r"'i9', '\*'"):
        mark(TheseItems(("i2", "i9", "*")))
    with pytest.raises(NotFound, match="and 3 more"):
        mark(TheseItems(tuple(f"no{n}" for n in range(8))))
    with pytest.raises(NotFound, match="'persona'"):
        mark(TagIs("persona", "Nobody"))
    assert sensitive() == ["i1"]


def test_another_projects_items_are_left_alone(sqlite_database: str) -> None:
    for slug in (SLUG, "other"):
        studies.make_project(slug=slug)
    mark("all")
    with store.reading() as session:
        assert settings.sensitive(session, slug="other") == []
        with pytest.raises(NotFound, match="'nosuch'"):
            settings.sensitive(session, slug="nosuch")
