"""What flows where, as bands: needs on the left, types of memories on the right, each band as wide as its count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from exports.measures.measure import Flow
from languages import say, whole
from pages.parts.charts.look import INK, MARK, NARROW, ROW, plain

BAND = "#c5cffa"
PAPER = "#f3f5fc"  # light in both themes: names stand over bands and beside them
LEAST = 220


def sankey(flows: Sequence[Flow], *, words: Mapping[str, str]) -> go.Figure:
    """The flows; a need and a type are called by `words`, else by their own names."""
    starts, ends = (list(dict.fromkeys(getattr(flow, side) for flow in flows)) for side in ("start", "end"))
    counts = {
        **{("start", name): sum(flow.n for flow in flows if flow.start == name) for name in starts},
        **{("end", name): sum(flow.n for flow in flows if flow.end == name) for name in ends},
    }
    figure = go.Figure(
        go.Sankey(
            arrangement="fixed",
            textfont={"color": INK, "size": 13, "shadow": "none"},
            node={
                "label": [f"{plain(words.get(name, name))} ({whole(n)})" for (_, name), n in counts.items()],
                "color": MARK,
                "pad": 18,
                "thickness": 14,
                "line": {"width": 0},
                "hoverinfo": "skip",
            },
            link={
                "source": [starts.index(flow.start) for flow in flows],
                "target": [len(starts) + ends.index(flow.end) for flow in flows],
                "value": [flow.n for flow in flows],
                "color": BAND,
                "customdata": [
                    say(
                        "{one} to {other}: {n:,}",
                        one=plain(words.get(flow.start, flow.start)),
                        other=plain(words.get(flow.end, flow.end)),
                        n=flow.n,
                    )
                    for flow in flows
                ],
                "hovertemplate": "%{customdata}<extra></extra>",
            },
        )
    )
    height = max(LEAST, 2 * ROW * max(len(starts), len(ends)))
    margin = {"l": 12, "r": 12, "t": 12, "b": 12}
    figure.update_layout(width=NARROW, height=height, margin=margin, paper_bgcolor=PAPER)
    return figure
