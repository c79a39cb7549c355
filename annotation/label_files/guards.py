"""What would a spreadsheet run? Free text that begins as a formula gets an apostrophe, and loses it again here."""

from __future__ import annotations

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def plain(text: str) -> str:
    """A free text as it was before a spreadsheet export put an apostrophe in front of what it would run."""
    return text[1:] if text.startswith("'") and text.lstrip("'").startswith(FORMULA_STARTS) else text


def guarded(text: str) -> str:
    """A free text as a spreadsheet export writes it, so that no program runs it; `plain` takes it back exactly."""
    return f"'{text}" if text.lstrip("'").startswith(FORMULA_STARTS) else text
