"""Spans and paces as they are shown."""

from __future__ import annotations

import pytest

from pages.parts.times import pace


@pytest.mark.parametrize(
    ("items_an_hour", "shown"),
    [(2774.6, "2,775 an hour"), (10.4, "10 an hour"), (2.44, "2.4 an hour"), (None, "")],
)
def test_a_pace_is_no_more_precise_than_it_is_known(items_an_hour: float | None, shown: str) -> None:
    assert pace(items_an_hour) == shown
