"""How far do two labels agree that are not the same? Weights between labels, and the agreement that they give.

A weight is 1 for a label and itself, 0 for the two ends of the scale. Linear weights fall with the distance, quadratic
ones with its square (Cohen 1968; Gwet 2014). Distances are those of the numbers on an interval scale, else those of the
places in the declared order.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

import numpy as np

from agreement.patterns import Floats, Patterns
from agreement.scale import Scale
from languages import worded

Weighting = Literal["identity", "linear", "quadratic"]
WEIGHTINGS: Mapping[Weighting, str] = {
    "identity": worded("identity"),
    "linear": worded("linear"),
    "quadratic": worded("quadratic"),
}


def label_weights(scale: Scale, weighting: Weighting) -> Floats:
    """The agreement of every two labels: labels x labels, 0 to 1.

    >>> label_weights(Scale("ordinal", ("low", "mid", "high"), declared=True), "quadratic").tolist()[0]
    [1.0, 0.75, 0.0]
    """
    if weighting == "identity":
        return np.eye(len(scale.labels))
    places = np.array(_places(scale), dtype=float)
    distances = np.abs(places[:, np.newaxis] - places)
    farthest = distances.max(initial=0.0) or 1.0
    shares = distances / farthest
    weights: Floats = 1 - (shares if weighting == "linear" else shares**2)
    return weights


def agreement_within(patterns: Patterns, weights: Floats) -> Floats:
    """The mean agreement of each pattern's pairs of labels, 0 where there is no pair."""
    pairs = np.maximum(patterns.n_labels * (patterns.n_labels - 1), 1)
    agreeing: Floats = (patterns.tallies * (patterns.tallies @ weights) - patterns.tallies).sum(axis=1) / pairs
    return np.where(patterns.pairable, agreeing, 0.0)


def order_note(scale: Scale) -> str:
    """What a method has to add where nobody has declared the order that it uses."""
    if not scale.assumes_order:
        return ""
    return worded(", labels in the assumed order {labels}", labels=" < ".join(scale.labels))


def _places(scale: Scale) -> Sequence[float]:
    if scale.level == "interval" and scale.numbers is not None:
        return scale.numbers
    return range(len(scale.labels))
