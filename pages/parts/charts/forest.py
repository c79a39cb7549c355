"""A forest plot: each estimate as a point on a line with its interval, one under the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import plotly.graph_objects as go

from exports.figures import number
from pages.parts.charts.look import MARK, NARROW, REST, ROW, ticks
from pages.parts.figures import between

BELOW_ZERO = 0.05


class Point(NamedTuple):
    """One row: what it is called, its value and its interval; an interval may be unknown."""

    name: str
    value: float
    low: float | None
    high: float | None


def forest(points: Sequence[Point], *, zero: bool = True, around_zero: bool = False) -> go.Figure:
    """The points with their intervals, on an axis from 0 (or lower, where they are) to 1.

    `around_zero` is for differences: the axis holds 0 and what there is.
    """
    lows = [point.value if point.low is None else point.low for point in points]
    highs = [point.value if point.high is None else point.high for point in points]
    figure = go.Figure(
        go.Scatter(
            x=[point.value for point in points],
            y=list(range(len(points))),
            mode="markers",
            marker={"color": MARK, "size": 9},
            error_x={
                "type": "data",
                "symmetric": False,
                "array": [high - point.value for high, point in zip(highs, points, strict=True)],
                "arrayminus": [point.value - low for low, point in zip(lows, points, strict=True)],
                "color": MARK,
                "thickness": 2,
                "width": 5,
            },
            hovertext=[_told(point) for point in points],
            hoverinfo="text",
        )
    )
    start, end = min([0.0, *lows]), max([0.0, *highs])
    first = start - BELOW_ZERO if start < 0 else -0.01
    last = end + BELOW_ZERO if around_zero else 1.01
    figure.update_layout(width=NARROW + 140, height=ROW * len(points) + 44, margin={"l": 0, "r": 8, "t": 0, "b": 0})
    figure.update_xaxes(range=[first, last], zeroline=zero, zerolinecolor=REST, zerolinewidth=2, fixedrange=True)
    figure.update_yaxes(
        range=[len(points) - 0.5, -0.5],
        showgrid=False,
        zeroline=False,
        fixedrange=True,
        **ticks([point.name for point in points]),
    )
    return figure


def _told(point: Point) -> str:
    if point.low is None or point.high is None:
        return number(point.value)
    return f"{number(point.value)} ({between(point.low, point.high)})"
