"""Numbers and days as a language writes them: the patterns are those of the Unicode locale data (CLDR)."""

from __future__ import annotations

from datetime import UTC, datetime

from languages import day, percent, speaking, whole


def test_thousands_are_grouped() -> None:
    assert whole(1234567) == "1,234,567"
    with speaking("zh"):
        assert whole(1234567) == "1,234,567"


def test_a_day_names_its_month_in_english_and_counts_it_in_chinese() -> None:
    moment = datetime(2026, 9, 3, 23, 59, tzinfo=UTC)
    assert day(moment) == "3 Sep 2026"
    with speaking("zh"):
        assert day(moment) == "2026年9月3日"


def test_a_share_is_said_in_hundredths() -> None:
    assert (percent(0.4567), percent(0.4567, digits=1)) == ("46 %", "45.7 %")
    with speaking("zh"):
        assert percent(0.4567) == "46%"
