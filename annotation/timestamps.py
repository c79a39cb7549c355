"""How is a moment written where a board, a file or the command line says it? In UTC, to the second."""

from __future__ import annotations

from datetime import UTC, datetime


def written(moment: datetime) -> str:
    """A moment, which knows its zone, such as 2026-01-02T03:04:05Z."""
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
