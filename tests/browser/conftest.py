"""Chromium, once for each module of browser tests; each test gets contexts of its own from it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.desk import FLAGS, PATIENCE_MS
from tests.serving import Server


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, without a window. Not for longer than a module: Playwright keeps the thread's event loop."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def server(sqlite_database: str, tmp_path: Path) -> Iterator[Server]:
    """The real server on a fresh database; it can be killed and started again."""
    with Server(sqlite_database, log=tmp_path / "server.log") as server:
        yield server
