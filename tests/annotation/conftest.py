"""Fixtures of this room."""

from __future__ import annotations

import pytest

from tests import studies
from tests.passwords import hash_quickly


@pytest.fixture
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords with little memory and work."""
    hash_quickly(monkeypatch)


@pytest.fixture
def people(sqlite_database: str) -> dict[str, int]:
    """Ann and Bo, who have all three items of the small study to label, on SQLite."""
    return _two_people()


@pytest.fixture
def people_anywhere(database: str) -> dict[str, int]:
    """The same on both databases."""
    return _two_people()


def _two_people() -> dict[str, int]:
    studies.make_project()
    made = studies.add_people("ann", "bo")
    studies.assign("ann", "bo")
    return made
