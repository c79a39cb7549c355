"""What does a label hold that is not one thing: a set of names, or spans of text?

A set is written as its names with `|` between them (`joy|pride`), in any order and each once or oftener. Spans are
written `turn:start-end` with `|` between them (`t3:10-24|t5:0-8`): characters from `start`, counted from 0, up to but
not including `end`; without a turn (`10-24`) they lie in the target's only text. Whole turns without positions are a
set. The word `none` alone is the empty set, and no span: an answer that nothing applies. A blank is a missing answer.

Each is kept in one canonical text, so that equal sets are equal labels: names in natural order, spans joined where they
meet or overlap.
"""

import re
from collections.abc import Iterable, Mapping

from agreement.errors import BadScale
from agreement.scale import Level, natural_order

BETWEEN = "|"
NONE = "none"

_SPAN = re.compile(r"(?:(?P<turn>.*):)?\s*(?P<start>[0-9]+)\s*-\s*(?P<end>[0-9]+)", re.DOTALL)

Spans = Mapping[str, tuple[tuple[int, int], ...]]  # by turn: starts and ends, apart and in order


def as_set(label: str) -> frozenset[str]:
    """The names in a set-valued label.

    >>> sorted(as_set("pride | joy|joy")), as_set("none")
    (['joy', 'pride'], frozenset())
    """
    names = frozenset(name.strip() for name in label.split(BETWEEN)) - {""}
    return frozenset() if {name.casefold() for name in names} == {NONE} else names


def as_spans(label: str) -> Spans:
    """The spans in a label, joined where they touch. Raises BadScale for what is no span.

    >>> as_spans("t3:4-9|t3:0-5|t1:2-3")
    {'t1': ((2, 3),), 't3': ((0, 9),)}
    """
    found: dict[str, list[tuple[int, int]]] = {}
    for text in as_set(label):
        span = _SPAN.fullmatch(text)
        if span is None or int(span["start"]) >= int(span["end"]):
            raise BadScale(f"{text!r} is no span: write turn:start-end, the end after the start, or {NONE}")
        found.setdefault((span["turn"] or "").strip(), []).append((int(span["start"]), int(span["end"])))
    return {turn: _joined(found[turn]) for turn in natural_order(found)}


def canonical(level: Level, label: str) -> str:
    """The one text of an equal label; labels of the other levels stay as they are. Raises BadScale for no span.

    >>> canonical("set", "pride|joy"), canonical("spans", "4-9|0-5"), canonical("nominal", "b|a")
    ('joy|pride', '0-9', 'b|a')
    """
    if level == "set":
        return BETWEEN.join(natural_order(as_set(label))) or NONE
    if level == "spans":
        return BETWEEN.join(_written(as_spans(label))) or NONE
    return label


def _joined(spans: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    apart: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if apart and start <= apart[-1][1]:
            apart[-1] = (apart[-1][0], max(end, apart[-1][1]))
        else:
            apart.append((start, end))
    return tuple(apart)


def _written(spans: Spans) -> list[str]:
    return [f"{turn}:{start}-{end}" if turn else f"{start}-{end}" for turn, of in spans.items() for start, end in of]
