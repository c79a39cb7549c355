"""The study of most tests of the pool: three people, and three items that nobody is assigned to."""

from __future__ import annotations

import pytest

from tests import studies


@pytest.fixture
def people(database: str) -> dict[str, int]:
    """Ann, Bo and Chen, and a study of three items that nobody is assigned to; on both databases."""
    studies.make_project()
    return studies.add_people("ann", "bo", "chen")


@pytest.fixture
def three(sqlite_database: str) -> dict[str, int]:
    """The same on SQLite."""
    studies.make_project()
    return studies.add_people("ann", "bo", "chen")
