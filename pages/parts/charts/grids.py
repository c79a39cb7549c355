"""Results as Plotly figures."""

from __future__ import annotations

from html import escape

import plotly.graph_objects as go

from agreement.results import QuestionReport
from pages.parts.tables import MISSING, number

# One hue, light throughout, so that the dark figures on it can be read in both themes.
SCALE = [[0.0, "#f3f5fc"], [1.0, "#8fa5f8"]]
INK = "#1d2333"
CELL = 72
MARGIN = 110


def pairwise_heatmap(question: QuestionReport) -> go.Figure:
    """Cohen's kappa of every two raters, with the number of shared targets in the cell; negative values stay negative.

    The colour runs from 0 to 1; the value is written in each cell, so that colour alone says nothing.
    """
    raters = list(question.raters)
    place = {rater: index for index, rater in enumerate(raters)}
    values: list[list[float | None]] = [[None] * len(raters) for _ in raters]
    texts = [[""] * len(raters) for _ in raters]
    for pair in question.pairs:
        one, other = (place[rater] for rater in pair.raters)
        kappa = pair.coefficients["cohen_kappa"].value
        for row, column in ((one, other), (other, one)):
            values[row][column] = kappa
            texts[row][column] = f"{number(kappa) if kappa is not None else MISSING}<br>n = {pair.n:,}"
    figure = go.Figure(
        go.Heatmap(
            z=values,
            text=texts,
            texttemplate="%{text}",
            textfont={"color": INK, "size": 13},
            hoverinfo="skip",
            colorscale=SCALE,
            zmin=0,
            zmax=1,
            xgap=2,
            ygap=2,
            showscale=False,
        )
    )
    side = CELL * len(raters) + MARGIN
    figure.update_layout(width=max(side, 3 * CELL + MARGIN), height=side, margin={"l": 0, "r": 0, "t": 0, "b": 0})
    # Plotly reads tags in its texts; names are shown as they are.
    ticks = {"tickmode": "array", "tickvals": list(place.values()), "ticktext": [escape(rater) for rater in raters]}
    figure.update_xaxes(side="top", showgrid=False, zeroline=False, **ticks)
    figure.update_yaxes(autorange="reversed", showgrid=False, zeroline=False, **ticks)
    return figure
