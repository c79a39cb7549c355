"""Shares as bars: which part of a person's answers each label is."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from agreement.details import RaterShares
from languages import percent, whole
from pages.parts.charts.look import INK, NARROW, ROW, plain, ticks

# Light to dark in the order of the labels, each readable under the same ink; the share is written in each part.
PARTS = ("#e4e8fb", "#c5cffa", "#a6b6f8", "#8fa5f8", "#b9c9c6", "#9fb8b3", "#d8cbe8", "#c2b1da")
NARROWEST = 0.06  # a part below this has no room for its figure


def shares(raters: Sequence[RaterShares], labels: Sequence[str]) -> go.Figure:
    """One bar for each rater, of all its answers, divided by label."""
    figure = go.Figure()
    names = [f"{each.rater} ({whole(each.n)})" for each in raters]
    for place, label in enumerate(labels):
        values = [each.shares[place] for each in raters]
        figure.add_bar(
            x=values,
            y=list(range(len(raters))),
            orientation="h",
            name=plain(label),
            marker={"color": PARTS[place % len(PARTS)], "line": {"width": 0}},
            text=[percent(value) if value >= NARROWEST else "" for value in values],
            textposition="inside",
            insidetextanchor="middle",
            insidetextfont={"color": INK, "size": 13},
            hovertext=[f"{plain(label)}: {percent(value, digits=1)}" for value in values],
            hoverinfo="text",
        )
    figure.update_layout(
        barmode="stack",
        width=NARROW + 140,
        height=ROW * len(raters) + 64,
        margin={"l": 0, "r": 8, "t": 0, "b": 0},
        bargap=0.3,
        legend={"orientation": "h", "traceorder": "normal", "y": -0.1, "yanchor": "top", "x": 0},
    )
    figure.update_xaxes(range=[0, 1], visible=False, fixedrange=True)
    figure.update_yaxes(range=[len(raters) - 0.5, -0.5], showgrid=False, fixedrange=True, **ticks(names))
    return figure
