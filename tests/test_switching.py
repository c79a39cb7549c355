"""The tests' own server: a request that is under way ends on the database on which it began."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.switching import ADDRESS_FILE, Switch


def test_another_database_is_taken_up_when_nothing_is_under_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A draft of a page that was being closed was once stored in the next test's database."""
    file = tmp_path / "address"
    monkeypatch.setenv(ADDRESS_FILE, str(file))
    monkeypatch.setenv("ACCORD_DATABASE_URL", "sqlite:///before")
    switch = Switch()
    switch.under_way = 1
    file.write_text("sqlite:///after", encoding="utf-8")
    switch.ask()
    assert (os.environ["ACCORD_DATABASE_URL"], file.exists()) == ("sqlite:///before", True)
    switch.under_way = 0
    switch.take_up_if_idle()
    assert (os.environ["ACCORD_DATABASE_URL"], file.exists()) == ("sqlite:///after", False)
