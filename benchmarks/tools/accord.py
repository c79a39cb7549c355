"""Accord as a tool of the comparison: SQLite, one annotator, answers and Submit by keyboard."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from annotation import assignment, store
from annotation.imports import importing
from benchmarks import crowd
from tests.browser.desk import Desk, add_person, sign_in
from tests.serving import Server


class Accord:
    """The labelling board."""

    name = "Accord"
    version = "as in this folder"
    by = "keyboard"
    texts = ".board[data-view=item] .row .text"
    submits: Mapping[str, str] = {"key": "Enter"}

    def __init__(self, server: Server) -> None:
        self._server = server

    def open(self, page: Page) -> None:
        """Sign in and open the board."""
        page.goto(f"{self._server.url}/label?project={crowd.SLUG}")
        sign_in(page, "ann")
        Desk(page).wait_for_item()

    def answer(self, page: Page, number: int) -> None:
        """One digit for each row; the board moves on by itself."""
        for row in range(page.locator(self.texts).count()):
            page.keyboard.press(str((number + row) % 3 + 1))

    def submit(self, page: Page) -> None:
        """Press Enter."""
        page.keyboard.press("Enter")

    def stored(self) -> int:
        """Submissions in the database."""
        return crowd.stored()


@contextmanager
def accord(records: Sequence[Mapping[str, Any]], folder: Path) -> Iterator[Accord]:
    """A study of these records, all of them given to one annotator."""
    now = datetime.now(UTC)
    database = f"sqlite:///{folder}/accord.sqlite"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ACCORD_DATABASE_URL", database)
        store.upgrade()
        with store.writing() as session:
            importing.import_items(session, json.dumps(records).encode(), slug=crowd.SLUG, now=now)
        add_person("ann", "annotator")
        with store.writing() as session:
            assignment.assign(session, slug=crowd.SLUG, annotators=["ann"], overlap=1, seed=1, now=now)
        with Server(database, log=folder / "server.log") as server:
            yield Accord(server)
        store.engine().dispose()
