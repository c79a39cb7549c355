"""Agreement step by step: points with their intervals, joined by a line."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from agreement.course import Step
from exports.figures import number
from languages import say
from pages.parts.charts.look import MARK, NARROW, ticks


def course(steps: Sequence[Step]) -> go.Figure:
    """The agreement with others at each step that has a value, from 0 to 1."""
    known = [(step, step.value) for step in steps if step.value is not None]
    figure = go.Figure(
        go.Scatter(
            x=list(range(len(known))),
            y=[value for _, value in known],
            mode="lines+markers",
            line={"color": MARK, "width": 2},
            marker={"color": MARK, "size": 8},
            error_y={
                "type": "data",
                "symmetric": False,
                "array": [(value if step.high is None else step.high) - value for step, value in known],
                "arrayminus": [value - (value if step.low is None else step.low) for step, value in known],
                "color": MARK,
                "thickness": 1.5,
                "width": 4,
            },
            hovertext=[say("{value}, {n:,} answers", value=number(value), n=step.n) for step, value in known],
            hoverinfo="text",
        )
    )
    figure.update_layout(width=NARROW + 140, height=260, margin={"l": 0, "r": 8, "t": 8, "b": 0})
    figure.update_yaxes(range=[0, 1.02], fixedrange=True)
    figure.update_xaxes(showgrid=False, fixedrange=True, **ticks([step.name for step, _ in known]))
    return figure
