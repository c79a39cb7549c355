"""Two names cross in a cell: kappas of pairs of raters, and which label is given where another one is."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from agreement.results import QuestionReport
from exports.figures import number
from languages import percent, whole
from pages.parts.charts.look import INK, SCALE, plain, ticks

CELL = 72
MARGIN = 110
WIDE_CELL = 96


def pairwise_heatmap(question: QuestionReport, *, key: str = "cohen_kappa") -> go.Figure:
    """One coefficient of every two raters, with the number of shared targets in the cell; negative ones stay so.

    The colour runs from 0 to 1; the value is written in each cell, so that colour alone says nothing.
    """
    raters = list(question.raters)
    place = {rater: index for index, rater in enumerate(raters)}
    values: list[list[float | None]] = [[None] * len(raters) for _ in raters]
    texts = [[""] * len(raters) for _ in raters]
    for pair in question.pairs:
        one, other = (place[rater] for rater in pair.raters)
        kappa = pair.coefficients[key].value
        for row, column in ((one, other), (other, one)):
            values[row][column] = kappa
            texts[row][column] = f"{number(kappa)}<br>n = {whole(pair.n)}"
    side = CELL * len(raters) + MARGIN
    figure = _grid(values, texts, most=1.0)
    figure.update_layout(width=max(side, 3 * CELL + MARGIN), height=side)
    figure.update_xaxes(**ticks(raters))
    figure.update_yaxes(**ticks(raters))
    return figure


def confusion(labels: Sequence[str], counts: Sequence[Sequence[int]], *, rows: str, columns: str) -> go.Figure:
    """How often each label stands beside each other one: the number, and its share of the row.

    `rows` and `columns` say whose labels they are.
    """
    totals = [sum(row) for row in counts]
    shares: list[list[float | None]] = [
        [count / total if total else None for count in row] for row, total in zip(counts, totals, strict=True)
    ]
    texts = [
        [
            f"{whole(count)}<br>{percent(share)}" if share is not None else "0"
            for count, share in zip(row, found, strict=True)
        ]
        for row, found in zip(counts, shares, strict=True)
    ]
    figure = _grid(shares, texts, most=1.0)
    names = list(labels)
    side = MARGIN + max(len(plain(name)) for name in names) * 4
    figure.update_layout(width=WIDE_CELL * len(names) + side + 40, height=CELL * len(names) + MARGIN)
    figure.update_xaxes(title={"text": plain(columns), "standoff": 12}, **ticks(names))
    figure.update_yaxes(title={"text": plain(rows), "standoff": 12}, **ticks(names))
    return figure


def _grid(values: Sequence[Sequence[float | None]], texts: Sequence[Sequence[str]], *, most: float) -> go.Figure:
    figure = go.Figure(
        go.Heatmap(
            z=values,
            text=texts,
            texttemplate="%{text}",
            textfont={"color": INK, "size": 13},
            hoverinfo="skip",
            colorscale=SCALE,
            zmin=0,
            zmax=most,
            xgap=2,
            ygap=2,
            showscale=False,
        )
    )
    figure.update_layout(margin={"l": 0, "r": 0, "t": 0, "b": 0})
    figure.update_xaxes(side="top", showgrid=False, zeroline=False)
    figure.update_yaxes(autorange="reversed", showgrid=False, zeroline=False)
    return figure
