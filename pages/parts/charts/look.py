"""What all figures share: colours that can be read in both themes, and how a figure is shown."""

from __future__ import annotations

from html import escape
from typing import Any

import plotly.graph_objects as go
import streamlit as st

# One hue, light throughout, so that the dark figures on it can be read in both themes.
SCALE = [[0.0, "#f3f5fc"], [1.0, "#8fa5f8"]]
INK = "#1d2333"
MARK = "#5b7cfa"
REST = "rgba(128, 128, 128, 0.35)"
ROW = 34
NARROW = 640


def show(figure: go.Figure, *, key: str) -> None:
    """Draw the figure, without the bar of tools; `key` tells it from other figures of the same kind on the page."""
    st.plotly_chart(figure, width="content", key=key, config={"displayModeBar": False})


def plain(text: str) -> str:
    """A text as it is: Plotly would read tags in it."""
    return escape(text)


def ticks(names: list[str]) -> dict[str, Any]:
    """An axis with these names at 0, 1, 2 …"""
    return {"tickmode": "array", "tickvals": list(range(len(names))), "ticktext": [plain(name) for name in names]}
