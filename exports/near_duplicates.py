"""Which texts are the same but for spelling, and which are nearly the same?

Texts are normalized: NFKC, case-folded, every run of anything but letters and digits one space. Equal normalized texts
are the same. Two are nearly the same where the Jaccard similarity of their sets of five-character shingles is at least
a threshold (Broder 1997). Pairs are found without comparing all: in a common order, the rarest first, two sets that are
that similar share some of their first shingles, and enough of them (prefix filtering, Chaudhuri, Ganti and Kaushik
2006). So no pair is missed.
"""

from __future__ import annotations

import unicodedata
from array import array
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from languages import worded

THRESHOLD = 0.7
CLOSE = 1e-9
MORE = 0.15  # of a set, looked at beyond what is needed: it costs little and rules out most pairs
COMPARED_AT_ONCE, PAIRS_AT_ONCE = 1_000_000, 5_000
SHINGLE = 5  # characters; one changed character changes five, which a text of 33 characters survives

EXACT = worded("Equal texts, normalized (NFKC, case, white space and punctuation)")
NEAR = worded(
    "Equal texts, normalized (NFKC, case, white space and punctuation), and texts whose {size}-character shingles "
    "have a Jaccard similarity of {threshold} or more"
)

Shingles = frozenset[str]


def normalized(text: str) -> str:
    """A text by its letters and digits alone.

    >>> normalized("  Kiln-Street,\\tANY age! ")
    'kiln street any age'
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return " ".join(folded.translate(_SIGNS).split())


def shingles(text: str) -> Shingles:
    """The five-character pieces of a normalized text; the text itself where it is shorter; none of an empty one."""
    if len(text) <= SHINGLE:
        return frozenset([text] if text else [])
    return frozenset(text[start : start + SHINGLE] for start in range(len(text) - SHINGLE + 1))


def jaccard(one: Shingles, other: Shingles) -> float:
    """How much of two sets is in both: 0 to 1; 0 where both are empty."""
    shared = len(one & other)
    together = len(one) + len(other) - shared
    return shared / together if together else 0.0


def near_pairs(texts: Mapping[str, str], *, threshold: float = THRESHOLD) -> list[tuple[str, str]]:
    """The pairs of names whose normalized texts are nearly the same and not equal.

    Where several names have the same normalized text, the first stands for them. An empty text is like no other.
    """
    if not 0 < threshold <= 1:
        raise ValueError(f"a Jaccard threshold is over 0 and at most 1, not {threshold}")
    first: dict[str, str] = {}
    for name, text in texts.items():
        first.setdefault(normalized(text), name)
    first.pop("", None)
    names = list(first.values())
    near = _near(map(shingles, first), threshold)
    return [(names[one], names[other]) for one, other in sorted(near)]


def method(threshold: float | None) -> str:
    """How texts are compared, in words."""
    return EXACT if threshold is None else worded(NEAR, size=SHINGLE, threshold=threshold)


class _Signs(dict[int, str]):
    """What becomes of each character: it stays where it is of a word, also a mark such as an accent by itself."""

    def __missing__(self, code: int) -> str:
        sign = chr(code)
        self[code] = sign if sign.isalnum() or unicodedata.category(sign).startswith("M") else " "
        return self[code]


_SIGNS = _Signs()


def _near(sets: Iterable[Shingles], threshold: float) -> Iterator[tuple[int, int]]:
    """The pairs of places of sets that are similar enough, the lower place first."""
    import numpy as np
    from scipy.sparse import csr_array

    pieces, starts, n_pieces = _by_rank(sets)
    sizes = np.diff(starts)
    least = sizes - np.ceil(threshold * sizes - CLOSE) + 1  # two similar sets share one of so many
    n_first = np.minimum(sizes, least + np.floor(MORE * sizes)).astype(np.int64)

    def incidence(columns: Any, starts: Any) -> Any:
        ones = np.ones(len(columns), dtype=np.int32)
        return csr_array((ones, columns, starts.astype(np.int32)), shape=(len(sizes), n_pieces))

    place = np.arange(len(pieces)) - np.repeat(starts[:-1], sizes)
    begins = np.concatenate([[0], np.cumsum(n_first)])
    has, first = incidence(pieces, starts), incidence(pieces[place < np.repeat(n_first, sizes)], begins)
    turned, n_rest = first.T.tocsr(), sizes - n_first
    at_once = max(1, COMPARED_AT_ONCE // max(1, len(sizes)))
    for start in range(0, len(sizes), at_once):
        found = (first[start : start + at_once] @ turned).tocoo()
        one, other = found.row + start, found.col
        # Of a similarity of t, sets of a and b pieces share t (a + b) / (1 + t).
        needed = threshold * (sizes[one] + sizes[other]) / (1 + threshold) - CLOSE
        possible = (one < other) & (found.data + np.maximum(n_rest[one], n_rest[other]) >= needed)
        yield from _shown(has, sizes, one[possible], other[possible], threshold)


def _by_rank(sets: Iterable[Shingles]) -> tuple[Any, Any, int]:
    """The pieces of each set as numbers, the rarest first: all one after the other, where each begins, how many differ.

    A piece is a number from the start: as texts those of a hundred thousand sets would fill the memory.
    """
    import numpy as np

    numbers: dict[str, int] = {}
    flat, starts = array("i"), array("q", [0])
    for pieces in sets:
        flat.extend(numbers.setdefault(piece, len(numbers)) for piece in pieces)
        starts.append(len(flat))
    found, begins = np.array(flat, dtype=np.int32), np.array(starts, dtype=np.int64)
    often = np.bincount(found, minlength=len(numbers)).tolist()
    rank = np.empty(len(numbers), dtype=np.int32)
    rank[[numbers[piece] for piece in sorted(numbers, key=lambda piece: (often[numbers[piece]], piece))]] = np.arange(
        len(numbers), dtype=np.int32
    )
    order = np.lexsort((rank[found], np.repeat(np.arange(len(begins) - 1), np.diff(begins))))
    return rank[found][order], begins, len(numbers)


def _shown(has: Any, sizes: Any, one: Any, other: Any, threshold: float) -> Iterator[tuple[int, int]]:
    """Those of some pairs that are similar enough, by all that they have."""
    for start in range(0, len(one), PAIRS_AT_ONCE):
        left, right = one[start : start + PAIRS_AT_ONCE], other[start : start + PAIRS_AT_ONCE]
        shared = has[left].multiply(has[right]).sum(axis=1)
        near = shared >= threshold * (sizes[left] + sizes[right] - shared) - CLOSE
        yield from zip(left[near].tolist(), right[near].tolist(), strict=True)
