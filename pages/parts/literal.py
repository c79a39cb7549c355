"""Texts of files and people inside Streamlit's own widgets, which read Markdown: shown as they are."""

from __future__ import annotations

import re

_SPECIAL = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~$:&^=])")


def literal(text: str) -> str:
    """The text with everything escaped that Markdown, formulas, emoji codes or colours would take for themselves."""
    return _SPECIAL.sub(r"\\\1", text.replace("\n", " "))
