"""How far do the words overlap that raters marked? The mean F1 of every two raters' spans.

The F1 of two raters on one target is 2 c / (a + b): a and b the characters that each has marked, in whichever turns,
and c those that both have. It is the same whoever is called the reference. Two who both marked nothing agree (1), one
who did and one who did not do not (0). It is averaged over the pairs of a target, then over targets with two raters or
more. Chance is not taken out: two who mark whole turns overlap much. Characters, not words, so that Chinese needs no
splitting; `agreement.parts` says how spans are written.
"""

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from agreement.coefficient import Coefficient, Statistic, ratio
from agreement.parts import Spans, as_spans
from agreement.patterns import Floats, Patterns
from languages import worded


def span_f1(patterns: Patterns) -> Statistic:
    """Mean pairwise F1 of the characters marked: 0 to 1."""
    spans = [as_spans(label) for label in patterns.scale.labels]
    known: dict[tuple[int, int], float] = {}

    def f1(first: int, second: int) -> float:
        pair = (first, second) if first < second else (second, first)
        if pair not in known:
            known[pair] = overlap_f1(spans[pair[0]], spans[pair[1]])
        return known[pair]

    of_pattern = np.array([_mean(f1(*pair) for pair in _pairs(row)) for row in patterns.codes.tolist()])
    return _over_targets(patterns, of_pattern)


def overlap_f1(first: Spans, second: Spans) -> float:
    """2 c / (a + b) of the characters of two raters.

    >>> overlap_f1({"t1": ((0, 10),)}, {"t1": ((5, 10),), "t2": ((0, 5),)})
    0.5
    """
    marked = _n_characters(first) + _n_characters(second)
    shared = sum(
        max(0, min(end, other_end) - max(start, other_start))
        for turn in first.keys() & second.keys()
        for start, end in first[turn]
        for other_start, other_end in second[turn]
    )
    return 2 * shared / marked if marked else 1.0


def exact_agreement(patterns: Patterns) -> Statistic:
    """How often two raters marked exactly the same: 0 to 1."""
    of_pattern = np.array([_mean(float(a == b) for a, b in _pairs(row)) for row in patterns.codes.tolist()])
    return _over_targets(patterns, of_pattern)


def _over_targets(patterns: Patterns, of_pattern: Floats) -> Statistic:
    pairable = patterns.pairable.astype(float)
    return lambda weights: ratio(weights @ of_pattern, weights @ pairable)


def _pairs(row: list[int]) -> Iterator[tuple[int, int]]:
    """Every two of the labels that are there."""
    return combinations([code for code in row if code >= 0], 2)


def _mean(values: Iterator[float]) -> float:
    """Their mean, 0 where there is none."""
    given = list(values)
    return sum(given) / len(given) if given else 0.0


def _n_characters(spans: Spans) -> int:
    return sum(end - start for of_turn in spans.values() for start, end in of_turn)


COEFFICIENTS = (
    Coefficient(
        key="percent_agreement",
        title=worded("Raw agreement"),
        order=10,
        scopes=frozenset({"question", "pair"}),
        statistic=exact_agreement,
        method=lambda _: worded("mean over targets of the share of pairs of raters who marked exactly the same"),
        levels=frozenset({"spans"}),
        corrects_for_chance=False,
    ),
    Coefficient(
        key="span_f1",
        title=worded("Span F1"),
        order=11,
        scopes=frozenset({"question", "pair"}),
        statistic=span_f1,
        method=lambda _: worded(
            "mean over targets of the F1 of the characters that two raters marked, over their pairs"
        ),
        levels=frozenset({"spans"}),
        corrects_for_chance=False,
    ),
)
