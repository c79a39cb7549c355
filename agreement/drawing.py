"""How often is each kind of thing drawn, where as many things are drawn with replacement as there are?

A multinomial count for every kind (Efron and Tibshirani 1993), in the cheapest of three ways that have one and the same
distribution. Things that are all different are drawn by their numbers. Where there are few kinds, the counts themselves
are drawn. Where there are many kinds, each count is first drawn by itself, as a Poisson number a little too small:
given their sum, whatever it is, such counts are multinomial, and what they lack is drawn thing by thing.
"""

from functools import cached_property

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

MANY_KINDS = 100
BELOW = 1.5  # standard deviations of a Poisson sum that the first draw stays below what is wanted; 7 % are drawn again
EXACT = 2**24  # whole numbers below it are exact in 32 bits
NUMBERS_IN_CACHE = 131_072
THINGS_IN_CACHE = 16_384


class Drawing:
    """One draw after the other from a seed; it does not matter how many are asked for at a time."""

    def __init__(self, sizes: Ints, *, seed: int) -> None:
        """`sizes` counts the things of each kind."""
        self._sizes, self._n = sizes, int(sizes.sum())
        self._draw = np.random.default_rng(seed)
        (self._single,) = self._draw.spawn(1)

    @cached_property
    def _kind_of(self) -> npt.NDArray[np.unsignedinteger]:
        """The kind of each thing, by its number."""
        return np.repeat(np.arange(len(self._sizes), dtype=np.min_scalar_type(len(self._sizes))), self._sizes)

    def rows(self, times: int) -> Floats:
        """The next draws: times x kinds, whole numbers, each row summing up to the number of things.

        Of things that are all different it lies a thing after the other in memory, and half as wide where that is
        exact: as a product with what each thing holds is quickest.
        """
        if len(self._sizes) == self._n:
            return self._by_number(times)
        if len(self._sizes) < MANY_KINDS:
            return self._draw.multinomial(self._n, self._sizes / self._n, size=times).astype(np.float64)
        at_once = max(1, NUMBERS_IN_CACHE // len(self._sizes))
        parts = [self._topped_up(min(at_once, times - done)) for done in range(0, times, at_once)]
        return np.vstack(parts) if len(parts) > 1 else parts[0]

    def _by_number(self, times: int) -> Floats:
        n = self._n
        counts: Floats = np.empty((times, n), dtype=np.float32 if n < EXACT else np.float64, order="F")
        at_once = max(1, THINGS_IN_CACHE // max(n, 1))
        for start in range(0, times, at_once):
            rows = counts[start : start + at_once]
            chosen = self._draw.integers(n, size=rows.size)
            if len(rows) > 1:
                chosen += np.repeat(np.arange(0, rows.size, n), n)
            rows[:] = np.bincount(chosen, minlength=rows.size).reshape(rows.shape)
        return counts

    def _topped_up(self, times: int) -> Floats:
        n, n_kinds = self._n, len(self._sizes)
        expected = self._sizes * max(0.0, 1 - BELOW / n**0.5)
        counts, done = np.empty((times, n_kinds)), 0
        while done < times:  # a row that has drawn too much already is drawn anew
            found = self._draw.poisson(expected, size=(times - done, n_kinds))
            found = found[found.sum(axis=1) <= n]
            counts[done : done + len(found)] = found
            done += len(found)
        lacking = n - counts.sum(axis=1).astype(np.int64)
        row, thing = np.repeat(np.arange(times), lacking), self._single.integers(n, size=int(lacking.sum()))
        kind = self._kind_of[thing]
        counts += np.bincount(row * n_kinds + kind, minlength=counts.size).reshape(counts.shape)
        return counts
