"""The board as the tests of its help see it: a study with a codebook of its own, panels, keys and settings."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from playwright.sync_api import Locator, Page, expect
from sqlmodel import select

from annotation import assignment, settings, store
from annotation import models as m
from annotation.settings import ProjectSettings
from tests.browser.desk import add_person
from tests.studies import NOW, SLUG, make_project


def study(content: list[dict[str, Any]] | None = None, **book: Any) -> None:
    """A study given to ann; `book` replaces parts of its codebook."""
    make_project(content)
    add_person("ann", "annotator")
    with store.writing() as session:
        assignment.assign(session, slug=SLUG, annotators=["ann"], overlap=1, seed=1, now=datetime.now(UTC))
        row = session.exec(select(m.Codebook)).one()
        row.body = {**row.body, **book}


def sensitive(words: str = "") -> None:
    """Put every item behind a warning."""
    with store.writing() as session:
        settings.save(session, slug=SLUG, settings=ProjectSettings(content_warning=words), account_id=None, now=NOW)
        settings.mark_sensitive(session, slug=SLUG, which="all", account_id=None, now=NOW)


def panel(page: Page, name: str) -> Locator:
    """The panel of this name, where it is open."""
    return page.locator(f".board .panel[data-panel={name}]")


def active(page: Page) -> str | None:
    """The slot that has the keyboard."""
    place = "board => board.getRootNode().activeElement?.dataset.slot ?? null"
    found: str | None = page.locator(".board").evaluate(place)
    return found


def caps(page: Page) -> list[str]:
    """The keys drawn on the labels of the active row."""
    faces = page.locator(".board .choices[data-active] .face").all()
    drawn = "face => getComputedStyle(face, '::before').content.split('/')[0].replaceAll('\"', '').trim()"
    return [face.evaluate(drawn) for face in faces]


def switch(page: Page, name: str) -> None:
    """Turn one of the settings over, wait until it is kept, and close them."""
    page.get_by_role("button", name="Settings").click()
    page.locator(".board .setting", has_text=name).first.locator("input").click()
    expect(panel(page, "settings")).to_contain_text("Kept.")
    page.keyboard.press("Escape")
    expect(panel(page, "settings")).to_have_count(0)
