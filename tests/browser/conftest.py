"""Chromium and a server, once for all browser tests of a process; each test has a database of its own."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.windows import FLAGS, PATIENCE_MS
from tests.serving import Server


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, headless. Not for longer than this folder: Playwright keeps the thread's event loop.

    The folder is a package for this fixture's sake: pytest knows no other end of a folder.
    """
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def standing_server(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One real server for all tests of this process: a start costs seconds of a core."""
    folder = tmp_path_factory.mktemp("server")
    shutil.copy(sqlite_template, folder / "first.sqlite")
    with Server(f"sqlite:///{folder / 'first.sqlite'}", log=folder / "server.log") as server:
        yield server


@pytest.fixture
def server(standing_server: Server, sqlite_database: str) -> Server:
    """The real server on a fresh database; it can be killed and started again."""
    standing_server.take_up(sqlite_database)
    return standing_server
