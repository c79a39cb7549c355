"""Whose weights are made together? Several coefficients rest on the same patterns, and several patterns on one product.

A question of five raters has ten pairs, each with a few patterns of its own that add up columns of one weight matrix.
One product for all of them reads that matrix once.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from agreement.patterns import Floats, Patterns

MOST_NUMBERS = 2_000_000  # of the matrix that says which columns add up to what: 16 MB


class SharedWeights:
    """The weights of many patterns of one question, made from those of the whole question block after block."""

    def __init__(self, wanted: Sequence[Patterns]) -> None:
        """Those `wanted` that stand on the same columns share theirs."""
        alike: dict[tuple[int, int], list[int]] = {}
        for place, patterns in enumerate(wanted):
            alike.setdefault((id(patterns.columns), id(patterns.rows)), []).append(place)
        self._groups = [(wanted[places[0]], places) for places in alike.values()]
        self._belongs: list[Floats] | None = None

    def of(self, whole: Floats) -> Iterator[tuple[Floats, list[int]]]:
        """Weights (replicates x patterns), each with the places of those that wanted them."""
        yield from ((one.weights_of(whole), places) for one, places in self._groups if one.rows is None)
        merged = [(one, places) for one, places in self._groups if one.rows is not None]
        if self._belongs is None:
            self._belongs = list(_side_by_side([one for one, _ in merged], whole.shape[1]))
        rest = iter(merged)
        for belongs in self._belongs:
            weights, done = whole @ belongs, 0
            while done < weights.shape[1]:
                one, places = next(rest)
                yield weights[:, done : done + len(one.codes)], places
                done += len(one.codes)


def _side_by_side(merged: Sequence[Patterns], n_columns: int) -> Iterator[Floats]:
    """Which columns belong to which patterns, of as many patterns at a time as are small together."""
    together: list[Floats] = []
    for one in merged:
        if together and (sum(each.shape[1] for each in together) + len(one.codes)) * n_columns > MOST_NUMBERS:
            yield np.hstack(together)
            together = []
        together.append(one.belongs(n_columns))
    if together:
        yield np.hstack(together)
