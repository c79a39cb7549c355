"""Moments and spans of time as they are shown: in UTC, to the minute, short."""

from __future__ import annotations

from datetime import UTC, datetime

from languages import day, say

MISSING = "—"


def moment(at: datetime | None) -> str:
    """A moment, such as "3 Mar 2026, 14:05 UTC"; a dash where there is none."""
    if at is None:
        return MISSING
    return say("{day}, {time}", **dict(zip(("day", "time"), day_and_time(at), strict=True)))


def day_and_time(at: datetime | None) -> tuple[str, str]:
    """A moment in two parts, the day and the time of day; a dash and nothing where there is none."""
    if at is None:
        return MISSING, ""
    shown = at.astimezone(UTC)
    return day(shown), f"{shown:%H:%M} UTC"


def span(milliseconds: int | None) -> str:
    """A span, such as "2 h 05 min", "7 min" or "42 s"; a dash where there is none."""
    if milliseconds is None:
        return MISSING
    seconds = round(milliseconds / 1000)
    minutes = round(seconds / 60)
    if seconds < 90:
        return say("{n} s", n=seconds)
    if minutes < 60:
        return say("{n} min", n=minutes)
    rest = f"{minutes % 60:02}"
    return say("{hours} h {minutes} min", hours=minutes // 60, minutes=rest)


def pace(items_an_hour: float | None) -> str:
    """Items an hour, whole from ten on and to a tenth below; nothing where nothing was measured."""
    if items_an_hour is None:
        return ""
    n = f"{items_an_hour:,.0f}" if items_an_hour >= 10 else f"{items_an_hour:.1f}"
    return say("{n} an hour", n=n)
